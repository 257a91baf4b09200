// What a distribution rests on, in words: how many measurements, of how many runs, and when these are too few.

/** Fewer measurements in each run say nothing about a distribution. */
const FEWEST_PER_RUN = 10

/** One variant: its measurements and the finished runs that they come from. */
export interface Sample {
  readonly count: number
  readonly runs: number
}

/** "5 seeds together"; '' where every variant has one run. */
export function togetherText(samples: readonly Sample[]): string {
  const runs = samples.map((sample) => sample.runs)
  const most = Math.max(0, ...runs)
  if (most <= 1) return ''
  return runs.every((count) => count === most) ? `${most} seeds together` : 'all seeds together'
}

/** "2 wake-ups per run: too few for a distribution", where no variant has enough; else null. */
export function tooFewText(samples: readonly Sample[], events: string): string | null {
  const perRun = samples.filter((sample) => sample.runs > 0).map((sample) => sample.count / sample.runs)
  const most = Math.max(0, ...perRun)
  if (most === 0 || most >= FEWEST_PER_RUN) return null
  return `${rangeText(perRun, 1)} ${events} per run: too few for a distribution`
}

/** "of 1,284 wake-ups", or of the fewest to the most where variants differ; "of wake-ups" where there are none. */
export function countText(samples: readonly Sample[], events: string): string {
  const counts = samples.map((sample) => sample.count).filter((count) => count > 0)
  return counts.length === 0 ? `of ${events}` : `of ${rangeText(counts, 0)} ${events}`
}

function rangeText(values: readonly number[], decimals: number): string {
  const write = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: decimals })
  const low = write(Math.min(...values))
  const high = write(Math.max(...values))
  return low === high ? high : `${low} to ${high}`
}
