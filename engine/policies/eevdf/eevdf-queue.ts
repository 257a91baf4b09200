// One EEVDF queue: requests, lag, placement, delayed sleepers and the reschedule rules. Rules and names follow
// kernel/sched/fair.c of Linux 6.6 to 7.0; docs/modelling.md lists them with their sources.
import { DEQUEUE_MOVE, DEQUEUE_SLEEP, ENQUEUE_NEW, ENQUEUE_SYNC } from '../../core/policy'
import { type EntityRow, ROW_CURRENT, ROW_DELAYED, ROW_ELIGIBLE, ROW_PICKED } from '../../model/decisions'
import { BY_PATCH } from '../../model/fair/fair-queue'
import { truncDiv } from '../../model/fair/weights'
import { EevdfPick } from './eevdf-pick'

export class EevdfQueue extends EevdfPick {
  // ---- execution

  /** Charges the running entity up to `now` and renews its request when used up. True: a reschedule is due. */
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
    this.assertExact(e.vruntime[c]!)
    const asks = this.asksAfterUpdate(c, this.renew(c))
    if (asks) this.clearNext(c)
    return asks
  }

  /** The reschedule rules: A up to 6.11, B from 6.12, C from 6.17 on, and version 3 of the study's patch on A. */
  private asksAfterUpdate(current: number, used: boolean): boolean {
    const { settings } = this
    const isStudyV3 = settings.ineligibleResched === 'v3'
    const isAlone = this.count <= 1
    if (used && (isStudyV3 || !isAlone)) return this.asks('request used up')
    if (isAlone) return false
    if (settings.protection === 'point') return !this.isProtected(current) && this.asks('past its protection')
    if (isStudyV3) {
      const isFree = !settings.runToParity || !this.isProtected(current)
      return isFree && !this.isEligible(current) && this.asks(BY_PATCH)
    }
    const isRuleB = settings.preemptShort || settings.ineligibleResched === 'upstream'
    return (
      isRuleB &&
      !this.isProtected(current) &&
      !this.isEligible(current) &&
      this.asks('ineligible, unprotected')
    )
  }

  private asks(reason: string): true {
    this.reason = reason
    return true
  }

  /** The hook of versions 1 and 2 of the study's patch, at the end of a tick and in the wake-up check. */
  studyPatchAsks(): boolean {
    const { settings, current } = this
    if (settings.ineligibleResched === 'v1') return !this.isEligible(current)
    if (settings.ineligibleResched !== 'v2') return false
    return settings.runToParity ? !this.isProtected(current) : !this.isEligible(current)
  }

  /** EEVDF has no tick preemption of its own beside the charge; the study's patch has. */
  tickPreempts(): boolean {
    this.followAverage()
    return this.settings.ineligibleResched !== 'off' && this.studyPatchAsks() && this.asks(BY_PATCH)
  }

  /** A new request where the deadline is reached, counted from the present virtual time. */
  renew(entity: number): boolean {
    const { e } = this
    if (e.vruntime[entity]! < e.deadline[entity]!) return false
    if (e.customSlice[entity] === 0) e.slice[entity] = this.settings.baseSliceNs
    e.deadline[entity] = e.vruntime[entity]! + e.toVirtual(entity, e.slice[entity]!)
    return true
  }

  turnNs(entity: number): number {
    return this.e.slice[entity]!
  }

  yieldCurrent(): void {
    const { e, current } = this
    this.clearNext(current)
    const isForfeit = this.settings.yields === 'forfeit'
    if (isForfeit && !this.isEligible(current)) return
    if (isForfeit) e.vruntime[current] = e.deadline[current]!
    e.deadline[current]! += e.toVirtual(current, e.slice[current]!)
  }

  // ---- joining and leaving

  join(entity: number, flags: number): void {
    // A light task may have moved V far since the last tick; heavy ones are summed relative to the reference.
    this.followAverage()
    this.place(entity, (flags & ENQUEUE_NEW) !== 0)
    this.admit(entity)
  }

  leave(entity: number, reason: number, mayDelay: boolean): boolean {
    const { e, settings } = this
    this.clearNext(entity)
    if (reason === DEQUEUE_SLEEP && mayDelay && settings.delayDequeue && !this.isEligible(entity)) {
      e.delayed[entity] = 1
      return false
    }
    this.saveLag(entity)
    if (reason === DEQUEUE_MOVE && settings.placeRelDeadline) {
      e.deadline[entity]! -= e.vruntime[entity]!
      e.relative[entity] = 1
    }
    e.delayed[entity] = 0
    this.takeOff(entity)
    return true
  }

  isDelayed(entity: number): boolean {
    return this.e.delayed[entity] === 1
  }

  delay(entity: number): void {
    this.e.delayed[entity] = 1
  }

  /**
   * A delayed sleeper wakes in place. Credit earned while asleep is dropped (DELAY_ZERO) as of the running entity's
   * last update: the kernel does not charge it first.
   */
  undelay(entity: number): void {
    const { e } = this
    e.delayed[entity] = 0
    if (!this.settings.delayZero || this.clampedLag(entity) <= 0) return
    this.takeOff(entity)
    e.vlag[entity] = 0
    this.place(entity, false)
    this.admit(entity)
  }

  /** Credit that a delayed sleeper earned is dropped (DELAY_ZERO). */
  finishDelayed(entity: number): void {
    const { e } = this
    this.clearNext(entity)
    e.delayed[entity] = 0
    this.saveLag(entity)
    if (this.settings.delayZero && e.vlag[entity]! > 0) e.vlag[entity] = 0
    this.takeOff(entity)
    this.finished(entity)
  }

  /** V minus vruntime, within the bound of the profile; vns. `entity` still counts in V. */
  clampedLag(entity: number): number {
    return this.clampLag(entity, this.averageVruntime() - this.e.vruntime[entity]!)
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

  private takeOff(entity: number): void {
    if (entity === this.current) this.currentOnQueue = false
    else this.remove(entity)
  }

  // ---- weight

  reweight(entity: number, weight: number, inverse: number): void {
    const isCurrent = entity === this.current
    if (this.settings.reweight === 'scale-lag') {
      this.reweightByLag(entity, isCurrent, weight, inverse)
      return
    }
    const { e } = this
    const oldWeight = e.weight[entity]!
    // 6.7 to 6.11 keep the real lag, 6.6 the virtual run time; the distance to the deadline is scaled from there.
    const origin = this.settings.reweight === 'keep-lag' ? this.averageVruntime() : e.vruntime[entity]!
    if (!isCurrent) this.remove(entity)
    e.setWeight(entity, weight, inverse)
    const scaled = (distance: number): number => truncDiv(distance * oldWeight, weight)
    e.deadline[entity] = origin + scaled(e.deadline[entity]! - origin)
    e.vruntime[entity] = origin - scaled(origin - e.vruntime[entity]!)
    if (!isCurrent) this.insert(entity)
  }

  /** 6.12 and later: lag, distance to the deadline and protection are scaled, and the entity is placed anew. */
  private reweightByLag(entity: number, isCurrent: boolean, weight: number, inverse: number): void {
    const { e, settings } = this
    const alone = this.count === 1
    const oldWeight = e.weight[entity]!
    this.saveLag(entity)
    const distance = e.deadline[entity]! - e.vruntime[entity]!
    const protectedFor = this.isProtected(entity) ? e.protection[entity]! - e.vruntime[entity]! : 0
    if (!isCurrent) this.remove(entity)
    e.setWeight(entity, weight, inverse)
    const scaled = (value: number): number => truncDiv(value * oldWeight, weight)
    e.vlag[entity] = alone ? 0 : scaled(e.vlag[entity]!)
    e.deadline[entity] = scaled(distance)
    e.relative[entity] = 1
    this.place(entity, false)
    if (settings.protection === 'point') e.protection[entity] = e.vruntime[entity]! + scaled(protectedFor)
    if (!isCurrent) this.insert(entity)
  }

  describe(name: (e: number) => number, addRow: (row: EntityRow) => void, picked: number): void {
    const { e } = this
    const average = this.averageVruntime()
    const queue = this.entity < 0 ? -1 : -1 - name(this.entity)
    const add = (entity: number, isCurrent: boolean): void => {
      addRow({
        queue,
        entity: name(entity),
        weight: e.weight[entity]!,
        vruntime: e.vruntime[entity]!,
        deadline: e.deadline[entity]!,
        lag: average - e.vruntime[entity]!,
        sliceNs: e.slice[entity]!,
        flags:
          (this.isEligible(entity) ? ROW_ELIGIBLE : 0) |
          (e.delayed[entity] === 1 ? ROW_DELAYED : 0) |
          (isCurrent ? ROW_CURRENT : 0) |
          (entity === picked ? ROW_PICKED : 0),
      })
    }
    if (this.currentOnQueue) add(this.current, true)
    for (let i = 0; i < this.size; i++) add(this.members[i]!, false)
  }

  // ---- wake-up preemption

  wakeupPreempts(wakee: number, flags: number, now: number): boolean {
    if (this.settings.protection === 'point') return this.checkPoint(wakee, flags, now)
    if (this.studyPatchAsks()) return this.asks(BY_PATCH)
    return this.checkStash(wakee) && this.asks('the wakee is the pick')
  }

  /** 6.17 and later: a shorter request is judged without protection; a loser shortens the protection. */
  private checkPoint(wakee: number, flags: number, now: number): boolean {
    const { e, settings, current } = this
    const shorter = settings.preemptShort && e.slice[wakee]! < e.slice[current]!
    if (!shorter && settings.newTasksDoNotPreempt) {
      if ((flags & ENQUEUE_NEW) !== 0 || this.isDelayed(wakee)) return false
      if (settings.nextBuddy) {
        if (this.next < 0 || e.deadline[this.next]! >= e.deadline[wakee]!) this.next = wakee
        if ((flags & ENQUEUE_SYNC) !== 0) return this.syncWakeePreempts(wakee, now)
      }
    }
    const picked = settings.finishesDelayedAtWakeup
      ? this.pickAwake(!shorter)
      : this.pickWithin(!shorter, settings.buddyInPick && settings.pickBuddy)
    if (picked === wakee) {
      if (shorter) this.cancelProtection(current)
      return this.asks(shorter ? 'the wakee is the pick, its request is shorter' : 'the wakee is the pick')
    }
    if (settings.runToParity) this.shortenProtection(current)
    return false
  }

  /** With NEXT_BUDDY, 6.19 and later: the waker is about to sleep, so only a running one that has had its time goes. */
  private syncWakeePreempts(wakee: number, now: number): boolean {
    const { e, settings, current } = this
    const ran = now - e.execStart[current]! + e.sumExec[current]! - e.prevSumExec[current]!
    const isDue = e.deadline[wakee]! < e.deadline[current]! && ran >= settings.migrationCostNs
    return isDue && this.asks('the wakee has the earlier deadline, its waker is about to sleep')
  }

  /** Picks, finishing the dequeue of delayed sleepers that win. */
  private pickAwake(honourProtection: boolean): number {
    for (;;) {
      const picked = this.pickWithin(honourProtection, false)
      if (picked < 0 || this.e.delayed[picked] === 0) return picked
      this.finishDelayed(picked)
    }
  }

  /** 6.12 to 6.16: a shorter, eligible request with a better claim breaks the protection for good. */
  private checkStash(wakee: number): boolean {
    const { e, settings, current } = this
    if (
      settings.preemptShort &&
      this.isProtected(current) &&
      breaksProtection(
        e.slice[wakee]! < e.slice[current]!,
        this.isEligible(wakee),
        e.deadline[wakee]! < e.deadline[current]!,
        this.isEligible(current),
      )
    )
      this.cancelProtection(current)
    return this.pickWithin(true, false) === wakee
  }
}

/** PREEMPT_SHORT of 6.12 to 6.16 (fair.c do_preempt_short). */
export function breaksProtection(
  wakeeSliceShorter: boolean,
  wakeeEligible: boolean,
  wakeeDeadlineEarlier: boolean,
  currentEligible: boolean,
): boolean {
  return wakeeSliceShorter && wakeeEligible && (wakeeDeadlineEarlier || !currentEligible)
}
