// A sleeper that the policy below keeps on a queue and moves to another CPU waits for no CPU: it must not count as
// contention there, or the throttle would hold up real-time tasks for nobody.
import { expect, test } from 'vitest'
import { FakePolicyHost } from '../../../tests/fakes/policy-host'
import { DEQUEUE_MOVE, ENQUEUE_MIGRATED, type Policy } from '../../core/policy'
import { RUNNABLE, SLEEPING } from '../../core/task-table'
import { RealTimeClass } from './real-time-class'

const nothing = (): void => undefined
const inner: Policy = {
  addTask: nothing,
  selectCpu: () => 0,
  isQueued: () => true,
  enqueue: nothing,
  dequeue: nothing,
  wakeupPreempt: nothing,
  pickNext: () => -1,
  describe: () => '',
  switchTo: nothing,
  tick: nothing,
  yieldTask: nothing,
  reweight: nothing,
  changeSlice: nothing,
  timer: nothing,
  balance: () => false,
}

/** Timers that are set once a real-time task runs where a fair one was moved in this state. */
function timersAfterMove(state: number): number {
  let timers = 0
  const host = new FakePolicyHost(2)
  host.setTimer = () => {
    timers++
  }
  const policy = new RealTimeClass(host, () => inner)
  const fair = host.addTask()
  const realTime = host.addTask({ policy: 'fifo' })
  policy.addTask(fair)
  policy.addTask(realTime)
  host.tasks.state[fair] = state
  policy.dequeue(0, fair, DEQUEUE_MOVE)
  policy.enqueue(1, fair, ENQUEUE_MIGRATED)
  policy.enqueue(1, realTime, 0)
  policy.switchTo(1, -1, false, realTime)
  return timers
}

test('a moved sleeper is no contention, a moved runnable task is', () => {
  expect(timersAfterMove(SLEEPING)).toBe(0)
  expect(timersAfterMove(RUNNABLE)).toBe(1)
})
