// Histograms of times in ns, many at once: log-linear buckets, 128 per power of two, so that a bucket is at most 1/128
// (0.8 %) of its values wide; below 256 ns it is exact. Sum, minimum and maximum are exact. All histograms share a few
// arrays, and a bucket is one byte, with carries kept apart: recording touches little memory and does not allocate.
import type { HistogramData, TimeSummary } from '../model/run-result'

const SUB_BITS = 7
const SUB = 1 << SUB_BITS
/** 2^i, since the operator is slow. */
const POWERS = Float64Array.from({ length: 54 }, (_, i) => 2 ** i)
const TWO_32 = 4294967296
/** Up to 2^53. */
const OCTAVES = 48

/** Index of the bucket of a whole number of ns >= 0. */
export function bucketOf(ns: number): number {
  if (ns < SUB) return ns
  if (ns < TWO_32) {
    const shift = 31 - SUB_BITS - Math.clz32(ns)
    return (shift << SUB_BITS) + (ns >>> shift)
  }
  const shift = 63 - SUB_BITS - Math.clz32(Math.floor(ns / TWO_32))
  return (shift << SUB_BITS) + Math.floor(ns / POWERS[shift]!)
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
  return quantileOfCount(data, countOf(data), q)
}

const countOf = ({ counts }: HistogramData): number => counts.reduce((sum, n) => sum + n, 0)

function quantileOfCount(data: HistogramData, count: number, q: number): number | null {
  if (count === 0 || data.minNs === null || data.maxNs === null) return null
  const rank = Math.min(count, Math.max(1, Math.ceil(q * count)))
  let seen = 0
  let at = 0
  while (at < data.counts.length - 1 && (seen += data.counts[at]!) < rank) at++
  const middle = Math.floor((data.lowNs[at]! + data.highNs[at]!) / 2)
  return Math.min(data.maxNs, Math.max(data.minNs, middle))
}

export function summaryOf(data: HistogramData): TimeSummary {
  const count = countOf(data)
  const quantile = (q: number): number | null => quantileOfCount(data, count, q)
  return {
    count,
    mean: count > 0 ? data.sumNs / count : null,
    p50: quantile(0.5),
    p90: quantile(0.9),
    p99: quantile(0.99),
    p999: quantile(0.999),
    max: data.maxNs,
  }
}

export class Histograms {
  count = 0
  /** Buckets, in chunks of one octave of one histogram, made when first used: most use few. Chunk 0 is no chunk. */
  private buckets = new Uint8Array(1024 * SUB)
  private chunks = 1
  /** Where the chunk of (histogram, octave) begins; 0: there is none. */
  private chunkAt = new Int32Array(0)
  /** Per chunk where any of its buckets has passed 255: how often each did. */
  private carries: (Uint32Array | undefined)[] = []
  private sums = new Float64Array(0)
  private mins = new Float64Array(0)
  private maxs = new Float64Array(0)

  /** Adds an empty one; its number. */
  add(): number {
    if (this.count === this.sums.length) this.grow()
    return this.count++
  }

  /** Records one whole number of ns >= 0. */
  record(histogram: number, ns: number): void {
    const bucket = bucketOf(ns)
    const octave = histogram * OCTAVES + (bucket >> SUB_BITS)
    let start = this.chunkAt[octave]!
    if (start === 0) start = this.addChunk(octave)
    const at = start + (bucket & (SUB - 1))
    const count = this.buckets[at]! + 1
    this.buckets[at] = count
    if (count === 256) this.carry(at)
    this.sums[histogram]! += ns
    if (ns > this.maxs[histogram]!) this.maxs[histogram] = ns
    if (ns < this.mins[histogram]!) this.mins[histogram] = ns
  }

  /** Empties all. */
  clear(): void {
    this.buckets.fill(0)
    this.carries = []
    this.sums.fill(0)
    this.mins.fill(Infinity)
    this.maxs.fill(0)
  }

  /** The values of these histograms together. */
  data(histograms: readonly number[]): HistogramData {
    const lowNs: number[] = []
    const highNs: number[] = []
    const counts: number[] = []
    for (let octave = 0; octave < OCTAVES; octave++) {
      this.countsOf(histograms, octave)?.forEach((count, i) => {
        if (count === 0) return
        const index = octave * SUB + i
        lowNs.push(bucketLow(index))
        highNs.push(bucketLow(index + 1) - 1)
        counts.push(count)
      })
    }
    const all = (values: Float64Array): number[] => histograms.map((histogram) => values[histogram]!)
    const min = all(this.mins).reduce((a, b) => Math.min(a, b), Infinity)
    const isEmpty = min === Infinity
    return {
      lowNs,
      highNs,
      counts,
      sumNs: all(this.sums).reduce((a, b) => a + b, 0),
      minNs: isEmpty ? null : min,
      maxNs: isEmpty ? null : all(this.maxs).reduce((a, b) => Math.max(a, b), 0),
    }
  }

  /** An octave's counts over these histograms; null where none has any. */
  private countsOf(histograms: readonly number[], octave: number): Float64Array | null {
    let counts: Float64Array | null = null
    for (const histogram of histograms) {
      const start = this.chunkAt[histogram * OCTAVES + octave]!
      if (start === 0) continue
      counts ??= new Float64Array(SUB)
      const carries = this.carries[start >> SUB_BITS]
      for (let i = 0; i < SUB; i++) counts[i]! += this.buckets[start + i]! + 256 * (carries?.[i] ?? 0)
    }
    return counts
  }

  private carry(at: number): void {
    const chunk = at >> SUB_BITS
    while (this.carries.length < chunk) this.carries.push(undefined)
    const carries = (this.carries[chunk] ??= new Uint32Array(SUB))
    carries[at & (SUB - 1)]!++
  }

  private addChunk(octave: number): number {
    const start = this.chunks++ * SUB
    if (start === this.buckets.length) {
      const wider = new Uint8Array(2 * start)
      wider.set(this.buckets)
      this.buckets = wider
    }
    this.chunkAt[octave] = start
    return start
  }

  private grow(): void {
    const { chunkAt, sums, mins, maxs, count } = this
    const capacity = Math.max(64, 2 * count)
    this.chunkAt = new Int32Array(capacity * OCTAVES)
    this.chunkAt.set(chunkAt)
    this.sums = new Float64Array(capacity)
    this.sums.set(sums)
    this.mins = new Float64Array(capacity).fill(Infinity, count)
    this.mins.set(mins)
    this.maxs = new Float64Array(capacity)
    this.maxs.set(maxs)
  }
}
