// The policy's hooks, held to the vectors that need more than one queue rule.
import { expect, test } from 'vitest'
import { ENQUEUE_WAKEUP } from '../../core/policy'
import type { ParamValues } from '../../model/run-spec'
import { FakePolicyHost } from '../../../tests/fakes/policy-host'
import { paramsOf } from '../../../tests/support/run-specs'
import { vector } from '../../../tests/support/vectors'
import { Eevdf } from './eevdf'

const params = (given: ParamValues): ParamValues =>
  paramsOf('eevdf', 1, { kernel: '6.12', baseSlice: 3_000_000, ...given })

interface CurrentState {
  readonly nice: number
  readonly vruntime: number
  readonly deadline: number
  readonly slice: number
  readonly stash?: number
}

/** A policy on one CPU that runs a task in this state. */
function running(current: CurrentState, given: ParamValues) {
  const host = new FakePolicyHost()
  const policy = new Eevdf(host, params(given))
  const task = host.addTask({ nice: current.nice, sliceNs: current.slice })
  policy.addTask(task)
  policy.enqueue(0, task, ENQUEUE_WAKEUP)
  policy.switchTo(0, -1, false, policy.pickNext(0))
  host.running[0] = task
  const e = policy.entities
  e.vruntime[task] = current.vruntime
  e.deadline[task] = current.deadline
  if (current.stash !== undefined) e.protection[task] = current.stash
  return { host, policy, e, task }
}

interface T39Row {
  readonly case: string
  readonly current: CurrentState
  readonly wakee: { nice: number; vlag: number; slice: number }
  readonly RUN_TO_PARITY: boolean
  readonly PREEMPT_SHORT: boolean
}
interface T39Expected {
  readonly wakee_vruntime: number
  readonly wakee_deadline: number
  readonly V: number
  readonly current_eligible: boolean
  readonly preempts: boolean
}

const t39 = vector<{ rows: T39Row[] }, { rows: T39Expected[] }>('T39')
t39.inputs.rows.forEach((row, i) => {
  const parity = row.RUN_TO_PARITY ? 'parity' : 'no parity'
  test(`T39: ${row.case}, ${parity}, PREEMPT_SHORT ${String(row.PREEMPT_SHORT)}`, () => {
    const { host, policy, e, task } = running(row.current, {
      runToParity: row.RUN_TO_PARITY,
      preemptShort: row.PREEMPT_SHORT,
    })
    const queue = policy.hierarchy.queues[0]!
    const wakee = host.addTask({ nice: row.wakee.nice, sliceNs: row.wakee.slice })
    policy.addTask(wakee)
    e.vlag[wakee] = row.wakee.vlag
    policy.enqueue(0, wakee, ENQUEUE_WAKEUP)
    policy.wakeupPreempt(0, wakee, ENQUEUE_WAKEUP)
    const want = t39.expected.rows[i]!
    expect({
      wakee_vruntime: e.vruntime[wakee],
      wakee_deadline: e.deadline[wakee],
      V: queue.averageVruntime(),
      current_eligible: queue.isEligible(task),
      preempts: host.asked.has(0),
    }).toEqual(want)
  })
})

test('T43: yield pushes the deadline by one request and keeps the virtual time', () => {
  const { inputs, expected } = vector<
    { current: CurrentState; other: CurrentState },
    { original: { vruntime: number; deadline: number } }
  >('T43')
  const { host, policy, e, task } = running(inputs.current, {})
  const other = host.addTask({ sliceNs: inputs.other.slice })
  policy.addTask(other)
  policy.enqueue(0, other, ENQUEUE_WAKEUP)
  policy.yieldTask(0)
  expect({ vruntime: e.vruntime[task], deadline: e.deadline[task] }).toEqual(expected.original)
})

test('from 6.17 on a delayed sleeper that wins the wake-up check is dequeued and the wakee may still win', () => {
  for (const [kernel, preempts] of [
    ['6.18', true],
    ['6.12', false],
  ] as const) {
    const current = { nice: 0, vruntime: 10_000_000, deadline: 13_000_000, slice: 3_000_000 }
    const { host, policy, e, task } = running(current, { kernel })
    e.protection[task] = kernel === '6.18' ? 13_000_000 : 1
    const sleeper = host.addTask()
    policy.addTask(sleeper)
    policy.enqueue(0, sleeper, ENQUEUE_WAKEUP)
    e.delayed[sleeper] = 1
    const queue = policy.hierarchy.queues[0]!
    queue.remove(sleeper)
    e.vruntime[sleeper] = 8_000_000
    e.deadline[sleeper] = 9_000_000
    queue.insert(sleeper)
    // V is now 9 ms: the running task is ineligible, the sleeper wins the pick, the wakee comes second.
    const wakee = host.addTask()
    policy.addTask(wakee)
    policy.enqueue(0, wakee, ENQUEUE_WAKEUP)
    policy.wakeupPreempt(0, wakee, ENQUEUE_WAKEUP)
    expect(host.asked.has(0)).toBe(preempts)
    expect(queue.isMember(sleeper)).toBe(!preempts)
  }
})
