// CFS as a whole: virtual times of tasks that are moved or forked, and buddies through the levels of groups.
import { expect, test } from 'vitest'
import { FakePolicyHost } from '../../../tests/fakes/policy-host'
import { paramsOf } from '../../../tests/support/run-specs'
import { DEQUEUE_MOVE, ENQUEUE_MIGRATED, ENQUEUE_WAKEUP } from '../../core/policy'
import { POLICY_OTHER, RUNNABLE } from '../../core/task-table'
import { FairEntities } from '../../model/fair/fair-entities'
import { Cfs } from './cfs'
import { CfsQueue, type CfsSettings } from './cfs-queue'

function benchOf(cpus: number) {
  const host = new FakePolicyHost(cpus)
  const policy = new Cfs(host, paramsOf('cfs', cpus))
  const add = (cpu: number): number => {
    const task = host.addTask()
    host.tasks.cpu[task] = cpu
    host.tasks.state[task] = RUNNABLE
    policy.addTask(task)
    return task
  }
  const join = (cpu: number, task: number): void => {
    host.tasks.cpu[task] = cpu
    policy.enqueue(cpu, task, ENQUEUE_WAKEUP)
  }
  const start = (cpu: number, task: number): void => {
    policy.switchTo(cpu, host.running[cpu]!, true, task)
    host.running[cpu] = task
  }
  return { host, policy, add, join, start }
}

test('a task that holds min_vruntime back takes no lead to its new CPU', () => {
  const { host, policy, add, join, start } = benchOf(2)
  const [mover, ahead, other] = [add(0), add(0), add(1)]
  join(0, mover)
  join(0, ahead)
  join(1, other)
  const { vruntime } = policy.entities
  const [from, to] = policy.hierarchy.queues as [CfsQueue, CfsQueue]
  start(1, other)
  const held = vruntime[mover]!
  // The other task on CPU 0 has run 10 ms.
  start(0, ahead)
  host.now = 10_000_000
  policy.hierarchy.update(from)
  expect(from.minVruntime).toBe(held)
  policy.dequeue(0, mover, DEQUEUE_MOVE)
  expect(from.minVruntime).toBe(held + 10_000_000)
  host.tasks.cpu[mover] = 1
  policy.enqueue(1, mover, ENQUEUE_MIGRATED)
  expect(to.minVruntime).toBe(vruntime[other])
  expect(vruntime[mover]).toBe(to.minVruntime)
})

test('a fork charges the parent before the child is placed', () => {
  const { host, policy, add, join, start } = benchOf(1)
  const parent = add(0)
  join(0, parent)
  start(0, parent)
  host.now = 3_000_000
  const queue = policy.hierarchy.queues[0]!
  const child = add(0)
  expect(queue.minVruntime).toBe(3_000_000)
  expect(policy.entities.vruntime[child]).toBeGreaterThanOrEqual(policy.entities.vruntime[parent]!)
})

const settings: CfsSettings = {
  latencyNs: 6e6,
  minGranularityNs: 750_000,
  idleMinGranularityNs: 750_000,
  wakeupGranularityNs: 1e6,
  gentleFairSleepers: true,
  startDebit: true,
  wakeupPreemption: true,
  lastBuddy: true,
  altPeriod: true,
  sliceFloor: true,
}

/** A group (entity 0) on a CPU's queue, with tasks 1 and 2 in it. */
function grouped() {
  const e = new FairEntities(1)
  e.ensure(8)
  for (const entity of [0, 1, 2]) e.setTaskWeight(entity, 0, POLICY_OTHER)
  const root = new CfsQueue(e, settings, 0)
  const leaf = new CfsQueue(e, settings, 0, 1, 0, root, 1)
  root.insert(0)
  leaf.insert(1)
  leaf.insert(2)
  root.setNext(0, 0)
  leaf.setNext(1, 0)
  return { root, leaf }
}

test('a task that yields has its group passed over too', () => {
  const { root, leaf } = grouped()
  leaf.yieldCurrent()
  expect(leaf.skip).toBe(1)
  expect(root.skip).toBe(0)
  leaf.clearBuddies(1)
  expect(leaf.skip).toBe(-1)
  expect(root.skip).toBe(-1)
})

test('a buddy that runs is forgotten on all levels', () => {
  const { root, leaf } = grouped()
  leaf.markNext(2)
  expect(root.next).toBe(0)
  leaf.putCurrent()
  leaf.setNext(2, 0)
  expect(leaf.next).toBe(-1)
  expect(root.next).toBe(-1)
})
