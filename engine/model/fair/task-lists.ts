// The tasks on each CPU's fair queue in the kernel's order (rq->cfs_tasks): whoever is enqueued or picked goes to the
// head, so the tail has not run for longest; the balancer takes from the tail. Linked by task number, all O(1).

export class TaskLists {
  private readonly heads: Int32Array
  private readonly tails: Int32Array
  /** Neighbour towards the tail and towards the head; -1: none. */
  private next = new Int32Array(0)
  private previous = new Int32Array(0)
  /** CPU whose list has the task; -1: none. */
  private owner = new Int32Array(0)

  constructor(cpus: number) {
    this.heads = new Int32Array(cpus).fill(-1)
    this.tails = new Int32Array(cpus).fill(-1)
  }

  /** Makes room for the tasks below `count`. */
  ensure(count: number): void {
    if (count <= this.owner.length) return
    const capacity = Math.max(64, this.owner.length * 2, count)
    const wider = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(capacity).fill(-1)
      to.set(from)
      return to
    }
    this.next = wider(this.next)
    this.previous = wider(this.previous)
    this.owner = wider(this.owner)
  }

  /** Puts a task at the head of `cpu`'s list, from wherever it was: enqueued, picked, or looked at in vain. */
  moveToHead(cpu: number, task: number): void {
    if (this.heads[cpu] === task) return
    this.remove(task)
    const head = this.heads[cpu]!
    this.owner[task] = cpu
    this.next[task] = head
    this.heads[cpu] = task
    if (head >= 0) this.previous[head] = task
    else this.tails[cpu] = task
  }

  /** Takes a task off its list; nothing where it is on none. */
  remove(task: number): void {
    const cpu = this.owner[task]!
    if (cpu < 0) return
    const next = this.next[task]!
    const previous = this.previous[task]!
    if (previous >= 0) this.next[previous] = next
    else this.heads[cpu] = next
    if (next >= 0) this.previous[next] = previous
    else this.tails[cpu] = previous
    this.owner[task] = -1
    this.next[task] = -1
    this.previous[task] = -1
  }

  /** The task that was enqueued, picked or looked at longest ago; -1: none. */
  tail(cpu: number): number {
    return this.tails[cpu]!
  }

  /** The neighbour towards the head; -1: none. */
  towardsHead(task: number): number {
    return this.previous[task]!
  }
}
