// A fixed set of small numbers as bits, searched a word at a time.

export class BitSet {
  private readonly words: Uint32Array

  constructor(size: number) {
    this.words = new Uint32Array((size + 31) >>> 5)
  }

  has(i: number): boolean {
    return ((this.words[i >>> 5]! >>> (i & 31)) & 1) === 1
  }

  add(i: number): void {
    this.words[i >>> 5]! |= 1 << (i & 31)
  }

  remove(i: number): void {
    this.words[i >>> 5]! &= ~(1 << (i & 31))
  }

  /** The lowest member in from..to-1; -1: none. */
  next(from: number, to: number): number {
    if (from >= to) return -1
    let word = from >>> 5
    let bits = this.words[word]! & (-1 << (from & 31))
    const last = (to - 1) >>> 5
    while (bits === 0) {
      if (word === last) return -1
      bits = this.words[++word]!
    }
    const found = (word << 5) + 31 - Math.clz32(bits & -bits)
    return found < to ? found : -1
  }
}
