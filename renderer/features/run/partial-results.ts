// Results so far, one row per variant and one column per headline metric, while runs are still coming in.
import type { ExperimentResult, MetricSummary } from '../../../contract/results'
import type { MetricDescriptor } from '../../../engine/model/define'
import { scaleFor, type Scale } from '../../format'
import { nthOfPolicy } from '../../theme'

export interface PartialColumn {
  readonly id: string
  readonly title: string
  readonly unit: string
  readonly help: string
  /** One for the whole column. */
  readonly scale: Scale
}

export interface PartialRow {
  readonly name: string
  readonly policy: string
  readonly nth: number
  readonly isBaseline: boolean
  /** Finished runs. */
  readonly n: number
  /** In the order of the columns; null where no run of the variant is done. */
  readonly cells: readonly (MetricSummary | null)[]
}

export interface PartialResults {
  readonly columns: readonly PartialColumn[]
  readonly rows: readonly PartialRow[]
}

/** What is worth watching, most wanted first; only what was measured becomes a column. */
const HEADLINE = [
  'wakeup_latency_mean',
  'wakeup_latency_p99',
  'wakeup_latency_max',
  'wait_p99',
  'cpu_utilisation',
  'context_switches',
  'preemptions',
]
const MOST_COLUMNS = 6

/** The parts of a result that the table reads. */
export interface PartialSource extends Pick<ExperimentResult, 'variants'> {
  readonly spec: Pick<ExperimentResult['spec'], 'baseline'>
}

export function buildPartialResults(
  result: PartialSource,
  metrics: readonly Omit<MetricDescriptor, 'compute'>[],
): PartialResults {
  const means = (id: string): (number | null)[] =>
    result.variants.map((variant) => variant.summary[id]?.mean ?? null)
  const columns = HEADLINE.flatMap((id) => metrics.filter((metric) => metric.id === id))
    .filter((metric) => means(metric.id).some((mean) => mean !== null))
    .slice(0, MOST_COLUMNS)
    .map(({ id, title, unit, help }) => ({ id, title, unit, help, scale: scaleFor(means(id), unit) }))
  const nths = nthOfPolicy(result.variants.map((variant) => variant.policy))
  return {
    columns,
    rows: result.variants.map((variant, index) => ({
      name: variant.name,
      policy: variant.policy,
      nth: nths[index] ?? 0,
      isBaseline: index === result.spec.baseline,
      n: variant.runs.length,
      cells: columns.map((column) =>
        variant.runs.length === 0 ? null : (variant.summary[column.id] ?? null),
      ),
    })),
  }
}
