// EEVDF beyond one queue: next buddies that go away, and tasks that come from elsewhere.
import { describe, expect, test } from 'vitest'
import { FakePolicyHost } from '../../../tests/fakes/policy-host'
import { paramsOf } from '../../../tests/support/run-specs'
import { DEQUEUE_MOVE, ENQUEUE_MIGRATED, ENQUEUE_WAKEUP } from '../../core/policy'
import { POLICY_OTHER } from '../../core/task-table'
import { Eevdf } from './eevdf'
import { EevdfEntities } from './eevdf-entities'
import { EevdfQueue } from './eevdf-queue'
import { settingsOf } from './profile'

/** A queue of three equal entities, at virtual times 0, 1 and 2 ms; the first runs. */
function threeOn(kernel: string, given: Record<string, boolean> = {}) {
  const e = new EevdfEntities()
  e.ensure(3)
  const queue = new EevdfQueue(e, settingsOf(paramsOf('eevdf', 1, { kernel, ...given }), 4_000_000), 0)
  for (const entity of [0, 1, 2]) {
    e.setTaskWeight(entity, 0, POLICY_OTHER)
    e.vruntime[entity] = entity * 1_000_000
    e.deadline[entity] = e.vruntime[entity] + 3_000_000
    e.slice[entity] = 700_000
    queue.insert(entity)
  }
  queue.setNext(0, 0)
  return { e, queue }
}

describe('a next buddy', () => {
  test('that was a delayed sleeper is forgotten when it leaves', () => {
    const { queue } = threeOn('6.18')
    queue.markNext(1)
    queue.delay(1)
    queue.finishDelayed(1)
    expect(queue.next).toBe(-1)
    expect(queue.pick()).not.toBe(1)
  })

  test('does not keep a wakee of 7.0 from preempting where PICK_BUDDY is off', () => {
    const preempts = (pickBuddy: boolean): boolean => {
      const { e, queue } = threeOn('7.0', { pickBuddy })
      e.vruntime[0] = 5_000_000
      e.protection[0] = 0
      queue.next = 1
      // Task 2 has the earliest deadline and is eligible, task 1 the mark.
      queue.remove(2)
      e.deadline[2] = 2_500_000
      queue.insert(2)
      return queue.wakeupPreempts(2, ENQUEUE_WAKEUP, 0)
    }
    expect(preempts(true)).toBe(false)
    expect(preempts(false)).toBe(true)
  })

  test('may be a task that woke while its dequeue was delayed: by then it is awake', () => {
    const host = new FakePolicyHost()
    const policy = new Eevdf(host, paramsOf('eevdf', 1, { kernel: '6.18', nextBuddy: true }))
    const [running, sleeper] = [host.addTask(), host.addTask()]
    for (const task of [running, sleeper]) {
      policy.addTask(task)
      policy.enqueue(0, task, ENQUEUE_WAKEUP)
    }
    policy.switchTo(0, -1, false, running)
    host.running[0] = running
    const queue = policy.hierarchy.queues[0]!
    queue.delay(sleeper)
    policy.enqueue(0, sleeper, ENQUEUE_WAKEUP)
    policy.wakeupPreempt(0, sleeper, ENQUEUE_WAKEUP)
    expect(queue.next).toBe(sleeper)
  })
})

test('a task that was moved is not cache hot on its new CPU before it has run there', () => {
  const host = new FakePolicyHost(2)
  const policy = new Eevdf(host, paramsOf('eevdf', 2))
  const task = host.addTask()
  policy.addTask(task)
  policy.enqueue(0, task, ENQUEUE_WAKEUP)
  policy.switchTo(0, -1, false, task)
  policy.switchTo(0, task, true, -1)
  expect(host.now - policy.entities.execStart[task]!).toBe(0)
  policy.dequeue(0, task, DEQUEUE_MOVE)
  host.tasks.cpu[task] = 1
  policy.enqueue(1, task, ENQUEUE_MIGRATED)
  expect(host.now - policy.entities.execStart[task]!).toBe(Infinity)
})

test('balancing spares ineligible tasks from 6.14 on', () => {
  const spares = (kernel: string): boolean =>
    settingsOf(paramsOf('eevdf', 2, { kernel }), 1e6).skipsIneligible
  expect(['6.12', '6.12-stable'].map(spares)).toEqual([false, false])
  expect(['6.15', '6.18', '7.0'].map(spares)).toEqual([true, true, true])
})
