// A result as text: what was simulated, a table of metrics with the variants as columns, CPU shares per task, and
// how the runs ended. Differences are relative to the baseline, with a word for what the interval says.
import type {
  Comparison,
  ExperimentResult,
  FailedRun,
  MetricSummary,
  VariantResult,
} from '../contract/results'
import { metrics, type MetricDescriptor } from '../engine'
import { buildCounters } from './counters-text'
import { buildHead, buildParameters } from './experiment-text'
import { decimalsFor, formatMean, formatNumber, scaleFor, scalesOfGroup, type Scale } from './quantity'
import { buildTable, NAME_WIDTH, truncate, type Column } from './table'
import { printable } from './terminal'

const NOT_MEASURED = '–'
const MAX_TASKS = 24

/** In the order in which they are shown. */
const groupTitles: readonly (readonly [MetricDescriptor['group'] | undefined, string])[] = [
  ['latency', 'Latency'],
  ['throughput', 'Throughput'],
  ['fairness', 'Fairness'],
  ['overhead', 'Overhead'],
  [undefined, 'Other'],
]

/** All lines. `failures` are runs that gave no result. */
export function buildComparisonText(result: ExperimentResult, failures: readonly FailedRun[]): string[] {
  const parameters = buildParameters(result.variants)
  const shares = buildShares(result)
  const counters = buildCounters(result.variants)
  return [
    ...buildHead(result),
    ...(parameters.length > 0 ? ['', ...parameters] : []),
    '',
    ...buildMetrics(result),
    ...(counters.length > 0 ? ['', ...counters] : []),
    ...(shares.length > 0 ? ['', ...shares] : []),
    '',
    ...buildOutcomes(result, failures),
  ]
}

function buildMetrics(result: ExperimentResult): string[] {
  const { variants, spec } = result
  const baseline = variants[spec.baseline]
  const columns: Column[] = [
    { title: '', align: 'left' },
    { title: '', align: 'left' },
    ...variants.flatMap((variant): Column[] => {
      const mean: Column = { title: nameOf(variant.name), align: 'right' }
      return variant === baseline ? [mean] : [mean, { title: 'difference', align: 'left' }]
    }),
  ]
  const ids = [...new Set(variants.flatMap((variant) => Object.keys(variant.summary)))]
  const reasons = new Map<string, string[]>()
  const groups = groupTitles.map(([group, title]) => {
    const members = ids.filter((id) => descriptorOf(id)?.group === group)
    const scales = scalesFor(result, members)
    return { title, rows: members.map((id) => buildMetricRow(result, id, scales.get(id), reasons)) }
  })
  const shown = groups.filter(({ rows }) => rows.length > 0)
  const table = buildTable(
    columns,
    shown.flatMap(({ title, rows }) => [[title], ...rows]),
  )
  return [
    ...table,
    ...(variants.length > 1 && baseline !== undefined
      ? [`Differences are to ${printable(baseline.name)}. ± is half the 95 % interval over seeds.`]
      : []),
    ...[...reasons].map(([reason, titles]) => `${NOT_MEASURED} ${reason}: ${titles.join(', ')}`),
  ]
}

/** Units of the times of one group, by metric. */
function scalesFor(result: ExperimentResult, ids: readonly string[]): ReadonlyMap<string, Scale> {
  const times = ids.filter((id) => unitOf(result, id) === 'ns')
  const scales = scalesOfGroup(times.map((id) => sizeOf(result, id)))
  return new Map(scales.map((scale, i) => [times[i] ?? '', scale]))
}

const unitOf = ({ variants }: ExperimentResult, id: string): string =>
  variants.flatMap(({ summary }) => summary[id]?.unit ?? [])[0] ?? ''

/** The mean of the baseline; where that is 0 or was not measured the smallest other; null where there is none. */
function sizeOf({ variants, spec }: ExperimentResult, id: string): number | null {
  const means = variants.map(({ summary }) => Math.abs(summary[id]?.mean ?? 0))
  const base = means[spec.baseline] ?? 0
  const least = Math.min(...means.filter((mean) => mean > 0))
  return base > 0 ? base : least === Infinity ? null : least
}

function buildMetricRow(
  result: ExperimentResult,
  id: string,
  ofGroup: Scale | undefined,
  reasons: Map<string, string[]>,
): string[] {
  const { variants, spec, comparisons } = result
  const descriptor = descriptorOf(id)
  const summaries = variants.map((variant) => variant.summary[id])
  const scale = ofGroup ?? scaleFor(unitOf(result, id), [])
  const title = descriptor?.title ?? id
  const cells = variants.flatMap((variant, i) => {
    const summary = summaries[i]
    noteReason(summary, `${title} (${printable(variant.name)})`, reasons)
    const mean = summary === undefined || summary.mean === null ? null : summary.mean
    const cell = mean === null ? NOT_MEASURED : formatMean(mean, summary?.ci95 ?? null, scale)
    if (i === spec.baseline) return [cell]
    const comparison = comparisons.find((c) => c.metric === id && c.variant === variant.name)
    const baseMean = summaries[spec.baseline]?.mean ?? null
    // A ratio to 0 is not defined, but no difference is no difference.
    if (mean === 0 && baseMean === 0) return [cell, '= same']
    return [cell, describeDifference(comparison, descriptor?.goal ?? 'none')]
  })
  return [`  ${title}`, scale.unit, ...cells]
}

