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
/** A cache line of buckets. */
const RECENT = 32
/** Half a cache line. */
const TOTALS = 4
const SUM = 0
const MIN = 1
const MAX = 2

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
  /** The buckets of each histogram's last values, not yet counted: with many tasks each count is far from the last. */
  private recent = new Uint16Array(0)
  private recentCount = new Uint8Array(0)
  /** Sum, minimum and maximum. */
  private totals = new Float64Array(0)
  /** An octave's counts, while data is gathered. */
  private readonly gathered = new Float64Array(SUB)

  /** Adds an empty one; its number. */
  add(): number {
    if (this.count === this.recentCount.length) this.grow()
    return this.count++
  }

  /** Records one whole number of ns >= 0. */
  record(histogram: number, ns: number): void {
    const recent = this.recentCount[histogram]!
    this.recent[histogram * RECENT + recent] = bucketOf(ns)
    this.recentCount[histogram] = recent + 1
    if (recent + 1 === RECENT) this.countRecent(histogram)
    const { totals } = this
    const at = histogram * TOTALS
    totals[at + SUM]! += ns
    if (ns < totals[at + MIN]!) totals[at + MIN] = ns
    if (ns > totals[at + MAX]!) totals[at + MAX] = ns
  }

  private countRecent(histogram: number): void {
    const { recent } = this
    const end = histogram * RECENT + this.recentCount[histogram]!
    this.recentCount[histogram] = 0
    for (let i = histogram * RECENT; i < end; i++) {
      const bucket = recent[i]!
      const octave = histogram * OCTAVES + (bucket >> SUB_BITS)
      let start = this.chunkAt[octave]!
      if (start === 0) start = this.addChunk(octave)
      const at = start + (bucket & (SUB - 1))
      const count = this.buckets[at]! + 1
      this.buckets[at] = count
      if (count === 256) this.carry(at)
    }
  }

  /** Empties all. */
  clear(): void {
    this.buckets.fill(0)
    this.carries = []
    this.recentCount.fill(0)
    this.totals.fill(0)
    for (let at = MIN; at < this.totals.length; at += TOTALS) this.totals[at] = Infinity
  }

  /** The values of these histograms together. */
  data(histograms: readonly number[]): HistogramData {
    for (const histogram of histograms) this.countRecent(histogram)
    const lowNs: number[] = []
    const highNs: number[] = []
    const counts: number[] = []
    for (let octave = 0; octave < OCTAVES; octave++) {
      if (!this.gather(histograms, octave)) continue
      for (let i = 0; i < SUB; i++) {
        const count = this.gathered[i]!
        if (count === 0) continue
        const index = octave * SUB + i
        lowNs.push(bucketLow(index))
        highNs.push(bucketLow(index + 1) - 1)
        counts.push(count)
      }
    }
    const all = (total: number): number[] => histograms.map((h) => this.totals[h * TOTALS + total]!)
    const min = all(MIN).reduce((a, b) => Math.min(a, b), Infinity)
    const isEmpty = min === Infinity
    return {
      lowNs,
      highNs,
      counts,
      sumNs: all(SUM).reduce((a, b) => a + b, 0),
      minNs: isEmpty ? null : min,
      maxNs: isEmpty ? null : all(MAX).reduce((a, b) => Math.max(a, b), 0),
    }
  }

  /** Sums an octave's counts over these histograms; false where none has any. */
  private gather(histograms: readonly number[], octave: number): boolean {
    const { gathered, buckets } = this
    let isAny = false
    for (const histogram of histograms) {
      const start = this.chunkAt[histogram * OCTAVES + octave]!
      if (start === 0) continue
      if (!isAny) gathered.fill(0)
      isAny = true
      const carries = this.carries[start >> SUB_BITS]
      for (let i = 0; i < SUB; i++) gathered[i]! += buckets[start + i]! + 256 * (carries?.[i] ?? 0)
    }
    return isAny
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
    const { chunkAt, recent, recentCount, totals, count } = this
    const capacity = Math.max(64, 2 * count)
    this.chunkAt = new Int32Array(capacity * OCTAVES)
    this.chunkAt.set(chunkAt)
    this.recent = new Uint16Array(capacity * RECENT)
    this.recent.set(recent)
    this.recentCount = new Uint8Array(capacity)
    this.recentCount.set(recentCount)
    this.totals = new Float64Array(capacity * TOTALS)
    this.totals.set(totals)
    for (let h = count; h < capacity; h++) this.totals[h * TOTALS + MIN] = Infinity
  }
}
