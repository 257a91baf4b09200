// The comparison table as plain data: variants as columns (baseline first), metrics as rows in groups.
// Values stay in their unit; the components and the copies format them.
import type {
  Comparison,
  ExperimentResult,
  MetricSummary,
  ResolvedExperiment,
  VariantResult,
} from '../../../contract/results'
import type { MetricDescriptor, PolicyDescriptor, ValidityStatus } from '../../../engine/model/define'
import { judge, tally, type Goal, type Tally, type Verdict } from './verdict'

export interface Delta {
  readonly verdict: Verdict
  /** mean(variant) / mean(baseline); null: not defined, `reason` says why. */
  readonly ratio: number | null
  /** 95 % interval of the ratio; null with fewer than two pairs of seeds, and where it has no bounds. */
  readonly ci95: readonly [number, number] | null
  /** The baseline is 0 and the variant is not: a difference without a ratio. */
  readonly fromZero: boolean
  /** Pairs of seeds. */
  readonly n: number
  /** Why there is no ratio, or no interval in spite of several pairs. */
  readonly reason: string | null
}

export interface MetricCell {
  /** Index into the experiment's variants. */
  readonly variant: number
  /** In the row's unit; null: not measured, `reason` says why. */
  readonly mean: number | null
  readonly ci95: readonly [number, number] | null
  /** Measured runs. */
  readonly n: number
  readonly reason: string | null
  /** Two or more seeds and one value: nothing random reaches this metric. */
  readonly identical: boolean
  /** The intervals allow to call this the best of the row. */
  readonly best: boolean
  /** Null in the baseline's column. */
  readonly delta: Delta | null
}

export interface MetricRow {
  readonly id: string
  readonly title: string
  readonly unit: string
  readonly goal: Goal
  readonly help: string
  /** In the order of the columns. */
  readonly cells: readonly MetricCell[]
}

export interface MetricGroup {
  readonly id: string
  readonly title: string
  readonly rows: readonly MetricRow[]
}

export interface VariantColumn {
  /** Index into the experiment's variants. */
  readonly variant: number
  readonly name: string
  readonly policy: string
  readonly policyTitle: string
  /** Null for a policy that this version does not know. */
  readonly status: ValidityStatus | null
  readonly isBaseline: boolean
  readonly runs: number
  readonly tally: Tally
  /** Only one pair of runs: differences without verdicts. */
  readonly single: boolean
}

export interface CompareTable {
  readonly columns: readonly VariantColumn[]
  readonly groups: readonly MetricGroup[]
}

/** The parts of the catalog that the table reads. */
export interface CatalogView {
  readonly metrics: readonly Omit<MetricDescriptor, 'compute'>[]
  readonly policies: readonly Omit<PolicyDescriptor, 'create'>[]
}

/** The parts of a result that the table reads. */
export type Compared = Pick<ExperimentResult, 'variants' | 'comparisons'> & {
  readonly spec: Pick<ResolvedExperiment, 'baseline'>
}

const groupTitles: readonly (readonly [string, string])[] = [
  ['latency', 'Latency'],
  ['fairness', 'Fairness'],
  ['throughput', 'Throughput'],
  ['overhead', 'Overhead'],
  ['other', 'Other'],
]

/** Builds the table of a result; metrics of other engine versions keep their id as title and get no verdict. */
export function buildCompareTable(result: Compared, catalog: CatalogView): CompareTable {
  const { variants } = result
  const baseline = result.spec.baseline
  const order = [baseline, ...variants.keys()].filter(
    (variant, index) => variants[variant] !== undefined && (index === 0 || variant !== baseline),
  )
  const groups = groupTitles
    .map(([id, title]) => ({
      id,
      title,
      rows: rowHeads(variants, catalog)
        .filter((head) => head.group === id)
        .map((head) => buildRow(head, order, result)),
    }))
    .filter((group) => group.rows.length > 0)
  const columns = order.flatMap((variant, position) => {
    const data = variants[variant]
    return data === undefined ? [] : [buildColumn(data, variant, position, groups, result, catalog)]
  })
  return { columns, groups }
}

interface RowHead {
  readonly id: string
  readonly title: string
  readonly unit: string
  readonly goal: Goal
  readonly help: string
  readonly group: string
}

/** Known metrics in catalog order, then unknown ones; only those that some variant reports. */
function rowHeads(variants: readonly VariantResult[], catalog: CatalogView): readonly RowHead[] {
  const reported = new Set(variants.flatMap((variant) => Object.keys(variant.summary)))
  const known = catalog.metrics.filter((metric) => reported.has(metric.id))
  const unknown = [...reported].filter((id) => !catalog.metrics.some((metric) => metric.id === id)).sort()
  return [
    ...known,
    ...unknown.map((id) => ({
      id,
      title: id,
      unit: variants.find((variant) => variant.summary[id])?.summary[id]?.unit ?? '',
      goal: 'none' as const,
      help: 'A metric of another engine version; this one does not know its goal.',
      group: 'other',
    })),
  ]
}