function noteReason(summary: MetricSummary | undefined, title: string, reasons: Map<string, string[]>): void {
  if (summary?.reason === undefined) return
  const reason = summary.mean === null ? `not measured, ${summary.reason}` : `not measured ${summary.reason}`
  reasons.set(reason, [...(reasons.get(reason) ?? []), title])
}

/** '↓ -12.3 % better'; the word follows the interval, the arrow the mean. */
export function describeDifference(
  comparison: Comparison | undefined,
  goal: MetricDescriptor['goal'],
): string {
  if (comparison === undefined || comparison.n === 0) return NOT_MEASURED
  const { ratio, ci95, significant } = comparison
  const isSame = ratio === 1 && (significant === null || (ci95?.[0] === 1 && ci95[1] === 1))
  if (isSame) return '= same'
  // No figure is negative: what is compared with 0 is more.
  if (ratio === null) return `baseline is 0${verdict(Infinity, goal, significant)}`
  return `${describeChange(ratio)}${verdict(ratio, goal, significant)}`
}

function verdict(ratio: number, goal: MetricDescriptor['goal'], significant: boolean | null): string {
  if (significant === null) return ' one seed'
  if (!significant) return ' unclear'
  if (goal === 'none') return ' changed'
  return ratio < 1 === (goal === 'min') ? ' better' : ' worse'
}

/** From ten times or a tenth on a factor says more than per cent. A difference is never 0 %. */
function describeChange(ratio: number): string {
  if (ratio === 1) return '0 %'
  if (ratio >= 10) return `↑ x${formatNumber(ratio)}`
  if (ratio > 0 && ratio <= 0.1) return `↓ ÷${formatNumber(1 / ratio)}`
  const [arrow, sign] = ratio < 1 ? ['↓', '-'] : ['↑', '+']
  const size = Math.abs(ratio - 1) * 100
  if (size < 0.05) return `${arrow} <0.1 %`
  return `${arrow} ${sign}${formatNumber(size, Math.min(1, decimalsFor(size)))} %`
}

/** Mean CPU share of each task; the largest first where there are many. */
function buildShares({ variants }: ExperimentResult): string[] {
  const shares = new Map<string, (number | null)[]>()
  variants.forEach((variant, i) => {
    for (const [name, share] of meanShares(variant)) {
      const row = shares.get(name) ?? variants.map(() => null)
      row[i] = share
      shares.set(name, row)
    }
  })
  if (shares.size === 0) return []
  const largest = (row: readonly (number | null)[]): number => Math.max(...row.map((share) => share ?? 0))
  const all = [...shares]
  const shown =
    all.length <= MAX_TASKS ? all : all.sort(([, a], [, b]) => largest(b) - largest(a)).slice(0, MAX_TASKS)
  const columns: Column[] = [
    { title: 'CPU share per task', align: 'left' },
    { title: '', align: 'left' },
    ...variants.map(({ name }): Column => ({ title: nameOf(name), align: 'right' })),
  ]
  const rows = shown.map(([name, row]) => [
    `  ${truncate(printable(name), NAME_WIDTH)}`,
    '%',
    ...row.map((share) => (share === null ? NOT_MEASURED : formatNumber(share * 100, 2))),
  ])
  const rest = all.length - shown.length
  return [...buildTable(columns, rows), ...(rest > 0 ? [`  and ${rest} tasks with smaller shares`] : [])]
}

function meanShares({ runs }: VariantResult): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { tasks } of runs) {
    for (const { name, cpuShare } of tasks) sums.set(name, (sums.get(name) ?? 0) + cpuShare)
  }
  return new Map([...sums].map(([name, sum]) => [name, sum / runs.length]))
}

function buildOutcomes({ variants, spec }: ExperimentResult, failures: readonly FailedRun[]): string[] {
  const total = spec.seeds.length * variants.length
  const done = variants.reduce((sum, variant) => sum + variant.runs.length, 0)
  const odd = variants.flatMap(({ name, runs }) =>
    runs
      .filter((run) => run.outcome !== 'completed')
      .map(({ seed, outcome, outcomeDetail }) => {
        const detail = outcomeDetail === null ? '' : `: ${printable(outcomeDetail)}`
        return `${printable(name)}, seed ${seed}: ${outcome}${detail}`
      }),
  )
  const failed = failures.map(({ variant, seed, message }) => {
    const name = printable(variants[variant]?.name ?? String(variant))
    return `${name}, seed ${seed}: failed: ${printable(message)}`
  })
  const first = done === total ? `All ${total} runs are done.` : `${done} of ${total} runs are done.`
  return [first, ...limited(odd), ...limited(failed)]
}

function limited(lines: readonly string[]): string[] {
  const most = 8
  const rest = lines.length - most
  return rest > 1 ? [...lines.slice(0, most), `and ${rest} more like these`] : [...lines]
}

const nameOf = (name: string): string => truncate(printable(name), NAME_WIDTH)

function descriptorOf(id: string | undefined): MetricDescriptor | undefined {
  return metrics.find((metric) => metric.id === id)
}
