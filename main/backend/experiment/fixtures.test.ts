// Real files: the bundled examples, and rt-app descriptions, read with the real catalog.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../../engine'
import { parseRtApp } from '../../../formats/rt-app/rt-app'
import { listExamples, planRuns, readSource, resolveExperiment } from './index'

const root = path.resolve(import.meta.dirname, '../../..')
const examplesDir = path.join(root, 'examples')
const rtAppDir = path.join(root, 'tests/fixtures/rt-app')
const rtApp = (file: string) => parseRtApp(readFileSync(path.join(rtAppDir, file), 'utf8'), file, { cpus: 2 })

function exampleOf(id: string) {
  const { text, name, dir } = readSource({ kind: 'example', id }, examplesDir)
  const result = resolveExperiment(text, name, dir)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems, null, 1))
  return result
}

describe('the examples', () => {
  it('are listed with what they compare', () => {
    const examples = listExamples(examplesDir)
    expect(examples.map(({ id }) => id)).toEqual([
      'desktop-groups',
      'hog-and-periodic',
      'light-desktop',
      'rt-app-file',
      'two-hogs-nice',
    ])
    for (const { name, description, policies } of examples) {
      expect(name.length).toBeGreaterThan(5)
      expect(description.length).toBeGreaterThan(40)
      expect(policies).toEqual(['eevdf', 'cfs'])
    }
  })

  it.each(listExamples(examplesDir).map(({ id }) => id))('%s resolves and its first run completes', (id) => {
    const { format, experiment } = exampleOf(id)
    expect(format).toBe('experiment')
    for (const { spec } of planRuns(experiment).slice(0, experiment.variants.length)) {
      const result = simulate(spec)
      expect(result?.outcome).toBe('completed')
      for (const { cpuShare } of result?.tasks ?? []) expect(cpuShare).toBeGreaterThan(0)
    }
  })

  it('desktop-groups gives what the editor leaves by the weights of groups and tasks', () => {
    const { experiment } = exampleOf('desktop-groups')
    for (const { spec, variant } of planRuns(experiment).slice(0, experiment.variants.length)) {
      const shareOf = (part: string): number =>
        simulate(spec)
          ?.tasks.filter(({ name }) => name.startsWith(part))
          .reduce((sum, { cpuShare }) => sum + cpuShare, 0) ?? 0
      const competing = experiment.variants[variant]?.params['autogroup'] === true ? 100 : 4 * 100
      expect(Math.abs(shareOf('make') / (1 - shareOf('editor')) - 20 / (20 + competing))).toBeLessThan(0.01)
    }
  })

  it('two-hogs-nice gives the shares of the weights, under both policies and every seed', () => {
    for (const { spec } of planRuns(exampleOf('two-hogs-nice').experiment)) {
      const shares = Object.fromEntries(
        simulate(spec)?.tasks.map(({ name, cpuShare }) => [name, cpuShare]) ?? [],
      )
      expect(Math.abs((shares['hogA'] ?? 0) - 0.7095)).toBeLessThan(0.005)
      expect(Math.abs((shares['hogB'] ?? 0) - 0.2905)).toBeLessThan(0.005)
    }
  })
})

describe('rt-app descriptions', () => {
  const unmodelled = 'desktop-mixed.json'

  it.each(readdirSync(rtAppDir).filter((file) => file !== unmodelled))('%s is read', (file) => {
    const { problems, tasks, durationS } = rtApp(file)
    expect(problems).toEqual([])
    expect(tasks.length).toBeGreaterThan(0)
    expect(durationS).toBeGreaterThan(0)
  })

  it('of a recorded workload become what was run', () => {
    const { tasks } = rtApp('short-slice-periodic.json')
    expect(tasks.map(({ name, startNs, sliceNs, affinity }) => [name, startNs, sliceNs, affinity])).toEqual([
      ['hogA', 0, null, [0]],
      ['hogB', 0, null, [0]],
      ['perA', 300_000, 300_000, [0]],
    ])
    expect(tasks[2]?.program).toEqual([
      {
        op: 'loop',
        count: -1,
        body: [
          { op: 'run', ns: 500_000 },
          { op: 'timer', ref: 'perA-timer', periodNs: 5_000_000, mode: 'absolute' },
        ],
      },
    ])
  })

  it('with what is not modelled are refused by name and place', () => {
    const { problems } = rtApp(unmodelled)
    expect(problems.map(({ line, path: where }) => `${line} ${where}`)).toEqual([
      '18 tasks.compositor.util_min',
      '31 tasks.game.phases.play.lock',
      '33 tasks.game.phases.play.unlock',
      '45 tasks.worker.barrier',
      '46 tasks.worker.lock',
      '48 tasks.worker.unlock',
      '52 tasks.dl.policy',
      '54 tasks.producer.sem_post',
      '55 tasks.consumer.sem_wait',
      '55 tasks.consumer.mem',
      '55 tasks.consumer.iorun',
    ])
  })
})
