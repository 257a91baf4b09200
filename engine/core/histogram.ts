// A histogram of times in ns: log-linear buckets, 128 per power of two, so that a bucket is at most 1/128 (0.8 %) of
// its values wide; below 256 ns it is exact. Recording does not allocate. Sum, minimum and maximum are exact.
import type { HistogramData, TimeSummary } from '../model/run-result'

const SUB_BITS = 7
const SUB = 1 << SUB_BITS
/** 2^shift, since the operator is slow in the hot path. */
const POWERS = Float64Array.from({ length: 54 }, (_, i) => 2 ** i)

/** Index of the bucket of a whole number of ns >= 0. */
export function bucketOf(ns: number): number {
  if (ns < SUB) return ns
  // Math.log2 may round up just below a power of two, so the exponent is checked.
  let exponent = ns < 4294967296 ? 31 - Math.clz32(ns) : Math.floor(Math.log2(ns))
  if (POWERS[exponent]! > ns) exponent--
  const shift = exponent - SUB_BITS
  return shift * SUB + Math.floor(ns / POWERS[shift]!)
}

/** Smallest value of a bucket, ns. */
export function bucketLow(index: number): number {
  if (index < 2 * SUB) return index
  const shift = Math.floor(index / SUB) - 1
  return (index - shift * SUB) * POWERS[shift]!
}

/**
 * The value below or at which a fraction `q` of a finished histogram's values lies (nearest rank): the middle of the
 * bucket, kept within the exact minimum and maximum; ns. Null where it is empty.
 */
export function quantileOf(data: HistogramData, q: number): number | null {
  const count = data.counts.reduce((sum, n) => sum + n, 0)
  if (count === 0 || data.minNs === null || data.maxNs === null) return null
  const rank = Math.min(count, Math.max(1, Math.ceil(q * count)))
  let seen = 0
  let at = 0
  while (at < data.counts.length - 1 && (seen += data.counts[at]!) < rank) at++
  const middle = Math.floor((data.lowNs[at]! + data.highNs[at]!) / 2)
  return Math.min(data.maxNs, Math.max(data.minNs, middle))
}

export class Histogram {
  /** Counts of 128 buckets each, made when one of them is first used: most tasks use few. */
  private readonly octaves: (Uint32Array | undefined)[] = []
  count = 0
  sum = 0
  min = Infinity
  max = 0

  /** Records one whole number of ns >= 0. */
  record(ns: number): void {
    this.recordIn(bucketOf(ns), ns)
  }

  /** The same where the caller knows the bucket, because it records one value in several histograms. */
  recordIn(index: number, ns: number): void {
    const octave = index >> SUB_BITS
    const counts = this.octaves[octave] ?? this.addOctave(octave)
    counts[index & (SUB - 1)]!++
    this.count++
    this.sum += ns
    if (ns > this.max) this.max = ns
    if (ns < this.min) this.min = ns
  }

  /** Adds all values of another. */
  add(other: Histogram): void {
    other.octaves.forEach((theirs, octave) => {
      if (theirs === undefined) return
      const counts = this.octaves[octave] ?? this.addOctave(octave)
      for (let i = 0; i < SUB; i++) counts[i]! += theirs[i]!
    })
    this.count += other.count
    this.sum += other.sum
    this.min = Math.min(this.min, other.min)
    this.max = Math.max(this.max, other.max)
  }

  clear(): void {
    for (const counts of this.octaves) counts?.fill(0)
    this.count = 0
    this.sum = 0
    this.min = Infinity
    this.max = 0
  }

  summary(): TimeSummary {
    const data = this.data()
    return {
      count: this.count,
      mean: this.count > 0 ? this.sum / this.count : null,
      p50: quantileOf(data, 0.5),
      p90: quantileOf(data, 0.9),
      p99: quantileOf(data, 0.99),
      p999: quantileOf(data, 0.999),
      max: data.maxNs,
    }
  }

  data(): HistogramData {
    const lowNs: number[] = []
    const highNs: number[] = []
    const counts: number[] = []
    this.octaves.forEach((octave, at) => {
      octave?.forEach((count, i) => {
        if (count === 0) return
        const index = at * SUB + i
        lowNs.push(bucketLow(index))
        highNs.push(bucketLow(index + 1) - 1)
        counts.push(count)
      })
    })
    const some = this.count > 0
    return {
      lowNs,
      highNs,
      counts,
      sumNs: this.sum,
      minNs: some ? this.min : null,
      maxNs: some ? this.max : null,
    }
  }

  private addOctave(octave: number): Uint32Array {
    while (this.octaves.length < octave) this.octaves.push(undefined)
    const counts = new Uint32Array(SUB)
    this.octaves[octave] = counts
    return counts
  }
}
