// The notes that say where the model itself limits what results mean.
import { expect, test } from 'vitest'
import { resolveExperiment } from './index'

const notesOf = (
  cpus: number,
  workload: object[],
  variant: object = { policy: 'cfs' },
): readonly string[] => {
  const file = {
    version: 1,
    name: 'x',
    machine: { id: 'generic', params: { cpus } },
    workload,
    variants: [{ name: 'v', ...variant }],
    duration: '1s',
    seeds: 1,
  }
  const resolution = resolveExperiment(JSON.stringify(file), 'x.json', null)
  if ('problems' in resolution) throw new Error(JSON.stringify(resolution.problems))
  return resolution.experiment.notes
}

test('more movable tasks than CPUs on several CPUs: balancing is not modelled', () => {
  const hogs = (count: number, cpus = 'all') => [{ id: 'cpu-hogs', params: { count, cpus } }]
  expect(notesOf(2, hogs(3))).toHaveLength(1)
  expect(notesOf(2, hogs(3))[0]).toContain('busy CPUs do not exchange tasks')
  expect(notesOf(2, hogs(2))).toEqual([])
  expect(notesOf(2, hogs(3, '0'))).toEqual([])
  expect(notesOf(1, hogs(3))).toEqual([])
})

test('real-time tasks are simplified, on several CPUs their placement too', () => {
  const periodic = [{ id: 'periodic', params: { policy: 'fifo', priority: 50 } }]
  expect(notesOf(1, periodic)).toEqual([expect.stringMatching(/^Real-time tasks leave .* 50 ms [^.]*\.$/)])
  expect(notesOf(2, periodic)[0]).toContain('chosen by priority and cache')
  expect(notesOf(1, [{ id: 'periodic', params: { policy: 'idle' } }])).toEqual([])
})

test('a kernel that knows no custom slice ignores it, and says so', () => {
  const periodic = [{ id: 'periodic', name: 'p', params: { slice: '300us' } }]
  expect(notesOf(1, periodic)[0]).toContain('v ignores that of p')
  expect(notesOf(1, periodic, { policy: 'eevdf', params: { kernel: '6.8' } })).toHaveLength(1)
  expect(notesOf(1, periodic, { policy: 'eevdf', params: { kernel: '6.12' } })).toEqual([])
})
