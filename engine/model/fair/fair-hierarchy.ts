// The run queues of the fair class and what moves through their levels: one queue per CPU, and one per CPU for each
// control group, whose entity stands on the queue above. An entity that joins takes its groups along, one that leaves
// takes the groups along that it leaves empty.
import { DEQUEUE_MOVE, DEQUEUE_SLEEP, ENQUEUE_WAKEUP, type PolicyHost } from '../../core/policy'
import type { EntityRow } from '../decisions'
import { Bandwidth } from './bandwidth'
import type { CpuStates } from './cpu-states'
import type { FairEntities } from './fair-entities'
import type { FairQueue } from './fair-queue'
import { GroupShares } from './group-shares'
import type { LoadTracking } from './load-tracking'

/** Makes one queue; arguments as FairQueue's constructor from `cpu` on. */
export type QueueMaker<Q> = (cpu: number, index: number, entity: number, parent: Q | null, depth: number) => Q

/** What differs between the policies above their queues. */
export interface LevelRules<Q> {
  /** Sets the weight of an entity that is on no queue. */
  reweightAway(entity: number, weight: number, inverse: number): void
  /** The queue's shortest request goes to its group's entity (EEVDF from 6.12 on). */
  inheritSlice(queue: Q): void
}

export class FairHierarchy<Q extends FairQueue> {
  /** First the CPUs' own queues, then those of the first group on each CPU, and so on. */
  readonly queues: Q[] = []
  readonly bandwidth: Bandwidth<Q> | null
  readonly shares: GroupShares<Q>
  /** Number of the first task's entity. */
  private readonly first: number

  constructor(
    private readonly host: PolicyHost,
    private readonly entities: FairEntities,
    private readonly tracking: LoadTracking,
    private readonly states: CpuStates,
    private readonly rules: LevelRules<Q>,
    options: { readonly bandwidthSliceNs: number },
    createQueue: QueueMaker<Q>,
  ) {
    this.first = entities.first
    for (let cpu = 0; cpu < host.cpus; cpu++) this.queues.push(createQueue(cpu, cpu, -1, null, 0))
    host.groups.forEach(({ parent }, group) => {
      for (let cpu = 0; cpu < host.cpus; cpu++) {
        const above = this.queues[parent === null ? cpu : (parent + 1) * host.cpus + cpu]!
        const entity = group * host.cpus + cpu
        this.queues.push(createQueue(cpu, this.queues.length, entity, above, above.depth + 1))
      }
    })
    this.shares = new GroupShares<Q>(
      host,
      entities,
      (queue) => this.tracking.queues.load(queue.index),
      (queue, entity, weight, inverse) => {
        this.setWeight(queue, entity, weight, inverse)
      },
    )
    const limited = host.groups.some(({ max }) => max !== null)
    this.bandwidth = limited ? new Bandwidth<Q>(host, this.queues, this, options.bandwidthSliceNs) : null
  }

  /** The queue of a task's group on a CPU. */
  queueOf(task: number, cpu: number): Q {
    return this.queues[(this.host.tasks.group[task]! + 1) * this.host.cpus + cpu]!
  }

  parentOf(queue: Q): Q | null {
    return queue.parent as Q | null
  }

  /** Out of CPU time, itself or a group that it is in. */
  isThrottled(from: Q): boolean {
    for (let queue: Q | null = from; queue !== null; queue = this.parentOf(queue))
      if (queue.throttled) return true
    return false
  }

  /** Charges the running entity of a queue and asks for what follows from it. */
  update(queue: Q): void {
    if (queue.update(this.host.now)) this.host.requestResched(queue.cpu, queue.reason)
    if (queue.runtimeLeftNs <= 0) this.bandwidth!.refill(queue)
  }

  setWeight(queue: Q, e: number, weight: number, inverse: number): void {
    if (queue.isOnQueue(e)) {
      this.update(queue)
      queue.reweight(e, weight, inverse)
    } else this.rules.reweightAway(e, weight, inverse)
  }

  /** Puts an entity on its queue, and its groups on theirs, up to the first that is on its queue already. */
  climb(e: number, from: Q, flags: number): void {
    let at = e
    let queue: Q | null = from
    let joining = flags
    while (queue !== null) {
      if (queue.isOnQueue(at)) {
        if (queue.isDelayed(at)) queue.undelay(at)
        break
      }
      this.update(queue)
      this.tracking.touchQueue(queue)
      queue.join(at, joining)
      this.rules.inheritSlice(queue)
      if (queue.throttled) return
      at = queue.entity
      queue = this.parentOf(queue)
      joining = ENQUEUE_WAKEUP
    }
    for (; queue !== null && queue.entity >= 0; queue = this.parentOf(queue)) this.rules.inheritSlice(queue)
  }

