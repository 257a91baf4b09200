// One CPU's EEVDF queue: average virtual time, lag, placement, requests and the pick. Rules and names follow
// kernel/sched/fair.c of Linux 6.6 to 7.0; docs/modelling.md lists them with their sources.
import type { CpuLoad } from '../../model/fair/cpu-load'
import { FairQueue } from '../../model/fair/fair-queue'
import { floorDiv, truncDiv } from '../../model/fair/weights'
import type { EevdfEntities } from './eevdf-entities'
import type { EevdfSettings } from './profile'
import { searchTree, searchTreeDefective } from './tree-search'
import { VruntimeTree } from './vruntime-tree'

/** Where the virtual time of an empty queue starts, vns. */
const START_VTIME = -1048576
/** The reference point follows V when it is this far away, so that weighted sums stay small and exact, vns. */
const REFERENCE_DRIFT = 1048576

export class EevdfQueue extends FairQueue {
  /** Sum of weight * (vruntime - reference) over the members. */
  private weightedSum = 0
  private reference = START_VTIME
  /** Members whose request is not the base slice. */
  private oddSlices = 0
  /** The members by virtual run time, where the kernel's search depends on that tree's shape. */
  private readonly tree: VruntimeTree | null

  constructor(
    private readonly e: EevdfEntities,
    private readonly settings: EevdfSettings,
    load: CpuLoad,
    cpu: number,
  ) {
    super(e, load, cpu)
    this.tree = settings.search === 'definition' ? null : new VruntimeTree(e)
  }

  override insert(entity: number): void {
    super.insert(entity)
    this.tree?.insert(entity)
    if (this.e.slice[entity] !== this.settings.baseSliceNs) this.oddSlices++
    this.weightedSum += this.e.weight[entity]! * (this.e.vruntime[entity]! - this.reference)
    this.assertExact(this.weightedSum)
  }

  override remove(entity: number): void {
    super.remove(entity)
    this.tree?.remove(entity)
    if (this.e.slice[entity] !== this.settings.baseSliceNs) this.oddSlices--
    this.weightedSum -= this.e.weight[entity]! * (this.e.vruntime[entity]! - this.reference)
  }

  /** V: the weighted mean of all on the queue, the running one included, rounded down; vns. O(1). */
  averageVruntime(): number {
    let weight = this.memberWeight
    let sum = this.weightedSum
    if (this.currentOnQueue) {
      const w = this.e.weight[this.current]!
      weight += w
      sum += w * (this.e.vruntime[this.current]! - this.reference)
    }
    return weight === 0 ? this.reference : this.reference + floorDiv(sum, weight)
  }

  /** Weight of all on the queue. */
  totalWeight(): number {
    return this.memberWeight + (this.currentOnQueue ? this.e.weight[this.current]! : 0)
  }

  /** Lag not negative. With floored V and whole virtual times this equals the kernel's test without division. */
  isEligible(entity: number): boolean {
    return !this.settings.eligibility || this.e.vruntime[entity]! <= this.averageVruntime()
  }

  /** Moves the reference to V where it has fallen behind; V stays as it is. */
  followAverage(): void {
    const drift = this.averageVruntime() - this.reference
    if (drift < REFERENCE_DRIFT && drift > -REFERENCE_DRIFT) return
    this.assertExact(this.memberWeight * drift)
    this.weightedSum -= this.memberWeight * drift
    this.reference += drift
  }

  /** Refuses to go on with a rounded number. */
  private assertExact(value: number): void {
    if (!Number.isSafeInteger(value))
      throw new Error(
        'EEVDF: a sum of weighted virtual times passed 2^53 and would no longer be exact; shorten the run or bring the weights closer together',
      )
  }

  /** Shortest request on the queue, ns. O(1) unless a member has a request of its own. */
  minSlice(): number {
    let shortest = this.currentOnQueue ? this.e.slice[this.current]! : Infinity
    if (this.oddSlices === 0)
      return this.size === 0 ? shortest : Math.min(shortest, this.settings.baseSliceNs)
    for (let i = 0; i < this.size; i++) shortest = Math.min(shortest, this.e.slice[this.members[i]!]!)
    return shortest
  }

  /** Longest request on the queue, ns. O(n). */
  private maxSlice(): number {
    let longest = this.currentOnQueue ? this.e.slice[this.current]! : 0
    for (let i = 0; i < this.size; i++) longest = Math.max(longest, this.e.slice[this.members[i]!]!)
    return longest
  }

  // ---- execution

  /** Charges the running task up to `now` and renews its request when used up. True: a reschedule is due. */
  update(now: number): boolean {
    const c = this.current
    if (c < 0 || !this.currentOnQueue) return false
    const { e } = this
    const delta = now - e.execStart[c]!
    if (delta <= 0) return false
    e.execStart[c] = now
    e.sumExec[c]! += delta
    e.vruntime[c]! += e.toVirtual(c, delta)
    this.assertExact(e.vruntime[c]!)
    return this.asksAfterUpdate(c, this.renew(c))
  }

