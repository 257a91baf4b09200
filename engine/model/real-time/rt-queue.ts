// The real-time tasks of one CPU: a first-in-first-out list per priority, the running task among them, as the kernel's
// rt_prio_array. A preempted task keeps its place because it never leaves its list.

export class RtQueue {
  /** Tasks here. */
  size = 0
  /** Highest priority here, 1..99; 0: empty. */
  top = 0
  /** By priority, longest first; made when a priority is first used. */
  private readonly lists: (number[] | undefined)[] = []

  /** The first of the highest priority; -1: empty. */
  first(): number {
    return this.size === 0 ? -1 : this.lists[this.top]![0]!
  }

  /** Puts a task behind its equals, or (`atHead`) before them. */
  add(task: number, priority: number, atHead = false): void {
    const list = (this.lists[priority] ??= [])
    if (atHead) list.unshift(task)
    else list.push(task)
    this.size++
    if (priority > this.top) this.top = priority
  }

  remove(task: number, priority: number): void {
    const list = this.lists[priority]!
    list.splice(list.indexOf(task), 1)
    this.size--
    while (this.top > 0 && !this.has(this.top)) this.top--
  }

  /** Puts a task behind its equals; false where it has none. */
  rotate(task: number, priority: number): boolean {
    const list = this.lists[priority]!
    if (list.length === 1) return false
    list.splice(list.indexOf(task), 1)
    list.push(task)
    return true
  }

  /** The first task of a priority in (above, upTo] that is `wanted`, highest priority first; -1: none. */
  find(above: number, upTo: number, wanted: (task: number) => boolean): number {
    for (let priority = Math.min(this.top, upTo); priority > above; priority--) {
      const found = this.lists[priority]?.find(wanted)
      if (found !== undefined) return found
    }
    return -1
  }

  private has(priority: number): boolean {
    return (this.lists[priority]?.length ?? 0) > 0
  }
}
