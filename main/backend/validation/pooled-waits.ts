// The waits of several runs taken together, and what stands for one of their percentiles. Many waits have two modes
// (some 15 us or 3 ms); where half of them are in each the median itself is chance, so a range of ranks is allowed.
import { quantileOf } from '../../../engine/core/histogram'
import type { HistogramData } from '../../../engine'

/** Ranks that stand for a median and for a 99th percentile. */
export const RANKS = { p50: [0.45, 0.55], p99: [0.98, 0.995] } as const

/** All values of several distributions as one. */
export function poolWaits(parts: readonly HistogramData[]): HistogramData {
  const buckets = new Map<number, { high: number; count: number }>()
  for (const { lowNs, highNs, counts } of parts) {
    lowNs.forEach((low, i) => {
      const count = (buckets.get(low)?.count ?? 0) + (counts[i] ?? 0)
      buckets.set(low, { high: highNs[i] ?? low, count })
    })
  }
  const sorted = [...buckets].sort(([a], [b]) => a - b)
  const some = parts.filter(({ minNs }) => minNs !== null)
  return {
    lowNs: sorted.map(([low]) => low),
    highNs: sorted.map(([, { high }]) => high),
    counts: sorted.map(([, { count }]) => count),
    sumNs: parts.reduce((sum, part) => sum + part.sumNs, 0),
    minNs: some.length === 0 ? null : Math.min(...some.map(({ minNs }) => minNs ?? Infinity)),
    maxNs: some.length === 0 ? null : Math.max(...some.map(({ maxNs }) => maxNs ?? 0)),
  }
}

/** Values in us between which a percentile of `waits` may lie; null where there are none. */
export function percentileRangeUs(
  waits: HistogramData,
  percentile: keyof typeof RANKS,
): readonly [number, number] | null {
  const [low, high] = RANKS[percentile].map((rank) => quantileOf(waits, rank))
  if (low === undefined || high === undefined || low === null || high === null) return null
  return [low / 1000, high / 1000]
}
