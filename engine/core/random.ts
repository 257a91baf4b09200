// Random streams: each consumer draws from its own, named, so that a new consumer shifts nobody's numbers and two
// policies with one seed see the same workload. Generator: sfc32 (Chris Doty-Humphrey, public domain design),
// seeded by hashing (seed, name).

const SHORT = 4_194_304

export class RandomStream {
  private a: number
  private b: number
  private c: number
  private counter = 1

  constructor(seed: number, name: string) {
    // Two rounds of FNV-1a over the name, started from both halves of the seed.
    let h1 = 0x811c9dc5 ^ (seed >>> 0)
    let h2 = 0x9747b28c ^ Math.floor(seed / 4294967296)
    for (let i = 0; i < name.length; i++) {
      const code = name.charCodeAt(i)
      h1 = Math.imul(h1 ^ code, 0x01000193)
      h2 = Math.imul(h2 ^ code, 0x85ebca6b)
    }
    this.a = h1
    this.b = h2
    this.c = seed | 0
    for (let i = 0; i < 15; i++) this.uint32()
  }

  /** 0..2^32-1. */
  uint32(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (this.c << 21) | (this.c >>> 11)
    this.c = (this.c + sum) | 0
    return sum >>> 0
  }

  /** Evenly in [0, 1), 53 bits. */
  unit(): number {
    // Two steps of uint32 with the state in registers.
    const first = (((this.a + this.b) | 0) + this.counter) | 0
    const a = this.b ^ (this.b >>> 9)
    const b = (this.c + (this.c << 3)) | 0
    const c = (((this.c << 21) | (this.c >>> 11)) + first) | 0
    const second = (((a + b) | 0) + this.counter + 1) | 0
    this.counter = (this.counter + 2) | 0
    this.a = b ^ (b >>> 9)
    this.b = (c + (c << 3)) | 0
    this.c = (((c << 21) | (c >>> 11)) + second) | 0
    return ((first >>> 5) * 67108864 + (second >>> 6)) / 9007199254740992
  }

  /** A whole number evenly in [lo, hi]; lo where they are equal, without a draw. */
  between(lo: number, hi: number): number {
    if (lo === hi) return lo
    const count = hi - lo + 1
    // Up to some milliseconds, 32 bits are as good: no value is favoured by more than 1 in 1,000.
    return lo + Math.floor(count <= SHORT ? (this.uint32() * count) / 4294967296 : this.unit() * count)
  }

  /** Exponentially distributed with this mean, rounded to a whole number of at least 1. */
  exponential(mean: number): number {
    return Math.max(1, Math.round(-Math.log(1 - this.unit()) * mean))
  }
}
