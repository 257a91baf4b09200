// One CPU's CFS queue as of Linux 6.5: monotonic min_vruntime, slices from the period, buddies, the pick.
import type { CpuLoad } from '../../model/fair/cpu-load'
import type { FairEntities } from '../../model/fair/fair-entities'
import { COUNTED_IDLE_POLICY, FairQueue } from '../../model/fair/fair-queue'
import { inverseOfSum, scaleDelta } from '../../model/fair/weights'

/** Where the virtual time of a new queue starts, vns. */
const START_VTIME = -1048576

export interface CfsSettings {
  readonly latencyNs: number
  readonly minGranularityNs: number
  readonly idleMinGranularityNs: number
  readonly wakeupGranularityNs: number
  readonly gentleFairSleepers: boolean
  readonly startDebit: boolean
  readonly wakeupPreemption: boolean
  readonly lastBuddy: boolean
}

export class CfsQueue extends FairQueue {
  minVruntime = START_VTIME
  /** Buddies: preferred or passed over at the next pick; -1: none. */
  next = -1
  last = -1
  skip = -1

  constructor(
    private readonly e: FairEntities,
    private readonly settings: CfsSettings,
    load: CpuLoad,
    cpu: number,
  ) {
    super(e, load, cpu)
  }

  /** Number of tasks that share `latency` before the period grows. */
  get latencyCount(): number {
    return Math.ceil(this.settings.latencyNs / this.settings.minGranularityNs)
  }

  /** Charges the running task up to `now`. */
  update(now: number): void {
    const c = this.current
    if (c < 0 || !this.currentOnQueue) return
    const { e } = this
    const delta = now - e.execStart[c]!
    if (delta <= 0) return
    e.execStart[c] = now
    e.sumExec[c]! += delta
    e.vruntime[c]! += e.toVirtual(c, delta)
    this.updateMinVruntime()
  }

  /** Follows the smallest virtual time on the queue, never backwards. O(n). */
  updateMinVruntime(): void {
    const { e } = this
    const first = this.leftmost()
    let smallest = first < 0 ? Infinity : e.vruntime[first]!
    if (this.currentOnQueue) smallest = Math.min(smallest, e.vruntime[this.current]!)
    if (smallest !== Infinity && smallest > this.minVruntime) this.minVruntime = smallest
  }

  /** The waiting entity with the smallest virtual time, the one inserted first among equals; -1: none. O(n). */
  leftmost(except = -1): number {
    const { members } = this
    let best = -1
    for (let i = 0; i < this.size; i++) {
      const entity = members[i]!
      if (entity === except) continue
      if (best < 0 || this.isBefore(entity, best)) best = entity
    }
    return best
  }

  private isBefore(a: number, b: number): boolean {
    const { e } = this
    const difference = e.vruntime[a]! - e.vruntime[b]!
    return difference < 0 || (difference === 0 && e.sequence[a]! < e.sequence[b]!)
  }

  /** Time in which every task should run once, ns; `runnable` counts the entity asked about. */
  period(runnable: number): number {
    const { latencyNs, minGranularityNs } = this.settings
    return runnable > this.latencyCount ? runnable * minGranularityNs : latencyNs
  }

  /** The part of the period that an entity should get, ns (sched_slice); it need not be on the queue yet. */
  slice(entity: number): number {
    const { e, settings } = this
    const counted = e.counted[entity]!
    const onQueue = this.isMember(entity) || (this.current === entity && this.currentOnQueue)
    const weight = this.memberWeight + (this.currentOnQueue ? e.weight[this.current]! : 0)
    const total = onQueue ? weight : weight + e.weight[entity]!
    const runnable = this.runnable + (counted === 0 ? 1 : 0)
    const slice = scaleDelta(this.period(runnable), e.weight[entity]!, inverseOfSum(total))
    const amongNormal = counted === COUNTED_IDLE_POLICY && this.runnable > this.runnableIdlePolicy
    return Math.max(slice, amongNormal ? settings.idleMinGranularityNs : settings.minGranularityNs)
  }

  /** Whether the tick should end the running task's turn. */
  tickPreempts(): boolean {
    const { e, settings, current } = this
    const ideal = Math.min(this.slice(current), settings.latencyNs)
    const ran = e.sumExec[current]! - e.prevSumExec[current]!
    if (ran > ideal) {
      this.clearBuddies(current)
      return true
    }
    if (ran < settings.minGranularityNs) return false
    const first = this.leftmost()
    return first >= 0 && e.vruntime[current]! - e.vruntime[first]! > ideal
  }

  /** 1: `wakee` should preempt `current`; 0: too close; -1: it is not behind (wakeup_preempt_entity). */
  wakeupCompare(current: number, wakee: number): -1 | 0 | 1 {
    const { e } = this
    const behind = e.vruntime[current]! - e.vruntime[wakee]!
    if (behind <= 0) return -1
    return behind > e.toVirtual(wakee, this.settings.wakeupGranularityNs) ? 1 : 0
  }

  /** Virtual time of a woken sleeper: some credit, but never back (place_entity). */
  placeWoken(entity: number, isIdlePolicy: boolean): void {
    const { e, settings } = this
    let credit = isIdlePolicy ? settings.minGranularityNs : settings.latencyNs
    if (settings.gentleFairSleepers) credit = Math.floor(credit / 2)
    e.vruntime[entity] = Math.max(e.vruntime[entity]!, this.minVruntime - credit)
  }

  /** Virtual time of a new task: a slice behind the others (START_DEBIT), never before the one that runs here. */
  placeNew(entity: number): void {
    const { e, settings } = this
    const debit = settings.startDebit ? e.toVirtual(entity, this.slice(entity)) : 0
    const parent = this.currentOnQueue ? e.vruntime[this.current]! : -Infinity
    e.vruntime[entity] = Math.max(parent, this.minVruntime + debit)
  }

  /** Leftmost or running, whichever is behind; then the buddies where they are not too far away. -1: empty. */
  pick(): number {
    const { e, current } = this
    const first = this.leftmost()
    let left = first
    if (this.currentOnQueue && (first < 0 || e.vruntime[current]! < e.vruntime[first]!)) left = current
    if (left < 0) return -1
    let choice = left
    if (this.skip === choice) {
      const second = this.secondBest(choice, first)
      if (second >= 0 && this.wakeupCompare(second, left) < 1) choice = second
    }
    if (this.isBuddy(this.next) && this.wakeupCompare(this.next, left) < 1) choice = this.next
    else if (this.isBuddy(this.last) && this.wakeupCompare(this.last, left) < 1) choice = this.last
    return choice
  }

  /** A buddy counts while it is on the queue. */
  private isBuddy(entity: number): boolean {
    return entity >= 0 && (this.isMember(entity) || (entity === this.current && this.currentOnQueue))
  }

  private secondBest(choice: number, first: number): number {
    const { e, current } = this
    if (choice === current) return first
    const next = this.leftmost(choice)
    if (this.currentOnQueue && (next < 0 || e.vruntime[current]! < e.vruntime[next]!)) return current
    return next
  }

  clearBuddies(entity: number): void {
    if (this.next === entity) this.next = -1
    if (this.last === entity) this.last = -1
    if (this.skip === entity) this.skip = -1
  }
}
