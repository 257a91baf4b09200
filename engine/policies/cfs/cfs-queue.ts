// One CFS queue as of Linux 6.5: monotonic min_vruntime, slices from the period, buddies, the pick. Rules and names
// follow kernel/sched/fair.c; docs/modelling.md lists them with their sources.
import { DEQUEUE_MOVE, ENQUEUE_NEW, ENQUEUE_WAKEUP } from '../../core/policy'
import { type EntityRow, ROW_CURRENT, ROW_ELIGIBLE, ROW_PICKED } from '../../model/decisions'
import type { FairEntities } from '../../model/fair/fair-entities'
import { FairQueue } from '../../model/fair/fair-queue'
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
  readonly altPeriod: boolean
  readonly sliceFloor: boolean
}

/** Why an entity was picked. */
const PICKED_LEFTMOST = 'smallest virtual run time'
const PICKED_NEXT_BUDDY = 'next buddy, close enough'
const PICKED_LAST_BUDDY = 'last buddy, close enough'
const PICKED_SECOND = 'second, since the first yielded'

export class CfsQueue extends FairQueue {
  minVruntime = START_VTIME
  /** Further buddies: preferred or passed over at the next pick; -1: none. */
  last = -1
  skip = -1
  private rule = PICKED_LEFTMOST
  /** The waiting entity with the smallest virtual time; UNKNOWN: to be searched. */
  private first = -1

  constructor(
    private readonly e: FairEntities,
    private readonly settings: CfsSettings,
    cpu: number,
    index?: number,
    entity?: number,
    parent?: FairQueue | null,
    depth?: number,
  ) {
    super(e, cpu, index, entity, parent, depth)
  }

  /** Number of tasks that share `latency` before the period grows. */
  get latencyCount(): number {
    return Math.ceil(this.settings.latencyNs / this.settings.minGranularityNs)
  }

  /** Charges the running entity up to `now`. CFS asks for a reschedule at ticks and wake-ups only. */
  update(now: number): boolean {
    const c = this.current
    if (c < 0 || !this.currentOnQueue) return false
    const { e } = this
    const delta = now - e.execStart[c]!
    if (delta <= 0) return false
    e.execStart[c] = now
    e.sumExec[c]! += delta
    e.vruntime[c]! += e.toVirtual(c, delta)
    this.runtimeLeftNs -= delta
    this.updateMinVruntime()
    return false
  }

  /** Follows the smallest virtual time on the queue, never backwards. */
  updateMinVruntime(): void {
    const { e } = this
    const first = this.leftmost()
    let smallest = first < 0 ? Infinity : e.vruntime[first]!
    if (this.currentOnQueue) smallest = Math.min(smallest, e.vruntime[this.current]!)
    if (smallest !== Infinity && smallest > this.minVruntime) this.minVruntime = smallest
  }

  override insert(entity: number): void {
    super.insert(entity)
    const { first, e } = this
    if (this.size === 1) this.first = entity
    else if (first !== UNKNOWN && e.vruntime[entity]! < e.vruntime[first]!) this.first = entity
  }

  override remove(entity: number): void {
    super.remove(entity)
    if (this.first === entity) this.first = this.size === 0 ? -1 : UNKNOWN
  }

  /** The waiting entity with the smallest virtual time, the one inserted first among equals; -1: none. */
  leftmost(): number {
    if (this.first === UNKNOWN) this.first = this.leftmostExcept(-1)
    return this.first
  }

  private leftmostExcept(except: number): number {
    const { members, memberVruntime, size } = this
    const { sequence } = this.e
    let best = -1
    let smallest = Infinity
    for (let i = 0; i < size; i++) {
      const vruntime = memberVruntime[i]!
      const entity = members[i]!
      if (vruntime > smallest || entity === except) continue
      if (vruntime === smallest && sequence[entity]! > sequence[best]!) continue
      smallest = vruntime
      best = entity
    }
    return best
  }

  /** Time in which every task should run once, ns; `runnable` counts the entity asked about. */
  period(runnable: number): number {
    const { latencyNs, minGranularityNs } = this.settings
    return runnable > this.latencyCount ? runnable * minGranularityNs : latencyNs
  }

