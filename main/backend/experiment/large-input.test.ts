// Large and wrong files are answered at once: no step may take the square of their size. The limits are many times
// what is needed, and a small part of what the square would take.
import process from 'node:process'
import { expect, it } from 'vitest'
import { resolveExperiment } from './index'
import { MAX_PROBLEMS } from './problem-list'

const LIMIT_MS = 2_000

const head = `"version": 1, "name": "N", "machine": "generic", "duration": "1s", "seeds": 1,
  "variants": [{ "name": "A", "policy": "cfs" }]`
const repeat = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(',')

function timed(text: string) {
  // CPU time: the machine may be busy with other tests.
  const begin = process.cpuUsage()
  const resolution = resolveExperiment(text, 'f.json', null)
  return { resolution, tookMs: process.cpuUsage(begin).user / 1000 }
}

it('20,000 rt-app tasks of one name', () => {
  const { resolution, tookMs } = timed(
    `{ "tasks": { ${repeat(20_000, () => '"t": { "run": 9, "sleep": 9 }')} } }`,
  )
  if ('problems' in resolution) throw new Error('was refused')
  expect(resolution.experiment.tasks[19_999]?.name).toBe('t#20000')
  expect(tookMs).toBeLessThan(LIMIT_MS)
})

it('8,000 parts of one name', () => {
  const { resolution, tookMs } = timed(
    `{ ${head}, "workload": [${repeat(8_000, () => '{ "id": "cpu-hogs" }')}] }`,
  )
  if ('problems' in resolution) throw new Error('was refused')
  expect(resolution.experiment.tasks[7_999]?.name).toBe('cpu-hogs#8000')
  expect(tookMs).toBeLessThan(LIMIT_MS)
})

it.each([
  [
    'unknown keys of an experiment',
    (keys: string) => `{ ${head}, "workload": [{ "id": "cpu-hogs" }], ${keys} }`,
  ],
  ['unknown keys where known ones are missing', (keys: string) => `{ "version": 1, ${keys} }`],
  [
    'unknown parameters',
    (keys: string) => `{ ${head}, "workload": [{ "id": "cpu-hogs", "params": { ${keys} } }] }`,
  ],
])('16,000 %s: the first are told, with the number of the rest', (_, file) => {
  const { resolution, tookMs } = timed(file(repeat(16_000, (i) => `"durration${i}": 1`)))
  if ('experiment' in resolution) throw new Error('was resolved')
  expect(resolution.problems).toHaveLength(MAX_PROBLEMS + 1)
  expect(resolution.problems[MAX_PROBLEMS]?.message).toMatch(/^And 159\d\d more problems\.$/)
  expect(tookMs).toBeLessThan(LIMIT_MS)
})

it.each([
  ['of the root', (keys: string) => `{ "tasks": { "t": { "run": 9, "sleep": 9 } }, ${keys} }`],
  ['of a task', (keys: string) => `{ "tasks": { "t": { "run": 9, "sleep": 9, ${keys} } } }`],
])('16,000 unknown keys %s of an rt-app file', (_, file) => {
  expect(timed(file(repeat(16_000, (i) => `"key${i}": 1`))).tookMs).toBeLessThan(LIMIT_MS)
})