  /** Takes an entity off its queue, and the groups that it leaves empty off theirs. False: it stays, delayed. */
  descend(e: number, from: Q, reason: number, mayDelay: boolean): boolean {
    let at = e
    let queue = from
    let why = reason
    for (;;) {
      this.update(queue)
      this.tracking.touchQueue(queue)
      if (!queue.leave(at, why, mayDelay)) return at !== e
      // A group that is taken off for want of CPU time is not preferred for it.
      const above = this.emptiedBy(queue, reason !== DEQUEUE_MOVE && mayDelay)
      if (above === null) return true
      at = queue.entity
      queue = above
      why = DEQUEUE_SLEEP
    }
  }

  /** An entity has left a queue. The queue above, where its group must leave too; else null. */
  private emptiedBy(queue: Q, sleeps: boolean): Q | null {
    const above = this.parentOf(queue)
    if (above === null) return null
    if (queue.count === 0 && queue.runtimeLeftNs !== Infinity) this.bandwidth!.giveBack(queue)
    if (queue.throttled) return null
    if (queue.count === 0) return above
    // The group goes on with the turn that the sleeper did not use up.
    if (sleeps) above.markNext(queue.entity)
    return null
  }

  /** Counts runnable tasks on a queue and those above, up to one that is throttled. */
  countRunnable(from: Q, runnable: number, idle: number): void {
    let queue: Q | null = from
    let idleNow = idle
    while (queue !== null) {
      this.tracking.touchQueue(queue)
      queue.runnable += runnable
      queue.runnableIdle += idleNow
      if (queue.throttled) return
      if (queue.entity < 0) this.states.add(queue.cpu, runnable, idleNow)
      else if (this.entities.idle[queue.entity] === 1) idleNow = runnable
      queue = this.parentOf(queue)
    }
  }

  /** The task to run on a CPU; -1: none. */
  pick(cpu: number): number {
    const root = this.queues[cpu]!
    let queue = root
    for (;;) {
      this.update(queue)
      if (queue.runtimeLeftNs <= 0 && this.bandwidth!.throttles(queue)) {
        queue = root
        continue
      }
      const picked = queue.pick()
      if (picked < 0) return -1
      if (queue.isDelayed(picked)) {
        this.finishDelayed(queue, picked)
        queue = root
      } else if (picked >= this.first) return picked - this.first
      else queue = this.queues[this.host.cpus + picked]!
    }
  }

  /** Completes the dequeue of a delayed sleeper that was picked. */
  private finishDelayed(queue: Q, e: number): void {
    this.tracking.touchQueue(queue)
    queue.finishDelayed(e)
    const above = this.emptiedBy(queue, true)
    if (above !== null) this.descend(queue.entity, above, DEQUEUE_SLEEP, true)
  }

  /** Tells the queues from that of `next` (-1: the CPU's own) up to the CPU's; the rule of the pick that decided. */
  describe(cpu: number, next: number, addRow: (row: EntityRow) => void): string {
    if (next < 0) return 'nothing to run'
    const { first, host } = this
    const name = (e: number): number => (e >= first ? e - first : -1 - Math.floor(e / host.cpus))
    const leaf = this.queueOf(next, cpu)
    let picked = first + next
    for (let queue: Q | null = leaf; queue !== null; queue = this.parentOf(queue)) {
      queue.describe(name, addRow, picked)
      picked = queue.entity
    }
    return leaf.ruleText()
  }

  /**
   * `prev` leaves a CPU and `next` takes it (-1: none); groups to which both belong keep it. Charges as
   * put_prev_entity does: no pick comes before a switch to another class or to the stopper thread.
   */
  switchTo(cpu: number, prev: number, next: number): void {
    const { now } = this.host
    let leaving = prev < 0 ? null : this.queueOf(prev, cpu)
    let coming = next < 0 ? null : this.queueOf(next, cpu)
    let entity = this.first + next
    while (leaving !== coming) {
      if (leaving !== null && (coming === null || leaving.depth >= coming.depth)) {
        const isPaired = coming !== null && coming.depth === leaving.depth
        this.tracking.touchQueue(leaving)
        leaving.update(now)
        leaving.putCurrent()
        leaving = this.parentOf(leaving)
        if (!isPaired) continue
      }
      const queue = coming!
      this.tracking.touchQueue(queue)
      queue.setNext(entity, now)
      entity = queue.entity
      // A task that came from another class, into a group without CPU time: it goes on until its CPU schedules.
      coming = queue.throttled ? null : this.parentOf(queue)
    }
    if (leaving !== null && coming !== null) {
      leaving.update(now)
      leaving.putCurrent()
      coming.setNext(entity, now)
    }
  }
}