  /** The part of the period that an entity should get, ns (sched_slice); it need not be on the queue yet. */
  slice(entity: number): number {
    const { e, settings } = this
    const isHere = this.isOnQueue(entity)
    const period = this.period((settings.altPeriod ? this.onCpu() : this.count) + (isHere ? 0 : 1))
    const slice = this.share(period, entity)
    if (!settings.sliceFloor) return slice
    const amongNormal = e.idle[entity] === 1 && this.hasNormal(entity)
    return Math.max(slice, amongNormal ? settings.idleMinGranularityNs : settings.minGranularityNs)
  }

  turnNs(entity: number): number {
    return this.slice(entity)
  }

  /** Tasks that want this CPU, in all groups (ALT_PERIOD). */
  private onCpu(): number {
    return this.parent instanceof CfsQueue ? this.parent.onCpu() : this.runnable
  }

  /** An entity's weighted part of a length of time, level by level. */
  private share(ns: number, entity: number): number {
    const { e } = this
    const weight = this.totalWeight()
    const total = this.isOnQueue(entity) ? weight : weight + e.weight[entity]!
    const slice = scaleDelta(ns, e.weight[entity]!, inverseOfSum(total))
    return this.parent instanceof CfsQueue ? this.parent.share(slice, this.entity) : slice
  }

  private hasNormal(except: number): boolean {
    const { idle } = this.e
    const { current } = this
    if (this.currentOnQueue && current !== except && idle[current] === 0) return true
    for (let i = 0; i < this.size; i++) {
      const other = this.members[i]!
      if (other !== except && idle[other] === 0) return true
    }
    return false
  }

  /** Whether the tick should end the running entity's turn. */
  tickPreempts(): boolean {
    if (this.count <= 1) return false
    const { e, settings, current } = this
    const ideal = Math.min(this.slice(current), settings.latencyNs)
    const ran = e.sumExec[current]! - e.prevSumExec[current]!
    if (ran > ideal) {
      this.clearBuddies(current)
      this.reason = 'slice used up'
      return true
    }
    if (ran < settings.minGranularityNs) return false
    const first = this.leftmost()
    this.reason = 'a slice ahead of the first'
    return first >= 0 && e.vruntime[current]! - e.vruntime[first]! > ideal
  }

  /** 1: `wakee` should preempt `current`; 0: too close; -1: it is not behind (wakeup_preempt_entity). */
  wakeupCompare(current: number, wakee: number): -1 | 0 | 1 {
    const { e } = this
    const behind = e.vruntime[current]! - e.vruntime[wakee]!
    if (behind <= 0) return -1
    return behind > e.toVirtual(wakee, this.settings.wakeupGranularityNs) ? 1 : 0
  }

  wakeupPreempts(wakee: number): boolean {
    const { current, settings } = this
    if (this.wakeupCompare(current, wakee) !== 1) return false
    this.reason = 'the wakee is behind by more than the granularity'
    this.markNext(wakee)
    if (settings.lastBuddy && this.isCrowded() && current >= this.e.first) this.markLast(current)
    return true
  }

  /** So many that buddies are worth it (sched_nr_latency). */
  override isCrowded(): boolean {
    return this.count >= this.latencyCount
  }

  private markLast(entity: number): void {
    if (!this.isOnQueue(entity) || this.e.idle[entity] === 1) return
    this.last = entity
    if (this.parent instanceof CfsQueue) this.parent.markLast(this.entity)
  }

  join(entity: number, flags: number): void {
    if ((flags & ENQUEUE_WAKEUP) !== 0 && (flags & ENQUEUE_NEW) === 0) this.placeWoken(entity)
    this.admit(entity)
  }

  leave(entity: number, reason: number): boolean {
    this.clearBuddies(entity)
    if (entity === this.current) this.currentOnQueue = false
    else this.remove(entity)
    // Before the queue goes on without it: one that held min_vruntime back takes no lead along.
    if (reason === DEQUEUE_MOVE) this.e.vruntime[entity]! -= this.minVruntime
    this.updateMinVruntime()
    return true
  }

