// Who waits for which condition, and the signals kept where nobody waits: a first-in first-out line per condition,
// linked through the tasks. No allocation per signal.

const NONE = -1

export class WaitingLines {
  /** By condition. */
  private kept = new Int32Array(0)
  private first = new Int32Array(0)
  private last = new Int32Array(0)
  /** By task: the one behind it. */
  private next = new Int32Array(0)

  /** Takes a kept signal; false where there is none, and then the task waits at the end of the line. */
  take(condition: number, task: number): boolean {
    if (condition >= this.kept.length) this.growConditions(condition + 1)
    if (this.kept[condition]! > 0) {
      this.kept[condition]!--
      return true
    }
    if (task >= this.next.length) this.growTasks(task + 1)
    const last = this.last[condition]!
    if (last === NONE) this.first[condition] = task
    else this.next[last] = task
    this.last[condition] = task
    this.next[task] = NONE
    return false
  }

  /** Takes the task that waits longest out of its line; -1 where none waits. */
  shift(condition: number): number {
    if (condition >= this.kept.length) return NONE
    const task = this.first[condition]!
    if (task === NONE) return NONE
    const next = this.next[task]!
    this.first[condition] = next
    if (next === NONE) this.last[condition] = NONE
    return task
  }

  /** Keeps a signal for the next that comes. */
  keep(condition: number): void {
    if (condition >= this.kept.length) this.growConditions(condition + 1)
    this.kept[condition]!++
  }

  private growConditions(least: number): void {
    const before = this.kept.length
    const capacity = Math.max(64, 2 * before, least)
    const wider = (from: Int32Array, empty: number): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(capacity).fill(empty, before)
      to.set(from)
      return to
    }
    this.kept = wider(this.kept, 0)
    this.first = wider(this.first, NONE)
    this.last = wider(this.last, NONE)
  }

  private growTasks(least: number): void {
    const next = new Int32Array(Math.max(64, 2 * this.next.length, least))
    next.set(this.next)
    this.next = next
  }
}
