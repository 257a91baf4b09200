// CPU hogs: one endless task per count, with the attributes that were asked for.
import { describe, expect, it } from 'vitest'
import { workloadTasks } from '../../../tests/support/run-specs'
import type { ParamValues } from '../../model/run-spec'
import hogs from './index'

const build = (given: ParamValues) => workloadTasks(hogs, 'hog', given)

describe('workload cpu-hogs', () => {
  it('is one endless task by default', () => {
    expect(build({})).toEqual([
      {
        name: 'hog',
        nice: 0,
        policy: 'other',
        affinity: null,
        sliceNs: null,
        startNs: 0,
        program: [{ op: 'loop', count: -1, body: [{ op: 'run', ns: 1_000_000_000 }] }],
      },
    ])
  })

  it('numbers several and pins them', () => {
    const tasks = build({ count: 2, nice: -4, cpus: '0,2-3', slice: 500_000 })
    expect(tasks.map(({ name }) => name)).toEqual(['hog-0', 'hog-1'])
    expect(tasks[1]).toMatchObject({ nice: -4, affinity: [0, 2, 3], sliceNs: 500_000 })
  })

  it('are real-time where asked, with a priority', () => {
    expect(build({ policy: 'fifo', priority: 50 })[0]).toMatchObject({ policy: 'fifo', rtPriority: 50 })
    expect(build({ policy: 'batch' })[0]).not.toHaveProperty('rtPriority')
    const priority = hogs.params.find(({ name }) => name === 'priority')
    expect(priority?.check?.(2, { cpus: 4, params: { policy: 'idle' } })).toContain('only "fifo" and "rr"')
    expect(priority?.check?.(1, { cpus: 4, params: { policy: 'idle' } })).toBeNull()
    expect(priority?.check?.(2, { cpus: 4, params: { policy: 'rr' } })).toBeNull()
  })

  it('has a check that knows the machine', () => {
    const cpus = hogs.params.find(({ name }) => name === 'cpus')
    expect(cpus?.check?.('4', { cpus: 4, params: {} })).toContain('CPU 4 is not there')
    expect(cpus?.check?.('0-3', { cpus: 4, params: {} })).toBeNull()
  })
})
