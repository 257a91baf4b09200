// The notes that say where the model itself limits what results mean.
import { expect, test } from 'vitest'
import { resolveExperiment } from './index'

const notesOf = (
  machine: number | object,
  workload: object[],
  ...variants: readonly object[]
): readonly string[] => {
  const file = {
    version: 1,
    name: 'x',
    machine: { id: 'generic', params: typeof machine === 'number' ? { cpus: machine } : machine },
    workload,
    variants: variants.length === 0 ? [{ name: 'v', policy: 'cfs' }] : variants,
    duration: '1s',
    seeds: 1,
  }
  const resolution = resolveExperiment(JSON.stringify(file), 'x.json', null)
  if ('problems' in resolution) throw new Error(JSON.stringify(resolution.problems))
  return resolution.experiment.notes
}

const hogs = (count: number, cpus = 'all'): object[] => [{ id: 'cpu-hogs', params: { count, cpus } }]
const eevdf = (name: string, kernel: string): object => ({ name, policy: 'eevdf', params: { kernel } })

test('movable tasks on more than two CPUs: nothing was recorded there', () => {
  const note = 'Nothing larger than two CPUs has been compared with a recorded schedule.'
  expect(notesOf(3, hogs(1))).toEqual([note])
  expect(notesOf(2, hogs(3))).toEqual([])
  expect(notesOf(4, hogs(3, '0'))).toEqual([])
  expect(notesOf(4, [...hogs(3, '0'), ...hogs(1, '1,2')])).toEqual([note])
})

test('kernels of which no schedule was recorded, by the names of their variants', () => {
  const recorded = [eevdf('a', '6.18'), eevdf('b', '6.12-stable'), { name: 'c', policy: 'cfs' }]
  expect(notesOf(1, hogs(1), ...recorded)).toEqual([])
  const others = ['6.6-rc', '6.6', '6.8', '6.12', '6.15', '7.0'].map((kernel) => eevdf(`k${kernel}`, kernel))
  expect(notesOf(1, hogs(1), ...recorded, ...others)).toEqual([
    'Held to numeric vectors and general laws only, not to recorded schedules: k6.6-rc, k6.6, k6.8, k6.12, k6.15 and k7.0.',
  ])
})

test('unequal CPUs and SMT siblings are simplified', () => {
  const speed = 'The speed of a CPU is static: frequency is not modelled.'
  const smt = 'SMT siblings do not slow each other down yet.'
  const notes = (machine: object): readonly string[] => notesOf(machine, hogs(1, '0'))
  expect(notes({ cpus: 4, slowCpus: 2 })).toEqual([speed])
  expect(notes({ cpus: 4, slowCpus: 2, slowCapacity: 1024 })).toEqual([])
  expect(notes({ cpus: 4, threadsPerCore: '2' })).toEqual([smt])
  expect(notes({ cpus: 6, slowCpus: 2, threadsPerCore: '2' })).toEqual([`${speed} ${smt}`])
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
  const ofKernel = (kernel: string): readonly string[] => notesOf(1, periodic, eevdf('v', kernel))
  expect(ofKernel('6.8')).toContainEqual(expect.stringContaining('v ignores that of p'))
  expect(ofKernel('6.12').join()).not.toContain('ignores')
})
