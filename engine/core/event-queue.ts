// The event queue: a binary heap in typed arrays, ordered by (time, priority, insertion). No allocation per event.
// Events are never removed from the middle: a stale one is recognised by its generation when it comes out.

/** 2^49: room for 5.6e14 insertions below each of the 16 priorities. */
const PRIORITY_STEP = 562949953421312

export class EventQueue {
  private capacity: number
  private time: Float64Array
  private order: Float64Array
  private kind: Uint8Array
  private arg: Int32Array
  private generation: Int32Array
  private inserted = 0
  size = 0

  /** The event that `pop` took out. */
  poppedTime = 0
  poppedKind = 0
  poppedArg = 0
  poppedGeneration = 0

  constructor(capacity = 256) {
    this.capacity = capacity
    this.time = new Float64Array(capacity)
    this.order = new Float64Array(capacity)
    this.kind = new Uint8Array(capacity)
    this.arg = new Int32Array(capacity)
    this.generation = new Int32Array(capacity)
  }

  /** Adds an event; `kind` is its priority too (0 first, 15 last at equal times). O(log n). */
  push(time: number, kind: number, arg: number, generation: number): void {
    if (this.size === this.capacity) this.grow()
    const order = kind * PRIORITY_STEP + this.inserted++
    const { time: times, order: orders } = this
    let i = this.size++
    while (i > 0) {
      const parent = (i - 1) >> 1
      const parentTime = times[parent]!
      if (parentTime < time || (parentTime === time && orders[parent]! < order)) break
      this.move(parent, i)
      i = parent
    }
    times[i] = time
    orders[i] = order
    this.kind[i] = kind
    this.arg[i] = arg
    this.generation[i] = generation
  }

  /** The time of the first event; Infinity where there is none. */
  peekTime(): number {
    return this.size === 0 ? Infinity : this.time[0]!
  }

  /** Takes the first event into the `popped*` fields; false where there is none. O(log n). */
  pop(): boolean {
    if (this.size === 0) return false
    this.poppedTime = this.time[0]!
    this.poppedKind = this.kind[0]!
    this.poppedArg = this.arg[0]!
    this.poppedGeneration = this.generation[0]!
    const last = --this.size
    if (last > 0) this.sinkLast(last)
    return true
  }

  /** Moves the entry at `last` down from the root. */
  private sinkLast(last: number): void {
    const { time: times, order: orders } = this
    const time = times[last]!
    const order = orders[last]!
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= last) break
      const right = child + 1
      if (
        right < last &&
        (times[right]! < times[child]! ||
          (times[right]! === times[child]! && orders[right]! < orders[child]!))
      )
        child = right
      if (time < times[child]! || (time === times[child]! && order < orders[child]!)) break
      this.move(child, i)
      i = child
    }
    this.move(last, i)
  }

  private move(from: number, to: number): void {
    this.time[to] = this.time[from]!
    this.order[to] = this.order[from]!
    this.kind[to] = this.kind[from]!
    this.arg[to] = this.arg[from]!
    this.generation[to] = this.generation[from]!
  }

  private grow(): void {
    this.capacity *= 2
    const { time, order, kind, arg, generation } = this
    this.time = new Float64Array(this.capacity)
    this.time.set(time)
    this.order = new Float64Array(this.capacity)
    this.order.set(order)
    this.kind = new Uint8Array(this.capacity)
    this.kind.set(kind)
    this.arg = new Int32Array(this.capacity)
    this.arg.set(arg)
    this.generation = new Int32Array(this.capacity)
    this.generation.set(generation)
  }
}
