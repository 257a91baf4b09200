// The event queue: a binary heap over slots, ordered by (time, kind, insertion). An event is named by its kind and
// whom it concerns, and waits at most once: setting it again moves it, so nothing stale is ever kept or comes out.
// No allocation per event.

/** Kinds 0..15. */
const KIND_BITS = 4
const KIND_MASK = (1 << KIND_BITS) - 1
/** 2^49: room for 5.6e14 insertions below each kind. */
const KIND_STEP = 562949953421312
const ABSENT = -1

export class EventQueue {
  /** Slots by place in the heap. A slot is (arg, kind). */
  private heap = new Int32Array(0)
  /** By slot: place in the heap or ABSENT, when it is due, and its place among those due then. */
  private place = new Int32Array(0)
  private time = new Float64Array(0)
  private order = new Float64Array(0)
  private inserted = 0
  size = 0

  /** The slot that `pop` took out. */
  private popped = 0

  /** Sets the event (kind, arg) to `time`, behind those of its kind that are due then; one that waits is moved. O(log n). */
  set(time: number, kind: number, arg: number): void {
    const slot = (arg << KIND_BITS) | kind
    if (slot >= this.place.length) this.grow(slot + 1)
    const order = kind * KIND_STEP + this.inserted++
    const at = this.place[slot]!
    const isEarlier = at === ABSENT || time < this.time[slot]!
    this.time[slot] = time
    this.order[slot] = order
    if (isEarlier) this.rise(at === ABSENT ? this.size++ : at, slot, time, order)
    else this.sink(at, slot, time, order)
  }

  /** Takes the event out; nothing where it does not wait. O(log n). */
  cancel(kind: number, arg: number): void {
    const slot = (arg << KIND_BITS) | kind
    if (slot < this.place.length && this.place[slot] !== ABSENT) this.removeAt(this.place[slot]!)
  }

  /** The time of the first event; Infinity where there is none. */
  peekTime(): number {
    return this.size === 0 ? Infinity : this.time[this.heap[0]!]!
  }

  /** The event that `pop` took out; its time until it is set again. */
  get poppedTime(): number {
    return this.time[this.popped]!
  }
  get poppedKind(): number {
    return this.popped & KIND_MASK
  }
  get poppedArg(): number {
    return this.popped >> KIND_BITS
  }

  /** Takes the first event into the `popped*` fields; false where there is none. O(log n). */
  pop(): boolean {
    if (this.size === 0) return false
    const slot = this.heap[0]!
    this.popped = slot
    this.place[slot] = ABSENT
    const last = this.heap[--this.size]!
    if (this.size > 0) this.sink(0, last, this.time[last]!, this.order[last]!)
    return true
  }

  private removeAt(at: number): void {
    this.place[this.heap[at]!] = ABSENT
    const last = this.heap[--this.size]!
    if (at === this.size) return
    const time = this.time[last]!
    const order = this.order[last]!
    // The last one comes from another branch: it may belong above or below.
    this.rise(at, last, time, order)
    if (this.heap[at] === last) this.sink(at, last, time, order)
  }

  /** Puts `slot` at the place `at` or above. */
  private rise(at: number, slot: number, time: number, order: number): void {
    const { heap, place, time: times, order: orders } = this
    let i = at
    while (i > 0) {
      const parent = (i - 1) >> 1
      const above = heap[parent]!
      const aboveTime = times[above]!
      if (aboveTime < time || (aboveTime === time && orders[above]! < order)) break
      heap[i] = above
      place[above] = i
      i = parent
    }
    heap[i] = slot
    place[slot] = i
  }

  /** Puts `slot` at the place `at` or below. */
  private sink(at: number, slot: number, time: number, order: number): void {
    const { heap, place, time: times, order: orders, size } = this
    let i = at
    for (;;) {
      let child = 2 * i + 1
      if (child >= size) break
      let below = heap[child]!
      let belowTime = times[below]!
      if (child + 1 < size) {
        const other = heap[child + 1]!
        const otherTime = times[other]!
        if (otherTime < belowTime || (otherTime === belowTime && orders[other]! < orders[below]!)) {
          child++
          below = other
          belowTime = otherTime
        }
      }
      if (time < belowTime || (time === belowTime && order < orders[below]!)) break
      heap[i] = below
      place[below] = i
      i = child
    }
    heap[i] = slot
    place[slot] = i
  }

  /** Room for this many slots. */
  private grow(least: number): void {
    const before = this.place.length
    const capacity = Math.max(1024, 2 * before, least)
    const { heap, place, time, order } = this
    this.heap = new Int32Array(capacity)
    this.heap.set(heap)
    this.place = new Int32Array(capacity).fill(ABSENT, before)
    this.place.set(place)
    this.time = new Float64Array(capacity)
    this.time.set(time)
    this.order = new Float64Array(capacity)
    this.order.set(order)
  }
}