  /** The reschedule rules: A up to 6.11, B from 6.12, C from 6.17 on, and version 3 of the study's patch on A. */
  private asksAfterUpdate(current: number, used: boolean): boolean {
    const { settings } = this
    const isStudyV3 = settings.ineligibleResched === 'v3'
    if (used && isStudyV3) return true
    if (this.count <= 1) return false
    if (used) return true
    if (settings.protection === 'point') return !this.isProtected(current)
    if (isStudyV3) return (!settings.runToParity || !this.isProtected(current)) && !this.isEligible(current)
    const isRuleB = settings.preemptShort || settings.ineligibleResched === 'upstream'
    return isRuleB && !this.isProtected(current) && !this.isEligible(current)
  }

  /** The hook of versions 1 and 2 of the study's patch, at the end of a tick and in the wake-up check. */
  studyPatchAsks(): boolean {
    const { settings, current } = this
    if (settings.ineligibleResched === 'v1') return !this.isEligible(current)
    if (settings.ineligibleResched !== 'v2') return false
    return settings.runToParity ? !this.isProtected(current) : !this.isEligible(current)
  }

  /** A new request where the deadline is reached, counted from the present virtual time. */
  renew(entity: number): boolean {
    const { e } = this
    if (e.vruntime[entity]! < e.deadline[entity]!) return false
    if (e.customSlice[entity] === 0) e.slice[entity] = this.settings.baseSliceNs
    e.deadline[entity] = e.vruntime[entity]! + e.toVirtual(entity, e.slice[entity]!)
    return true
  }

  // ---- joining and leaving

  /** V minus vruntime, within the bound of the profile; vns. `entity` still counts in V. */
  clampedLag(entity: number): number {
    const { e } = this
    return this.clampLag(entity, this.averageVruntime() - e.vruntime[entity]!)
  }

  clampLag(entity: number, lag: number): number {
    const { tickNs, lagBound } = this.settings
    const ns = lagBound === 'own' ? Math.max(2 * this.e.slice[entity]!, tickNs) : this.maxSlice() + tickNs
    const limit = this.e.toVirtual(entity, ns)
    return Math.max(-limit, Math.min(limit, lag))
  }

  /**
   * Gives a joining entity (not yet counted, unless it is the running one) its virtual time and deadline: it keeps
   * its saved lag, inflated because joining moves V towards it. `initial`: a new task, half a request.
   */
  place(entity: number, initial: boolean): void {
    const { e, settings } = this
    if (e.customSlice[entity] === 0) e.slice[entity] = settings.baseSliceNs
    let request = e.toVirtual(entity, e.slice[entity]!)
    let lag = 0
    const weight = this.totalWeight()
    if (settings.placeLag && weight > 0 && e.vlag[entity] !== 0)
      lag = e.vlag[entity]! + truncDiv(e.vlag[entity]! * e.weight[entity]!, weight)
    e.vruntime[entity] = this.averageVruntime() - lag
    if (e.relative[entity] === 1) {
      e.deadline[entity]! += e.vruntime[entity]
      e.relative[entity] = 0
      return
    }
    if (initial && settings.placeDeadlineInitial && settings.forkKeepsHalfRequest)
      request = Math.floor(request / 2)
    e.deadline[entity] = e.vruntime[entity] + request
  }

  /** Saves the clamped lag of an entity that leaves; it still counts. */
  saveLag(entity: number): void {
    this.e.vlag[entity] = this.clampedLag(entity)
  }

  /** Saves the lag of a delayed sleeper whose time has come; credit earned while asleep is dropped (DELAY_ZERO). */
  saveDelayedLag(entity: number): void {
    this.saveLag(entity)
    if (this.settings.delayZero && this.e.vlag[entity]! > 0) this.e.vlag[entity] = 0
  }

  /** Takes an entity off the queue, whether it waits or runs. */
  leave(entity: number): void {
    if (entity === this.current) this.currentOnQueue = false
    else this.remove(entity)
  }

  /** Changes the weight of an entity on the queue, as the profile has it. */
  reweight(entity: number, setWeight: () => void): void {
    const isCurrent = entity === this.current
    if (this.settings.reweight === 'scale-lag') {
      this.reweightByLag(entity, isCurrent, setWeight)
      return
    }
    const { e } = this
    const oldWeight = e.weight[entity]!
    // 6.7 to 6.11 keep the real lag, 6.6 the virtual run time; the distance to the deadline is scaled from there.
    const origin = this.settings.reweight === 'keep-lag' ? this.averageVruntime() : e.vruntime[entity]!
    if (!isCurrent) this.remove(entity)
    setWeight()
    const scaled = (distance: number): number => truncDiv(distance * oldWeight, e.weight[entity]!)
    e.deadline[entity] = origin + scaled(e.deadline[entity]! - origin)
    e.vruntime[entity] = origin - scaled(origin - e.vruntime[entity]!)
    if (!isCurrent) this.insert(entity)
  }

