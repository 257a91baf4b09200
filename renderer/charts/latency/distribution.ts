// The distribution of a measured time as a chart draws it: cumulative points and quantiles of a histogram.
// A bucket counts as reached at its largest value, as the engine's own quantiles do; the true extremes are exact.
import type { HistogramData } from '../../../engine/model/run-result'

/** `fraction` of the values are at most `ns`; the last point has the fraction 1. */
export interface DistributionPoint {
  readonly ns: number
  readonly fraction: number
}

export interface Distribution {
  /** Ascending in both fields; empty where nothing was measured. */
  readonly points: readonly DistributionPoint[]
  readonly count: number
  readonly minNs: number | null
  readonly maxNs: number | null
}

/** Cumulative points of a histogram, from (min, 0) to (max, 1). Buckets that hold no number are ignored. */
export function buildDistribution(histogram: HistogramData): Distribution {
  const buckets = histogram.counts.flatMap((count, index) => {
    const lowNs = histogram.lowNs[index]
    const highNs = histogram.highNs[index]
    return count > 0 && Number.isFinite(lowNs) && Number.isFinite(highNs)
      ? [{ count, lowNs: lowNs ?? 0, highNs: highNs ?? 0 }]
      : []
  })
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0)
  const last = buckets.at(-1)
  if (last === undefined) return { points: [], count: 0, minNs: null, maxNs: null }
  const maxNs = histogram.maxNs ?? last.highNs
  const minNs = histogram.minNs ?? buckets[0]?.lowNs ?? last.highNs
  const points: DistributionPoint[] = [{ ns: minNs, fraction: 0 }]
  let below = 0
  let reachedNs = minNs
  for (const bucket of buckets) {
    // Between buckets nothing was measured: the curve stays level there, so that two clusters do not look like a slope.
    if (bucket.lowNs - reachedNs > 1) points.push({ ns: bucket.lowNs, fraction: below / count })
    below += bucket.count
    reachedNs = Math.min(bucket.highNs, maxNs)
    points.push({ ns: reachedNs, fraction: below / count })
  }
  return { points, count, minNs, maxNs }
}

/**
 * The value that `fraction` (0..1) of the measurements do not exceed, ns. Null where nothing was measured, and
 * where there are too few measurements to tell this quantile from the maximum (99.9 % of 200 values).
 */
export function quantileNs(distribution: Distribution, fraction: number): number | null {
  if (distribution.count === 0) return null
  if (fraction >= 1) return distribution.maxNs
  if (fraction <= 0) return distribution.minNs
  if (distribution.count * (1 - fraction) < 1 - 1e-9) return null
  return distribution.points.find((point) => point.fraction >= fraction - 1e-12)?.ns ?? distribution.maxNs
}

/**
 * Where a logarithmic axis should begin, ns: the smallest positive value beyond the first 1 % of the measurements, so
 * that a few lucky ones do not squeeze the rest. 0 where all values are 0 or nothing was measured.
 */
export function usualStartNs(distribution: Distribution): number {
  return distribution.points.find((point) => point.ns > 0 && point.fraction >= 0.01)?.ns ?? 0
}
