// The comparison as text for elsewhere: a Markdown table for a mail or a commit, CSV for a spreadsheet, JSON for a script.
import { NOT_MEASURED } from '../../format'
import { rowScale, showValue } from './shown-value'
import type { CompareTable, MetricCell, MetricRow } from './table-model'
import { changeText, noRatioText, verdictWords } from './verdict-text'

export interface CopyContext {
  readonly name: string
  readonly engineVersion: string
  readonly specHash: string
  readonly seeds: number
}

/** A table as people read it: scaled units, three digits, the interval, the difference and its word. */
export function toMarkdown(table: CompareTable, context: CopyContext): string {
  const heads = [
    'Metric',
    ...table.columns.map((column) => column.name + (column.isBaseline ? ' (baseline)' : '')),
  ]
  const rows = allRows(table).map((row) => {
    const scale = rowScale(row)
    const unit = scale === null || scale.unit === '' ? '' : ` (${scale.unit})`
    const cells = row.cells.map((cell) => {
      const shown = showValue(cell, row.unit, scale)
      if (shown === null) return NOT_MEASURED
      return [shown.value, shown.unit, shown.half ?? '', difference(cell)]
        .filter((part) => part !== '')
        .join(' ')
    })
    return [row.title + unit, ...cells]
  })
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeMarkdown).join(' | ')} |`
  return [
    `**${escapeMarkdown(context.name)}**: mean ± 95 % interval over ${context.seeds} seeds, engine ${context.engineVersion}`,
    '',
    line(heads),
    `|${heads.map((_, index) => (index === 0 ? ' --- ' : ' ---: ')).join('|')}|`,
    ...rows.map(line),
    '',
  ].join('\n')
}

/** One line per metric and variant, full precision, in the engine's own units. */
export function toCsv(table: CompareTable): string {
  const heads =
    'metric,unit,goal,variant,policy,mean,ci95_low,ci95_high,n,ratio,ratio_ci95_low,ratio_ci95_high,verdict,reason'
  const lines = allRows(table).flatMap((row) =>
    row.cells.map((cell, index) => {
      const column = table.columns[index]
      return [
        row.id,
        row.unit,
        row.goal,
        column?.name,
        column?.policy,
        cell.mean,
        cell.ci95?.[0],
        cell.ci95?.[1],
        cell.n,
        cell.delta?.ratio,
        cell.delta?.ci95?.[0],
        cell.delta?.ci95?.[1],
        cell.delta === null ? 'baseline' : cell.delta.verdict,
        cell.reason ?? cell.delta?.reason,
      ]
        .map(escapeCsv)
        .join(',')
    }),
  )
  return [heads, ...lines, ''].join('\n')
}

/** The same values with their context, for a script. */
export function toJson(table: CompareTable, context: CopyContext): string {
  const metrics = allRows(table).map((row) => ({
    id: row.id,
    title: row.title,
    unit: row.unit,
    goal: row.goal,
    variants: row.cells.map((cell, index) => ({
      name: table.columns[index]?.name,
      policy: table.columns[index]?.policy,
      mean: cell.mean,
      ci95: cell.ci95,
      n: cell.n,
      ...(cell.reason === null ? {} : { reason: cell.reason }),
      ...(cell.delta === null
        ? { baseline: true }
        : {
            ratio: cell.delta.ratio,
            ratioCi95: cell.delta.ci95,
            verdict: cell.delta.verdict,
            ...(cell.delta.reason === null ? {} : { differenceReason: cell.delta.reason }),
          }),
    })),
  }))
  return JSON.stringify({ ...context, metrics }, null, 2)
}

function allRows(table: CompareTable): readonly MetricRow[] {
  return table.groups.flatMap((group) => group.rows)
}

function difference(cell: MetricCell): string {
  const { delta } = cell
  if (delta === null || (delta.ratio === null && !delta.fromZero)) return ''
  if (delta.verdict === 'same') return '(same)'
  const change = delta.ratio === null ? `${noRatioText(delta)},` : changeText(delta)
  const words = [change, verdictWords[delta.verdict]].filter((part) => part !== null && part !== '')
  return `(${words.join(' ')})`
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\|*_`]/g, '\\$&').replace(/\s+/g, ' ')
}

/** Quoted where needed; null and undefined are empty, since an empty cell is "no value" to every reader. */
function escapeCsv(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text
}