  /** 6.12 and later: lag, distance to the deadline and protection are scaled, and the entity is placed anew. */
  private reweightByLag(entity: number, isCurrent: boolean, setWeight: () => void): void {
    const { e, settings } = this
    const alone = this.count === 1
    const oldWeight = e.weight[entity]!
    this.saveLag(entity)
    const distance = e.deadline[entity]! - e.vruntime[entity]!
    const protectedFor = this.isProtected(entity) ? e.protection[entity]! - e.vruntime[entity]! : 0
    if (!isCurrent) this.remove(entity)
    setWeight()
    const scaled = (value: number): number => truncDiv(value * oldWeight, e.weight[entity]!)
    e.vlag[entity] = alone ? 0 : scaled(e.vlag[entity]!)
    e.deadline[entity] = scaled(distance)
    e.relative[entity] = 1
    this.place(entity, false)
    if (settings.protection === 'point') e.protection[entity] = e.vruntime[entity]! + scaled(protectedFor)
    if (!isCurrent) this.insert(entity)
  }

  // ---- the pick

  /** Whether the running entity may go on against everything that leaves it eligible. */
  isProtected(entity: number): boolean {
    const { e } = this
    return this.settings.protection === 'stash'
      ? e.protection[entity] === e.deadline[entity]
      : e.vruntime[entity]! < e.protection[entity]!
  }

  /** Sets the protection of an entity that has just been picked and still counts among `minSlice`. */
  protect(entity: number): void {
    const { e, settings } = this
    if (settings.protection === 'stash') {
      e.protection[entity] = e.deadline[entity]!
      return
    }
    const slice = e.slice[entity]!
    const quantum = Math.min(slice, settings.runToParity ? this.minSlice() : settings.normalisedBaseSliceNs)
    e.protection[entity] =
      quantum === slice
        ? e.deadline[entity]!
        : Math.min(e.deadline[entity]!, e.vruntime[entity]! + e.toVirtual(entity, quantum))
  }

  /** A wake-up that did not preempt shortens the running one's protection to the shortest request (6.17+). */
  shortenProtection(entity: number): void {
    const { e } = this
    e.protection[entity] = Math.min(
      e.protection[entity]!,
      e.vruntime[entity]! + e.toVirtual(entity, this.minSlice()),
    )
  }

  cancelProtection(entity: number): void {
    const { e, settings } = this
    e.protection[entity] = settings.protection === 'stash' ? e.deadline[entity]! + 1 : e.vruntime[entity]!
  }

  /**
   * The eligible entity with the earliest virtual deadline; among equals the one inserted first, and a waiting one
   * before the running one. -1: empty. May be a delayed sleeper. O(n).
   */
  pick(honourProtection: boolean): number {
    if (this.count === 0) return -1
    if (this.count === 1) return this.currentOnQueue ? this.current : this.members[0]!
    const { e, settings, current } = this
    const average = settings.eligibility ? this.averageVruntime() : Infinity
    const keepsCurrent = this.currentOnQueue && e.vruntime[current]! <= average
    // From 6.17 on protection holds in both states of the feature, which then only sets its length.
    const parity = settings.runToParity || settings.protection === 'point'
    if (keepsCurrent && honourProtection && parity && this.isProtected(current)) return current
    if (this.tree !== null) return this.searchTree(this.tree, average, keepsCurrent ? current : -1)
    const best = this.earliestDeadline(average)
    if (best < 0) return keepsCurrent ? current : this.leftmost()
    return keepsCurrent && e.deadline[current]! < e.deadline[best]! ? current : best
  }

  private searchTree(tree: VruntimeTree, average: number, current: number): number {
    const { deadline, vruntime } = this.e
    const isEligible = (entity: number): boolean => vruntime[entity]! <= average
    const search = this.settings.search === 'tree' ? searchTree : searchTreeDefective
    return search({ tree, deadline, isEligible }, current)
  }

  private earliestDeadline(average: number): number {
    const { e, members } = this
    let best = -1
    for (let i = 0; i < this.size; i++) {
      const entity = members[i]!
      if (e.vruntime[entity]! > average) continue
      if (best < 0 || this.isEarlier(entity, best)) best = entity
    }
    return best
  }

  private isEarlier(a: number, b: number): boolean {
    const { e } = this
    const difference = e.deadline[a]! - e.deadline[b]!
    return difference < 0 || (difference === 0 && e.sequence[a]! < e.sequence[b]!)
  }

  /** Never reached while V is exact: the smallest virtual time is never above the mean. */
  private leftmost(): never {
    throw new Error('EEVDF: nothing on the queue is eligible')
  }
}