function buildRow(head: RowHead, order: readonly number[], result: Compared): MetricRow {
  const baseline = result.variants[order[0] ?? 0]
  const cells = order.map((variant, position) => {
    const data = result.variants[variant]
    const comparison = result.comparisons.find(
      (entry) =>
        entry.metric === head.id && entry.variant === data?.name && entry.baseline === baseline?.name,
    )
    const summary = data?.summary[head.id]
    return {
      ...buildValue(summary),
      variant,
      best: false,
      delta: position === 0 ? null : buildDelta(comparison, head.goal, summary, baseline?.summary[head.id]),
    }
  })
  const best = findBest(cells, head.goal)
  const { id, title, unit, goal, help } = head
  return {
    id,
    title,
    unit,
    goal,
    help,
    cells: cells.map((cell, index) => (index === best ? { ...cell, best: true } : cell)),
  }
}

function buildValue(
  summary: MetricSummary | undefined,
): Pick<MetricCell, 'mean' | 'ci95' | 'n' | 'reason' | 'identical'> {
  const mean = summary?.mean ?? null
  if (summary === undefined || mean === null || !Number.isFinite(mean)) {
    const reason =
      summary === undefined ? 'No finished run reports it.' : (summary.reason ?? 'The value is not a number.')
    return { mean: null, ci95: null, n: summary?.n ?? 0, reason, identical: false }
  }
  const ci95 = summary.ci95 !== null && summary.ci95.every(Number.isFinite) ? summary.ci95 : null
  return {
    mean,
    ci95,
    n: summary.n,
    reason: null,
    identical: ci95 !== null && summary.n > 1 && ci95[0] === ci95[1],
  }
}

function buildDelta(
  comparison: Comparison | undefined,
  goal: Goal,
  own: MetricSummary | undefined,
  base: MetricSummary | undefined,
): Delta {
  const bothZero = own?.mean === 0 && base?.mean === 0
  const fromZero = base?.mean === 0 && own?.mean != null && own.mean > 0
  const verdict = bothZero ? 'same' : judge(comparison, goal, fromZero)
  const ratio = bothZero ? 1 : verdict === 'none' ? null : (comparison?.ratio ?? null)
  const ci95 = comparison?.ci95?.every(Number.isFinite) === true ? comparison.ci95 : null
  const isUnbounded = ci95 === null && !bothZero && comparison !== undefined && comparison.n > 1
  return {
    verdict,
    ratio,
    ci95,
    fromZero,
    n: comparison?.n ?? 0,
    reason: ratio === null ? noRatio(comparison, own, base) : isUnbounded ? NO_BOUNDS : null,
  }
}

const NO_BOUNDS = "No bounded interval: the baseline's mean is not told from 0."

function noRatio(
  comparison: Comparison | undefined,
  own: MetricSummary | undefined,
  base: MetricSummary | undefined,
): string {
  if (base?.mean == null) return 'The baseline has no value to compare with.'
  if (own?.mean == null) return 'This variant has no value to compare.'
  if (base.mean === 0) return 'The baseline is 0, so there is no ratio.'
  return comparison === undefined ? 'No seed was run by both variants yet.' : 'The ratio is not defined.'
}

/**
 * Which cell may be called the best: best mean, clearly apart from the baseline by the paired comparison and from
 * every other variant by intervals that do not touch. -1: nobody may.
 */
function findBest(cells: readonly MetricCell[], goal: Goal): number {
  if (goal === 'none') return -1
  const measured = cells.flatMap((cell, index) =>
    cell.mean === null ? [] : [{ cell, index, mean: cell.mean }],
  )
  if (measured.length < 2) return -1
  const winner = measured.reduce((a, b) => ((goal === 'min' ? b.mean < a.mean : b.mean > a.mean) ? b : a))
  const beaten = measured
    .filter((entry) => entry !== winner)
    .every(({ cell }) => {
      if (winner.cell.delta === null) return cell.delta?.verdict === 'worse'
      if (cell.delta === null) return winner.cell.delta.verdict === 'better'
      return apart(winner.cell.ci95, cell.ci95)
    })
  return beaten ? winner.index : -1
}

function apart(a: MetricCell['ci95'], b: MetricCell['ci95']): boolean {
  return a !== null && b !== null && (a[1] < b[0] || b[1] < a[0])
}

function buildColumn(
  data: VariantResult,
  variant: number,
  position: number,
  groups: readonly MetricGroup[],
  result: Compared,
  catalog: CatalogView,
): VariantColumn {
  const policy = catalog.policies.find((entry) => entry.id === data.policy)
  const deltas = groups.flatMap((group) =>
    group.rows.flatMap((row) => {
      const delta = row.cells[position]?.delta
      return delta && row.goal !== 'none' ? [delta] : []
    }),
  )
  return {
    variant,
    name: data.name,
    policy: data.policy,
    policyTitle: policy?.title ?? data.policy,
    status: policy?.status ?? null,
    isBaseline: variant === result.spec.baseline,
    runs: data.runs.length,
    tally: tally(deltas.map((delta) => delta.verdict)),
    single: deltas.some((delta) => delta.verdict === 'single'),
  }
}
