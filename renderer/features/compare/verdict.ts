// What a comparison with the baseline says, in one word. The word follows the interval, never the colour.
import type { Comparison } from '../../../contract/results'
import type { MetricDescriptor } from '../../../engine/model/define'

/**
 * better, worse: the interval excludes "no difference". unclear: it does not. same: no difference in any seed.
 * changed: a clear difference of a metric that has no better side. single: one pair of runs, so no interval.
 * none: there is nothing to compare.
 */
export type Verdict = 'better' | 'worse' | 'unclear' | 'same' | 'changed' | 'single' | 'none'

export type Goal = MetricDescriptor['goal']

/**
 * The verdict of one comparison under the metric's goal. `fromZero`: the baseline is 0 and the variant is not, so that
 * there is no ratio, but a direction.
 */
export function judge(comparison: Comparison | undefined, goal: Goal, fromZero = false): Verdict {
  if (comparison === undefined) return 'none'
  const { ci95, significant } = comparison
  const ratio = fromZero ? Infinity : comparison.ratio
  if (ratio === null || (!fromZero && !Number.isFinite(ratio))) return 'none'
  // Without bounds the seeds may differ though their means do not.
  if (ratio === 1 && (ci95 === null ? significant === null : ci95[0] === 1 && ci95[1] === 1)) return 'same'
  if (significant === null) return 'single'
  if (!significant) return 'unclear'
  if (goal === 'none') return 'changed'
  return ratio < 1 === (goal === 'min') ? 'better' : 'worse'
}

/** How many metrics with a goal are better, worse, unclear or the same. */
export interface Tally {
  readonly better: number
  readonly worse: number
  readonly unclear: number
  readonly same: number
}

/** Counts verdicts; what has no goal, no interval or no ratio is not counted. */
export function tally(verdicts: readonly Verdict[]): Tally {
  const count = (wanted: Verdict): number => verdicts.filter((verdict) => verdict === wanted).length
  return { better: count('better'), worse: count('worse'), unclear: count('unclear'), same: count('same') }
}
