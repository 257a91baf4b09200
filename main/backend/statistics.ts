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

export interface RatioEstimate extends Estimate {
  /** Whether the paired differences exclude 0, by a t test at 5 %; null with fewer than two pairs. */
  readonly significant: boolean | null
}

/**
 * mean(values) / mean(baseline) over pairs (same index = same seed), with Fieller's interval: the ratios r for which a
 * paired t test does not reject mean(v - r b) = 0. So it excludes 1 exactly where the differences exclude 0, whichever
 * of the two is the baseline. It has no bounds where the baseline's mean is not told from 0: then it is null. Figures
 * here are never negative, so a bound below 0 is 0.
 */
export function estimateRatio(
  values: readonly (number | null)[],
  baseline: readonly (number | null)[],
): RatioEstimate {
  const pairs = values.flatMap((value, i): [number, number][] => {
    const base = baseline[i] ?? null
    return value === null || base === null ? [] : [[value, base]]
  })
  const n = pairs.length
  const difference = estimateMean(pairs.map(([value, base]) => value - base))
  const significant = difference.ci95 === null ? null : difference.ci95[0] > 0 || difference.ci95[1] < 0
  const [valueMean, baseMean] = [meanOf(pairs.map(([value]) => value)), meanOf(pairs.map(([, base]) => base))]
  if (n === 0 || baseMean === 0) return { value: null, ci95: null, n, significant }
  const ratio = valueMean / baseMean
  return { value: ratio, ci95: n === 1 ? null : fieller(pairs, valueMean, baseMean), n, significant }
}

/** Solves (v - r b)^2 <= t^2 (Svv - 2 r Svb + r^2 Sbb) for r, with the variances of the means; null: no bounds. */
function fieller(pairs: readonly [number, number][], valueMean: number, baseMean: number): Interval | null {
  const n = pairs.length
  const scale = tQuantile(0.975, n - 1) ** 2 / (n * (n - 1))
  let [vv, vb, bb] = [0, 0, 0]
  for (const [value, base] of pairs) {
    const [dv, db] = [value - valueMean, base - baseMean]
    vv += dv * dv * scale
    vb += dv * db * scale
    bb += db * db * scale
  }
  const ratio = valueMean / baseMean
  // The same in every pair: no noise, whatever the baseline does.
  if (pairs.every(([value, base]) => value === base)) return [1, 1]
  const a = baseMean * baseMean - bb
  if (a <= 0) return null
  const c = baseMean * valueMean - vb
  // c^2 - a d, written so that it is exactly 0 where nothing varies.
  const discriminant =
    vb * vb - vv * bb + baseMean * baseMean * vv + valueMean * valueMean * bb - 2 * baseMean * valueMean * vb
  if (discriminant <= 0) return [ratio, ratio]
  const root = Math.sqrt(discriminant)
  return [Math.max(0, (c - root) / a), (c + root) / a]
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
