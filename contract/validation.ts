// Recorded schedules against simulated ones: what `vlag validate --json` prints. A cell is one figure of one task of
// one case; rows of judged cases count for the verdict, the others inform.

export const validationMetrics = [
  'share',
  'switches',
  'preemptions',
  'wait_p50',
  'wait_p99',
  'wakeup_p50',
  'wakeup_p99',
] as const
export type ValidationMetric = (typeof validationMetrics)[number]

/** One cell. All figures are in `unit`: % of one CPU, 1/s, or us. */
export interface ValidationRow {
  readonly case: string
  /** A task's name; several, joined by "+", where tasks differ only in name and count as one. */
  readonly task: string
  readonly metric: ValidationMetric
  readonly unit: '%' | '1/s' | 'us'
  readonly judged: boolean
  /** Mean of the repetitions, and the largest less the smallest. */
  readonly real: { readonly mean: number; readonly spread: number }
  /** The value of `range` that is nearest to the real mean; null where the simulation had none. */
  readonly simulated: number | null
  /** Values that the simulation stands for: one for a mean, several for a percentile. Null as `simulated`. */
  readonly range: readonly [number, number] | null
  /** `simulated` less the real mean. */
  readonly error: number | null
  /** The largest error with which the cell holds. */
  readonly bound: number
  readonly within: boolean
}

export interface ValidationCase {
  readonly name: string
  readonly kernel: string
  /** What it was simulated as, e.g. "eevdf 6.18". */
  readonly model: string
  readonly judged: boolean
  readonly runs: number
  readonly cells: number
  readonly within: number
  /** What a reader should know: a kernel taken for another, tasks left out, runs that did not complete. */
  readonly notes: readonly string[]
}

export interface ValidationCount {
  readonly cells: number
  readonly within: number
  /** Null where there are no cells. */
  readonly percent: number | null
}

/** `cells`, `within` and `percent` are of the judged rows. */
export interface ValidationResult extends ValidationCount {
  readonly schema: 1
  readonly engineVersion: string
  readonly informative: ValidationCount
  /** Whether the judged cells hold as far as is asked for; null where nothing was judged. */
  readonly holds: boolean | null
  /** What is asked for: percent of all judged cells, and of those of each judged case. */
  readonly required: { readonly percent: number; readonly casePercent: number }
  /** Policy parameters that were set in all cases, as given; the figures are not those of the kernels then. */
  readonly overrides: readonly string[]
  readonly cases: readonly ValidationCase[]
  readonly rows: readonly ValidationRow[]
}
