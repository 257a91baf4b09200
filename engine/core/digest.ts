// A 64-bit running digest of a run: two 32-bit lanes mixed as MurmurHash3 mixes its blocks (public domain design).
// It tells runs apart and proves that two are the same; it is not cryptographic.

export class Digest {
  private h1 = 0x9e3779b9 | 0
  private h2 = 0x7f4a7c15 | 0

  /** Mixes in a whole number, |value| < 2^53. */
  add(value: number): void {
    const low = value | 0
    const high = Math.floor(value / 4294967296) | 0
    this.h1 = this.mix(this.h1, low, 0xcc9e2d51, 0x1b873593)
    this.h2 = this.mix(this.h2, high ^ Math.imul(low, 0x85ebca6b), 0x239b961b, 0xab0e9789)
    this.h1 = (this.h1 + this.h2) | 0
  }

  /** Mixes in one switch: when (whole ns), on which CPU, and to which task (-1: idle). */
  addSwitch(now: number, cpu: number, task: number): void {
    const where = Math.imul(cpu, 0x85ebca6b) ^ Math.imul(task + 1, 0xc2b2ae35)
    this.h1 = this.mix(this.h1, now | 0, 0xcc9e2d51, 0x1b873593)
    this.h2 = this.mix(this.h2, where ^ Math.floor(now / 4294967296), 0x239b961b, 0xab0e9789)
    this.h1 = (this.h1 + this.h2) | 0
  }

  hex(): string {
    const lane = (h: number): string => (this.finish(h) >>> 0).toString(16).padStart(8, '0')
    return lane(this.h1 ^ 0x5bd1e995) + lane(this.h2 + this.h1)
  }

  private mix(h: number, k: number, c1: number, c2: number): number {
    let x = Math.imul(k, c1)
    x = (x << 15) | (x >>> 17)
    h ^= Math.imul(x, c2)
    h = (h << 13) | (h >>> 19)
    return (Math.imul(h, 5) + 0xe6546b64) | 0
  }

  private finish(h: number): number {
    h ^= h >>> 16
    h = Math.imul(h, 0x85ebca6b)
    h ^= h >>> 13
    h = Math.imul(h, 0xc2b2ae35)
    return h ^ (h >>> 16)
  }
}
