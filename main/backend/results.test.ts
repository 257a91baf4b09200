// What is printed and shown, from runs made by hand.
import { expect, test } from 'vitest'
import type { RunRecord } from '../../contract/results'
import { fakeExperiment, fakeRunResult } from '../../tests/fakes/results'
import { buildResult } from './results'

function record(seed: number, latencyNs: number | null): RunRecord {
  const { digest, outcome, outcomeDetail, events, simulatedNs, metrics, counters, tasks } = fakeRunResult({
    latencyNs,
  })
  return { seed, digest, outcome, outcomeDetail, events, simulatedNs, wallMs: 1, metrics, counters, tasks }
}

function resultOf(runs: readonly (readonly [number, number, number | null])[], baseline = 0) {
  const spec = { ...fakeExperiment({ seeds: [3, 1, 2] }), baseline }
  return buildResult({
    spec,
    specHash: 'h',
    engineVersion: '0.1.0',
    runs: runs.map(([variant, seed, latencyNs]) => ({ variant, record: record(seed, latencyNs) })),
  })
}

test('runs come in the order of the experiment’s seeds, means and ratios over them', () => {
  const result = resultOf([
    [0, 1, 100],
    [0, 2, 100],
    [0, 3, 100],
    [1, 1, 50],
    [1, 2, 50],
    [1, 3, 50],
  ])
  expect(result.variants[0]?.runs.map((run) => run.seed)).toEqual([3, 1, 2])
  expect(result.variants[1]?.summary['wakeup_latency_p99']).toEqual({
    unit: 'ns',
    mean: 50,
    ci95: [50, 50],
    n: 3,
  })
  expect(result.comparisons.find((c) => c.metric === 'wakeup_latency_p99')).toEqual({
    metric: 'wakeup_latency_p99',
    baseline: 'EEVDF',
    variant: 'CFS',
    ratio: 0.5,
    ci95: [0.5, 0.5],
    n: 3,
    significant: true,
  })
})

test('the baseline is the one that the experiment names', () => {
  const result = resultOf(
    [
      [0, 1, 100],
      [1, 1, 50],
    ],
    1,
  )
  expect(result.comparisons[0]).toMatchObject({
    baseline: 'CFS',
    variant: 'EEVDF',
    ratio: 2,
    ci95: null,
    significant: null,
  })
})

test('what was not measured carries its reason, never 0', () => {
  const result = resultOf([
    [0, 1, null],
    [0, 2, 80],
    [0, 3, null],
  ])
  expect(result.variants[0]?.summary).toMatchObject({
    energy: { unit: 'J', mean: null, ci95: null, n: 0, reason: 'the machine has no power model' },
    wakeup_latency_p99: { mean: 80, ci95: null, n: 1, reason: 'in 2 of 3 runs: no task was woken' },
  })
})

test('an experiment of which nothing is done yet has empty variants and no comparison', () => {
  const result = resultOf([])
  expect(result.variants.map((variant) => variant.runs)).toEqual([[], []])
  expect(result.comparisons).toEqual([])
})
