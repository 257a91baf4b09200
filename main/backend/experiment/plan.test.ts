// Runs of an experiment and their keys: same result, same key; anything that may change a result, another key.
import { describe, expect, it } from 'vitest'
import type { ResolvedExperiment } from '../../../contract/results'
import { ENGINE_VERSION } from '../../../engine'
import { planRuns, resolveExperiment, runKey, specHash } from './index'

const text = `{ "version": 1, "name": "N", "machine": "generic", "workload": [{ "id": "cpu-hogs" }],
  "variants": [{ "name": "A", "policy": "eevdf" }, { "name": "B", "policy": "cfs" }], "duration": "1s", "seeds": [3, 5] }`

function experimentOf(change: (text: string) => string = (same) => same): ResolvedExperiment {
  const result = resolveExperiment(change(text), 'f.json', null)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.experiment
}
const keys = (experiment: ResolvedExperiment, version?: string): readonly string[] =>
  planRuns(experiment, version).map(({ key }) => key)

describe('planRuns', () => {
  it('plans each variant with each seed, seed by seed', () => {
    const runs = planRuns(experimentOf())
    expect(runs.map(({ variant, seed, spec }) => [variant, seed, spec.policy.id, spec.seed])).toEqual([
      [0, 3, 'eevdf', 3],
      [1, 3, 'cfs', 3],
      [0, 5, 'eevdf', 5],
      [1, 5, 'cfs', 5],
    ])
    expect(new Set(runs.map(({ key }) => key)).size).toBe(4)
  })

  it('keys are those of runKey', () => {
    for (const { key, spec } of planRuns(experimentOf())) {
      expect(key).toMatch(/^[0-9a-f]{64}$/)
      expect(runKey(spec, ENGINE_VERSION)).toBe(key)
    }
  })

  it('keys do not depend on the order of keys, or on names', () => {
    const same = experimentOf((t) =>
      t.replace('"N"', '"M"').replace('"name": "A", "policy": "eevdf"', '"policy": "eevdf", "name": "Z"'),
    )
    expect(keys(same)).toEqual(keys(experimentOf()))
    const inline = experimentOf((t) => t.replace('"generic"', '{ "hz": 250, "cpus": 4 }'))
    expect(keys(inline)).toEqual(keys(experimentOf()))
  })

  it.each([
    ['the engine', (e: ResolvedExperiment) => keys(e, 'other')],
    ['the machine', () => keys(experimentOf((t) => t.replace('"generic"', '{ "cpus": 5 }')))],
    [
      'the tasks',
      () => keys(experimentOf((t) => t.replace('"cpu-hogs"', '"cpu-hogs", "params": { "nice": 1 }'))),
    ],
    ['the duration', () => keys(experimentOf((t) => t.replace('1s', '2s')))],
    ['the warm-up', () => keys(experimentOf((t) => t.replace('"1s"', '"1s", "warmup": "1ms"')))],
    ['the seeds', () => keys(experimentOf((t) => t.replace('3, 5', '4, 6')))],
  ])('keys depend on %s', (_, changed) => {
    const before = keys(experimentOf())
    for (const key of changed(experimentOf())) expect(before).not.toContain(key)
  })

  it("keys depend on the policy's parameters", () => {
    const changed = keys(
      experimentOf((t) =>
        t.replace('"policy": "eevdf"', '"policy": "eevdf", "params": { "baseSlice": "3ms" }'),
      ),
    )
    const before = keys(experimentOf())
    expect(changed.map((key, index) => key === before[index])).toEqual([false, true, false, true])
  })
})

describe('recording decisions', () => {
  const recording = (): ResolvedExperiment =>
    experimentOf((t) => t.replace('"seeds"', '"record": { "decisions": true }, "seeds"'))

  it('is asked of each run, and changes neither keys nor the hash', () => {
    expect(planRuns(recording()).map(({ spec }) => spec.record)).toEqual(Array(4).fill({ decisions: true }))
    expect(planRuns(experimentOf()).map(({ spec }) => spec.record)).toEqual(Array(4).fill(undefined))
    expect(keys(recording())).toEqual(keys(experimentOf()))
    expect(specHash(recording())).toBe(specHash(experimentOf()))
  })
})

describe('specHash', () => {
  it('ignores words and sees the rest', () => {
    const hash = specHash(experimentOf())
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(
      specHash(
        experimentOf((t) => t.replace('"N"', '"M"').replace('"seeds"', '"description": "D", "seeds"')),
      ),
    ).toBe(hash)
    expect(specHash(experimentOf((t) => t.replace('"name": "B"', '"name": "C"')))).not.toBe(hash)
    expect(specHash(experimentOf((t) => t.replace('3, 5', '3')))).not.toBe(hash)
    expect(specHash(experimentOf((t) => t.replace('"seeds"', '"baseline": "B", "seeds"')))).not.toBe(hash)
  })
})
