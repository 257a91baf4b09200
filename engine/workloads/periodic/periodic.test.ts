// Periodic tasks: a run and a timer of its own for each, spread as asked.
import { describe, expect, it } from 'vitest'
import { workloadTasks } from '../../../tests/support/run-specs'
import type { ParamValues } from '../../model/run-spec'
import periodic from './index'

const build = (given: ParamValues) => workloadTasks(periodic, 'audio', given)

describe('workload periodic', () => {
  it('runs 1 ms every 10 ms by default', () => {
    expect(build({})).toEqual([
      {
        name: 'audio',
        nice: 0,
        policy: 'other',
        affinity: null,
        sliceNs: null,
        startNs: 0,
        program: [
          {
            op: 'loop',
            count: -1,
            body: [
              { op: 'run', ns: 1_000_000 },
              { op: 'timer', ref: 'audio-timer', periodNs: 10_000_000, mode: 'relative' },
            ],
          },
        ],
      },
    ])
  })

  it('spreads several, each with its own timer', () => {
    const tasks = build({ count: 3, delay: 100, spacing: 10, mode: 'absolute', slice: 300_000, cpus: '1' })
    expect(tasks.map(({ startNs }) => startNs)).toEqual([100, 110, 120])
    expect(JSON.stringify(tasks).match(/audio-\d-timer/g)).toEqual([
      'audio-0-timer',
      'audio-1-timer',
      'audio-2-timer',
    ])
    expect(tasks[0]).toMatchObject({ sliceNs: 300_000, affinity: [1] })
    expect(build({ policy: 'rr' })[0]).toMatchObject({ policy: 'rr', rtPriority: 1 })
    expect(JSON.stringify(tasks)).toContain('"mode":"absolute"')
  })
})
