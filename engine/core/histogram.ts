// A histogram of times in ns: log-linear buckets, 128 per power of two, so that a bucket is at most 1/128 (0.8 %) of
// its values wide; below 256 ns it is exact. Recording does not allocate. Sum, minimum and maximum are exact.
import type { HistogramData, TimeSummary } from '../model/run-result'

const SUB_BITS = 7
const SUB = 1 << SUB_BITS
/** Values from 2^53 on cannot occur: run time is limited to that. */
const BUCKETS = (53 - SUB_BITS + 1) * SUB

/** Buckets up to 2^32 ns (4.3 s): most histograms never grow beyond. */
const USUAL_BUCKETS = (32 - SUB_BITS + 1) * SUB
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
  private counts = new Uint32Array(0)
  count = 0
  sum = 0
  min = Infinity
  max = 0

  /** Records one whole number of ns >= 0. */
  record(ns: number): void {
    const index = bucketOf(ns)
    if (index >= this.counts.length) this.growTo(index)
    this.counts[index]!++
    this.count++
    this.sum += ns
    if (ns > this.max) this.max = ns
    if (ns < this.min) this.min = ns
  }

  /** Adds all values of another. */
  add(other: Histogram): void {
    if (other.counts.length > this.counts.length) this.growTo(other.counts.length - 1)
    for (let i = 0; i < other.counts.length; i++) this.counts[i]! += other.counts[i]!
    this.count += other.count
    this.sum += other.sum
    this.min = Math.min(this.min, other.min)
    this.max = Math.max(this.max, other.max)
  }

  clear(): void {
    this.counts.fill(0)
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
    for (let i = 0; i < this.counts.length; i++) {
      if (this.counts[i] === 0) continue
      lowNs.push(bucketLow(i))
      highNs.push(bucketLow(i + 1) - 1)
      counts.push(this.counts[i]!)
    }
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

  private growTo(index: number): void {
    const wider = new Uint32Array(index < USUAL_BUCKETS ? USUAL_BUCKETS : BUCKETS)
    wider.set(this.counts)
    this.counts = wider
  }
}
