// cpu.max: a group's CPU time per period, handed to its queues in slices; a queue without any leaves the queue above
// until the next period. kernel/sched/fair.c, CFS bandwidth control.
import { DEQUEUE_SLEEP, ENQUEUE_WAKEUP, type PolicyHost } from '../../core/policy'
import type { FairQueue } from './fair-queue'

/** What an empty queue keeps when it gives the rest back (min_cfs_rq_runtime), ns. */
const KEPT_NS = 1_000_000

/** What throttling asks of the class. */
export interface ThrottledClass<Q> {
  climb(e: number, from: Q, flags: number): void
  descend(e: number, from: Q, reason: number, mayDelay: boolean): void
  countRunnable(from: Q, runnable: number, idle: number): void
}

export class Bandwidth<Q extends FairQueue> {
  /** CPU time left in each group's period, ns. */
  private readonly pool: Float64Array

  constructor(
    private readonly host: PolicyHost,
    private readonly queues: readonly Q[],
    private readonly fair: ThrottledClass<Q>,
    /** A queue takes this much from its group at a time (sched_cfs_bandwidth_slice_us), ns. */
    private readonly sliceNs: number,
  ) {
    this.pool = new Float64Array(host.groups.length)
    host.groups.forEach(({ max }, group) => {
      if (max === null) return
      for (const queue of this.queuesOf(group)) queue.runtimeLeftNs = 0
      this.pool[group] = max.quotaNs
      host.setTimer(max.periodNs, group)
    })
  }

  private queuesOf(group: number): readonly Q[] {
    const { cpus } = this.host
    return this.queues.slice((group + 1) * cpus, (group + 2) * cpus)
  }

  private groupOf(queue: Q): number {
    return Math.floor(queue.entity / this.host.cpus)
  }

  /** A queue has used up its slice: it takes another, or its CPU must schedule. */
  refill(queue: Q): void {
    const group = this.groupOf(queue)
    const taken = Math.min(this.pool[group]!, this.sliceNs - queue.runtimeLeftNs)
    queue.runtimeLeftNs += taken
    this.pool[group]! -= taken
    if (queue.runtimeLeftNs <= 0 && queue.currentOnQueue) this.host.requestResched(queue.cpu)
  }

  /** Takes a queue without CPU time off the queue above. True where it did. */
  throttles(queue: Q): boolean {
    if (queue.throttled) return true
    const above = queue.parent as Q
    this.fair.countRunnable(above, -queue.runnable, -this.idleAbove(queue))
    this.fair.descend(queue.entity, above, DEQUEUE_SLEEP, false)
    queue.throttled = true
    return true
  }

  /** A queue is empty: what it will not need goes back to its group. */
  giveBack(queue: Q): void {
    const rest = queue.runtimeLeftNs - KEPT_NS
    if (rest <= 0) return
    queue.runtimeLeftNs = KEPT_NS
    this.pool[this.groupOf(queue)]! += rest
  }

  /** A group's period is over. */
  periodEnds(group: number): void {
    const { host } = this
    const max = host.groups[group]!.max!
    this.pool[group] = max.quotaNs
    host.setTimer(host.now + max.periodNs, group)
    for (const queue of this.queuesOf(group)) {
      // One that still runs is about to leave its CPU; the next period will do.
      if (!queue.throttled || queue.currentOnQueue) continue
      const taken = Math.min(this.pool[group], 1 - queue.runtimeLeftNs)
      queue.runtimeLeftNs += taken
      this.pool[group] -= taken
      if (queue.runtimeLeftNs > 0) this.release(queue)
    }
  }

  private release(queue: Q): void {
    const { host } = this
    const above = queue.parent as Q
    queue.throttled = false
    if (queue.count === 0) return
    this.fair.climb(queue.entity, above, ENQUEUE_WAKEUP)
    this.fair.countRunnable(above, queue.runnable, this.idleAbove(queue))
    if (host.running[queue.cpu]! < 0) host.requestResched(queue.cpu)
  }

  private idleAbove(queue: Q): number {
    return this.host.groups[this.groupOf(queue)]!.idle ? queue.runnable : queue.runnableIdle
  }
}
