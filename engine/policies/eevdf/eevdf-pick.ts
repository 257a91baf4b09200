// Who runs next on one EEVDF queue: the eligible entity with the earliest virtual deadline, unless the running one is
// protected or a buddy is preferred. kernel/sched/fair.c pick_eevdf, protect_slice.
import { EevdfAverage } from './eevdf-average'
import { searchTree, searchTreeDefective } from './tree-search'

/** Why an entity was picked. */
const PICKED_ALONE = 0
const PICKED_BUDDY = 1
const PICKED_PROTECTED = 2
const PICKED_DEADLINE = 3
const PICKED_STAYS = 4
const RULES = [
  'the only one',
  'eligible next buddy',
  'the running one, eligible and protected',
  'earliest deadline among the eligible',
  'the running one, earliest deadline among the eligible',
]

export abstract class EevdfPick extends EevdfAverage {
  private rule = PICKED_ALONE

  ruleText(): string {
    return RULES[this.rule]!
  }

  pick(): number {
    return this.pickWithin(true, this.settings.pickBuddy)
  }

  /**
   * The eligible entity with the earliest virtual deadline; among equals the one inserted first, and a waiting one
   * before the running one. -1: empty. May be a delayed sleeper. O(n).
   */
  pickWithin(honourProtection: boolean, honourBuddy: boolean): number {
    const { size, current } = this
    this.rule = PICKED_ALONE
    if (size === 0) return this.currentOnQueue ? current : -1
    if (size === 1 && !this.currentOnQueue) return this.members[0]!
    const { e, settings } = this
    const average = settings.eligibility ? this.averageVruntime() : Infinity
    if (honourBuddy && this.next >= 0 && e.vruntime[this.next]! <= average) {
      this.rule = PICKED_BUDDY
      return this.next
    }
    const keepsCurrent = this.currentOnQueue && e.vruntime[current]! <= average
    // From 6.17 on protection holds in both states of the feature, which then only sets its length.
    const parity = settings.runToParity || settings.protection === 'point'
    if (keepsCurrent && honourProtection && parity && this.isProtected(current)) {
      this.rule = PICKED_PROTECTED
      return current
    }
    const best = this.search(average, keepsCurrent ? current : -1)
    this.rule = best === current ? PICKED_STAYS : PICKED_DEADLINE
    return best
  }

  /** `current`: -1 or eligible. */
  private search(average: number, current: number): number {
    const { e, tree } = this
    if (tree !== null) {
      const { vruntime, deadline } = e
      const isEligible = (entity: number): boolean => vruntime[entity]! <= average
      const find = this.settings.search === 'tree' ? searchTree : searchTreeDefective
      return find({ tree, deadline, isEligible }, current)
    }
    const best = this.earliestDeadline(average)
    if (best < 0) return current >= 0 ? current : this.nobody()
    return current >= 0 && e.deadline[current]! < e.deadline[best]! ? current : best
  }

  private earliestDeadline(average: number): number {
    const { size, memberVruntime, memberDeadline } = this
    let best = -1
    let earliest = Infinity
    for (let i = 0; i < size; i++) {
      const deadline = memberDeadline[i]!
      if (deadline > earliest || memberVruntime[i]! > average) continue
      if (deadline === earliest && !this.isBefore(i, best)) continue
      earliest = deadline
      best = i
    }
    return best < 0 ? -1 : this.members[best]!
  }

  /** Among members with equal deadlines the one inserted first goes first. */
  private isBefore(at: number, other: number): boolean {
    const { sequence } = this.entities
    return sequence[this.members[at]!]! < sequence[this.members[other]!]!
  }

  /** Never reached while V is exact: the smallest virtual time is never above the mean. */
  private nobody(): never {
    throw new Error('EEVDF: nothing on the queue is eligible')
  }

  // ---- protection of the running entity

  /** Whether the running entity may go on against everything that leaves it eligible. */
  isProtected(entity: number): boolean {
    const { e } = this
    return this.settings.protection === 'stash'
      ? e.protection[entity] === e.deadline[entity]
      : e.vruntime[entity]! < e.protection[entity]!
  }

  /** Sets the protection of an entity that has just been picked and counts among `minSlice`. */
  protected started(entity: number): void {
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
    const until = e.vruntime[entity]! + e.toVirtual(entity, this.minSlice())
    if (until < e.protection[entity]!) e.protection[entity] = until
  }

  cancelProtection(entity: number): void {
    const { e, settings } = this
    e.protection[entity] = settings.protection === 'stash' ? e.deadline[entity]! + 1 : e.vruntime[entity]!
  }
}