  /** Virtual time of a woken sleeper: some credit, but never back (place_entity). */
  placeWoken(entity: number): void {
    const { e, settings } = this
    let credit = e.idle[entity] === 1 ? settings.minGranularityNs : settings.latencyNs
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
    this.rule = PICKED_LEFTMOST
    let left = first
    if (this.currentOnQueue && (first < 0 || e.vruntime[current]! < e.vruntime[first]!)) left = current
    if (left < 0) return -1
    let choice = left
    if (this.skip === choice) {
      const second = this.secondBest(choice, first)
      if (second >= 0 && this.wakeupCompare(second, left) < 1) {
        choice = second
        this.rule = PICKED_SECOND
      }
    }
    if (this.isBuddy(this.next) && this.wakeupCompare(this.next, left) < 1) {
      choice = this.next
      this.rule = PICKED_NEXT_BUDDY
    } else if (this.isBuddy(this.last) && this.wakeupCompare(this.last, left) < 1) {
      choice = this.last
      this.rule = PICKED_LAST_BUDDY
    }
    return choice
  }

  /** A buddy counts while it is on the queue. */
  private isBuddy(entity: number): boolean {
    return entity >= 0 && this.isOnQueue(entity)
  }

  ruleText(): string {
    return this.rule
  }

  describe(name: (e: number) => number, addRow: (row: EntityRow) => void, picked: number): void {
    const { e } = this
    const queue = this.entity < 0 ? -1 : -1 - name(this.entity)
    const add = (entity: number, isCurrent: boolean): void => {
      addRow({
        queue,
        entity: name(entity),
        weight: e.weight[entity]!,
        vruntime: e.vruntime[entity]!,
        deadline: NaN,
        lag: this.minVruntime - e.vruntime[entity]!,
        sliceNs: this.slice(entity),
        flags: ROW_ELIGIBLE | (isCurrent ? ROW_CURRENT : 0) | (entity === picked ? ROW_PICKED : 0),
      })
    }
    if (this.currentOnQueue) add(this.current, true)
    for (let i = 0; i < this.size; i++) add(this.members[i]!, false)
  }

  private secondBest(choice: number, first: number): number {
    const { e, current } = this
    if (choice === current) return first
    const next = this.leftmostExcept(choice)
    if (this.currentOnQueue && (next < 0 || e.vruntime[current]! < e.vruntime[next]!)) return current
    return next
  }

  protected started(entity: number): void {
    this.clearBuddies(entity)
  }

  yieldCurrent(): void {
    this.clearBuddies(this.current)
    this.markSkip(this.current)
  }

  /** Passes over `entity`, and over its groups on the queues above, at the next pick (set_skip_buddy). */
  private markSkip(entity: number): void {
    this.skip = entity
    if (this.parent instanceof CfsQueue) this.parent.markSkip(this.entity)
  }

  /** The virtual time stays; only the weights change. */
  reweight(entity: number, weight: number, inverse: number): void {
    const waits = this.isMember(entity)
    if (waits) this.memberWeight -= this.e.weight[entity]!
    this.e.setWeight(entity, weight, inverse)
    if (waits) this.memberWeight += weight
  }

  /** Each mark goes on all levels up to the first that has another entity marked. */
  clearBuddies(entity: number): void {
    this.clearNext(entity)
    this.clearLast(entity)
    this.clearSkip(entity)
  }

  private clearLast(entity: number): void {
    if (this.last !== entity) return
    this.last = -1
    if (this.parent instanceof CfsQueue) this.parent.clearLast(this.entity)
  }

  private clearSkip(entity: number): void {
    if (this.skip !== entity) return
    this.skip = -1
    if (this.parent instanceof CfsQueue) this.parent.clearSkip(this.entity)
  }

  // CFS has no delayed dequeue.

  isDelayed(): boolean {
    return false
  }

  isEligible(): boolean {
    return true
  }

  delay(): void {
    throw new Error('CFS delays no dequeue')
  }

  undelay(): void {
    throw new Error('CFS delays no dequeue')
  }

  finishDelayed(): void {
    throw new Error('CFS delays no dequeue')
  }
}

const UNKNOWN = -2
