// A fair run queue, of a CPU or of a control group on one CPU: who is on it, who runs, and the counts above the rules
// of CFS and EEVDF, which extend it. The members are kept in an unordered list with a copy of their virtual time
// beside it, so that a search reads memory in order.
import { widened } from '../../core/widen'
import type { EntityRow } from '../decisions'
import type { FairEntities } from './fair-entities'

/** Reason of a reschedule that a patch asked for, counted apart. */
export const BY_PATCH = 'ineligible (patch)'

export abstract class FairQueue {
  /** The running entity; -1: none. It is not in the member list. */
  current = -1
  /** False where `current` has left the queue (it sleeps) but the CPU has not switched yet. */
  currentOnQueue = false
  /** Waiting entities (and delayed sleepers), unordered; the first `size` entries. */
  members = new Int32Array(8)
  protected memberVruntime = new Float64Array(8)
  size = 0
  /** Sum of the members' weights. */
  memberWeight = 0
  /** The entity to prefer at the next pick (next buddy); -1: none. */
  next = -1
  /** Runnable tasks here and in the groups below, the running one included; delayed sleepers and throttled groups not. */
  runnable = 0
  /** Those of policy SCHED_IDLE, or in a group that is idle, among them. */
  runnableIdle = 0
  /** Out of CPU time until its group's next period: it is not on the queue above. */
  throttled = false
  /** CPU time left of what its group gave it, ns; Infinity where the group has no limit. */
  runtimeLeftNs = Infinity
  /** Why it last asked for a reschedule, for the record of decisions. */
  reason = ''
  /** Hears of delayed sleepers that left. */
  finished: (e: number) => void = () => undefined
  private sequence = 0

  constructor(
    protected readonly entities: FairEntities,
    readonly cpu: number,
    /** Number of this queue in the class's list. */
    readonly index = cpu,
    /** The group's entity on the queue above; -1: this is a CPU's own queue. */
    readonly entity = -1,
    readonly parent: FairQueue | null = null,
    readonly depth = 0,
  ) {}

  /** Charges the running entity up to `now` ns. True: a reschedule is due. */
  abstract update(now: number): boolean
  /** Gives a joining entity its virtual time and puts it on the queue; `flags` as in core/policy. */
  abstract join(e: number, flags: number): void
  /** Takes an entity off. False: it stays as a delayed sleeper. `reason` as in core/policy. */
  abstract leave(e: number, reason: number, mayDelay: boolean): boolean
  /** The entity to run; -1: empty. It may be a delayed sleeper. */
  abstract pick(): number
  abstract isDelayed(e: number): boolean
  /** A sleeper stays on the queue until its lag is worked off. */
  abstract delay(e: number): void
  /** Whether the queue owes it CPU time, or at least nothing is due from it; CFS: always. */
  abstract isEligible(e: number): boolean
  /** A delayed sleeper is wanted again. */
  abstract undelay(e: number): void
  /** A delayed sleeper was picked: now it leaves. */
  abstract finishDelayed(e: number): void
  /** Whether `wakee`, just enqueued, takes the CPU from the running entity. */
  abstract wakeupPreempts(wakee: number, flags: number, now: number): boolean
  /** Whether the tick takes the CPU from the running entity. */
  abstract tickPreempts(): boolean
  /** How long a turn of an entity is, ns. */
  abstract turnNs(e: number): number
  /** The running entity gives way. */
  abstract yieldCurrent(): void
  /** Sets the weight of an entity that is on the queue. */
  abstract reweight(e: number, weight: number, inverse: number): void
  /** Why the last pick fell as it did. */
  abstract ruleText(): string
  /** Tells every entity on the queue; `name` gives what the record calls it. */
  abstract describe(name: (e: number) => number, addRow: (row: EntityRow) => void, picked: number): void
  /** Called when an entity was put on the CPU. */
  protected abstract started(e: number): void

  /** Members and the running one. */
  get count(): number {
    return this.size + (this.currentOnQueue ? 1 : 0)
  }

  /** So many that buddies are worth it. */
  isCrowded(): boolean {
    return true
  }

  /** Weight of all on the queue. */
  totalWeight(): number {
    return this.memberWeight + (this.currentOnQueue ? this.entities.weight[this.current]! : 0)
  }

  isMember(e: number): boolean {
    return this.entities.position[e]! >= 0
  }

  isOnQueue(e: number): boolean {
    return this.entities.position[e]! >= 0 || (this.currentOnQueue && this.current === e)
  }

  /** `e`, a member, takes the CPU. */
  setNext(e: number, now: number): void {
    const { entities } = this
    this.clearNext(e)
    this.remove(e)
    this.current = e
    this.currentOnQueue = true
    entities.execStart[e] = now
    entities.prevSumExec[e] = entities.sumExec[e]!
    this.started(e)
  }

  /** The running entity leaves the CPU; where it is still on the queue (preempted or delayed) it waits again. */
  putCurrent(): void {
    const { current } = this
    const stays = this.currentOnQueue
    this.current = -1
    this.currentOnQueue = false
    if (stays) this.insert(current)
  }

  /** Prefers `e`, which is on the queue, at the next pick, and its group on the queues above. */
  markNext(e: number): void {
    if (!this.isOnQueue(e) || this.entities.idle[e] === 1) return
    this.next = e
    this.parent?.markNext(this.entity)
  }

  /** `e` is no longer preferred, nor its group for its sake. */
  protected clearNext(e: number): void {
    if (this.next !== e) return
    this.next = -1
    this.parent?.clearNext(this.entity)
  }

  /** Puts a joining entity on the queue: the running one, which had left, stays where it is. */
  protected admit(e: number): void {
    if (e === this.current) this.currentOnQueue = true
    else this.insert(e)
  }

  /** Puts an entity into the member list, behind its equals. */
  insert(e: number): void {
    const { entities } = this
    if (this.size === this.members.length) this.widen(this.size * 2)
    const at = this.size++
    entities.sequence[e] = this.sequence++
    entities.position[e] = at
    this.members[at] = e
    this.memberVruntime[at] = entities.vruntime[e]!
    this.memberWeight += entities.weight[e]!
  }

  remove(e: number): void {
    const { entities } = this
    const at = entities.position[e]!
    const end = --this.size
    if (at !== end) this.moveMember(end, at)
    entities.position[e] = -1
    this.memberWeight -= entities.weight[e]!
  }

  protected moveMember(from: number, to: number): void {
    const moved = this.members[from]!
    this.members[to] = moved
    this.memberVruntime[to] = this.memberVruntime[from]!
    this.entities.position[moved] = to
  }

  protected widen(capacity: number): void {
    const members = new Int32Array(capacity)
    members.set(this.members)
    this.members = members
    this.memberVruntime = widened(this.memberVruntime, capacity)
  }
}
