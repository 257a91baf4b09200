// A tick and a wake-up at the same instant: no recording tells which comes first, so both orders are worked out by
// hand here. Two hogs at 250 ticks per second with requests of 4 ms; a third task wakes exactly at a tick.
import { describe, expect, test } from 'vitest'
import { hog, runSpec, taskOf } from '../../tests/support/run-specs'
import type { RunResult } from '../model/run-result'
import type { ParamValues } from '../model/run-spec'
import { simulate } from '../simulate'

type Order = 'before-wakeups' | 'after-wakeups'

/** The wakee sleeps from the start to the tick at 8 ms, and runs for 1 ms. */
function atOneInstant(policy: string, params: ParamValues, tickOrder: Order): RunResult {
  const wakee = taskOf({
    name: 'wakee',
    startNs: 8_000_000,
    program: [{ op: 'run', ns: 1_000_000 }],
  })
  const given = { policy, params, durationNs: 20e6, machine: { tickOrder } }
  const spec = runSpec([hog({ name: 'a' }), hog({ name: 'b' }), wakee], given)
  const result = simulate({ ...spec, record: { decisions: true } })
  if (result === null) throw new Error('stopped')
  return result
}

/** What asked for the decisions at 8 ms, in order, and what they picked. */
function decisionsAt8ms(result: RunResult): string[] {
  const { timeNs, cause, picked, texts } = result.decisions!
  return Array.from(timeNs.keys())
    .filter((i) => timeNs[i] === 8_000_000)
    .map((i) => `${texts[cause[i]!]!} -> ${result.tasks[picked[i]!]!.name}`)
}

describe('EEVDF 6.18: the tick finds the request of b used up', () => {
  const params = { kernel: '6.18', baseSlice: 4_000_000 }

  // All three then stand at V with the same deadline, so the order of joining the queue decides.
  test('tick first: a runs, b is put back before the wakee joins, and so the wakee comes last', () => {
    const result = atOneInstant('eevdf', params, 'before-wakeups')
    expect(decisionsAt8ms(result)).toEqual(['tick -> a'])
    expect(result.counters.preemptGranted).toBe(0)
    expect(result.tasks[2]!.wakeupLatencyNs.max).toBe(8_000_000)
  })

  test('wake-up first: charging b for it asks for the reschedule; b is put back behind the wakee', () => {
    const result = atOneInstant('eevdf', params, 'after-wakeups')
    expect(decisionsAt8ms(result)).toEqual(['wake-up -> a'])
    // The request was there when the check began, so it counts as none of the wakee's.
    expect(result.counters.preemptGranted).toBe(0)
    expect(result.tasks[2]!.wakeupLatencyNs.max).toBe(4_000_000)
  })
})

describe('CFS: the wakee has credit, so it preempts whoever runs', () => {
  test('tick first: the tick leaves b alone, the wakee preempts it', () => {
    const result = atOneInstant('cfs', { latency: 24_000_000 }, 'before-wakeups')
    expect(decisionsAt8ms(result)).toEqual(['wake-up -> wakee'])
    expect(result.tasks[2]!.wakeupLatencyNs.max).toBe(0)
  })

  test('wake-up first: the same, and the tick comes to the wakee', () => {
    const result = atOneInstant('cfs', { latency: 24_000_000 }, 'after-wakeups')
    expect(decisionsAt8ms(result)).toEqual(['wake-up -> wakee'])
    expect(result.tasks[2]!.wakeupLatencyNs.max).toBe(0)
  })
})
