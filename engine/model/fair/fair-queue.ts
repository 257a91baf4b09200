// The part of a fair run queue that CFS and EEVDF share: who is on it, who runs, and the counts that wake-up placement
// and pulling look at. The members are kept in an unordered list; the policies search it.
import type { CpuLoad } from './cpu-load'
import type { FairEntities } from './fair-entities'

export const NOT_COUNTED = 0
export const COUNTED = 1
export const COUNTED_IDLE_POLICY = 2

export class FairQueue {
  /** The running task; -1: none. It is not in the member list. */
  current = -1
  /** False where `current` has left the queue (it sleeps) but the CPU has not switched yet. */
  currentOnQueue = false
  /** Waiting tasks (and delayed sleepers), unordered; the first `size` entries. */
  members = new Int32Array(8)
  size = 0
  /** Sum of the members' weights. */
  memberWeight = 0
  private sequence = 0

  constructor(
    protected readonly entities: FairEntities,
    private readonly load: CpuLoad,
    private readonly cpu: number,
  ) {}

  /** Runnable tasks, the running one included; delayed sleepers not. */
  get runnable(): number {
    return this.load.runnable[this.cpu]!
  }

  /** Those of policy SCHED_IDLE among them. */
  get runnableIdlePolicy(): number {
    return this.load.runnableIdlePolicy[this.cpu]!
  }

  /** Members and current. */
  get count(): number {
    return this.size + (this.currentOnQueue ? 1 : 0)
  }

  /** Puts an entity into the member list, behind its equals. */
  insert(e: number): void {
    const { entities } = this
    if (this.size === this.members.length) {
      const wider = new Int32Array(this.size * 2)
      wider.set(this.members)
      this.members = wider
    }
    entities.sequence[e] = this.sequence++
    entities.position[e] = this.size
    this.members[this.size++] = e
    this.memberWeight += entities.weight[e]!
  }

  remove(e: number): void {
    const { entities } = this
    const at = entities.position[e]!
    const last = this.members[--this.size]!
    this.members[at] = last
    entities.position[last] = at
    entities.position[e] = -1
    this.memberWeight -= entities.weight[e]!
  }

  /** Counts a task among the runnable ones; `counted` is COUNTED, COUNTED_IDLE_POLICY or NOT_COUNTED. */
  setCounted(e: number, counted: number): void {
    const before = this.entities.counted[e]!
    this.entities.counted[e] = counted
    this.load.add(
      this.cpu,
      Number(counted !== NOT_COUNTED) - Number(before !== NOT_COUNTED),
      Number(counted === COUNTED_IDLE_POLICY) - Number(before === COUNTED_IDLE_POLICY),
    )
  }

  isMember(e: number): boolean {
    return this.entities.position[e]! >= 0
  }

  /** Marks an entity as newly enqueued or picked, for the order of the CPU's task list. */
  touch(e: number): void {
    this.entities.listed[e] = this.sequence++
  }
}
