// Means over seeds and ratios to a baseline, with 95 % intervals. Values that were not measured (null) are left out
// and `n` says how many were there; with fewer than two there is no interval, which is null and not zero wide.
import tQuantile from '@stdlib/stats-base-dists-t-quantile'

export type Interval = readonly [number, number]

export interface Estimate {
  /** Null where nothing was measured, or a ratio has no defined value. */
  readonly value: number | null
  readonly ci95: Interval | null
  readonly n: number
}

/** Mean with the Student-t interval of n - 1 degrees of freedom. */
export function estimateMean(values: readonly (number | null)[]): Estimate {
  const measured = values.filter((value) => value !== null)
  const n = measured.length
  if (n === 0) return { value: null, ci95: null, n }
  const mean = meanOf(measured)
  if (n === 1) return { value: mean, ci95: null, n }
  const half = halfWidth(
    measured.map((value) => value - mean),
    n,
  )
  return { value: mean, ci95: [mean - half, mean + half], n }
}

/**
 * mean(values) / mean(baseline) over pairs (same index = same seed), with the interval of the delta method: the
 * deviations v - ratio * b have mean 0, and their standard error over the baseline's mean is that of the ratio.
 */
export function estimateRatio(
  values: readonly (number | null)[],
  baseline: readonly (number | null)[],
): Estimate {
  const pairs = values.flatMap((value, i): [number, number][] => {
    const base = baseline[i] ?? null
    return value === null || base === null ? [] : [[value, base]]
  })
  const n = pairs.length
  const baseMean = meanOf(pairs.map(([, base]) => base))
  if (n === 0 || baseMean === 0) return { value: null, ci95: null, n }
  const ratio = meanOf(pairs.map(([value]) => value)) / baseMean
  if (n === 1) return { value: ratio, ci95: null, n }
  const half =
    halfWidth(
      pairs.map(([value, base]) => value - ratio * base),
      n,
    ) / Math.abs(baseMean)
  return { value: ratio, ci95: [ratio - half, ratio + half], n }
}

/** NaN for an empty list. */
function meanOf(values: readonly number[]): number {
  const first = values[0] ?? NaN
  // About the first value, so that equal values give exactly that value.
  return first + values.reduce((sum, value) => sum + (value - first), 0) / values.length
}

/** Half the 95 % interval of a mean, from n >= 2 deviations whose mean is 0. */
function halfWidth(deviations: readonly number[], n: number): number {
  const squares = deviations.reduce((sum, deviation) => sum + deviation * deviation, 0)
  const standardError = Math.sqrt(squares / (n - 1) / n)
  return standardError === 0 ? 0 : tQuantile(0.975, n - 1) * standardError
}
