// Ping-pong: each of a pair wakes the other and waits; pairs do not share a name.
import { describe, expect, it } from 'vitest'
import { workloadTasks } from '../../../tests/support/run-specs'
import type { ParamValues } from '../../model/run-spec'
import pingPong from './index'

const build = (given: ParamValues) => workloadTasks(pingPong, 'pipe', given)

describe('workload ping-pong', () => {
  it('is one pair that hands over in turn', () => {
    const programs = build({ run: 7 }).map(({ name, program }) => [name, program])
    expect(programs).toEqual([
      [
        'pipe-ping',
        [
          {
            op: 'loop',
            count: -1,
            body: [
              { op: 'run', ns: 7 },
              { op: 'signal', name: 'pipe-pong' },
              { op: 'wait', name: 'pipe-ping' },
            ],
          },
        ],
      ],
      [
        'pipe-pong',
        [
          {
            op: 'loop',
            count: -1,
            body: [
              { op: 'wait', name: 'pipe-pong' },
              { op: 'run', ns: 7 },
              { op: 'signal', name: 'pipe-ping' },
            ],
          },
        ],
      ],
    ])
  })

  it('keeps pairs apart', () => {
    const tasks = build({ pairs: 2, nice: 5, cpus: '0' })
    expect(tasks.map(({ name }) => name)).toEqual([
      'pipe-0-ping',
      'pipe-0-pong',
      'pipe-1-ping',
      'pipe-1-pong',
    ])
    expect(tasks.every(({ nice, affinity }) => nice === 5 && affinity?.length === 1)).toBe(true)
  })
})
