// A validation as text: a table of cases with their worst misses and the verdict, every row where it is asked for, and
// the table of docs/validation.md.
import type { ValidationCase, ValidationCount, ValidationResult, ValidationRow } from '../contract/validation'
import { formatNumber } from './quantity'
import { buildTable, type Column } from './table'
import { printable } from './terminal'

const MISSES_PER_CASE = 3

const caseColumns: readonly Column[] = [
  { title: 'CASE', align: 'left' },
  { title: 'SIMULATED AS', align: 'left' },
  { title: 'HELD', align: 'right' },
  { title: '', align: 'right' },
  { title: 'WORST MISSES (recorded, simulated)', align: 'left' },
]

const rowColumns: readonly Column[] = [
  { title: '  TASK', align: 'left' },
  { title: 'FIGURE', align: 'left' },
  { title: '', align: 'left' },
  { title: 'RECORDED', align: 'right' },
  { title: 'SPREAD', align: 'right' },
  { title: 'SIMULATED', align: 'right' },
  { title: 'RANGE', align: 'left' },
  { title: 'ERROR', align: 'right' },
  { title: 'BOUND', align: 'right' },
  { title: '', align: 'left' },
]

/** `verbose`: every row instead of the worst misses. */
export function buildValidationText(result: ValidationResult, verbose: boolean): string[] {
  const judged = result.cases.filter((entry) => entry.judged)
  const shown = result.cases.filter((entry) => !entry.judged)
  return [
    ...sectionOf(result, judged, 'JUDGED', verbose),
    ...(judged.length > 0 && shown.length > 0 ? [''] : []),
    ...sectionOf(result, shown, 'INFORMATIVE: shown, not judged', verbose),
    '',
    ...notesOf(result),
    ...verdictOf(result),
  ]
}

function sectionOf(
  result: ValidationResult,
  cases: readonly ValidationCase[],
  title: string,
  verbose: boolean,
): string[] {
  if (cases.length === 0) return []
  if (verbose) {
    return [title, ...cases.flatMap((entry) => ['', ...describeCase(entry, rowsOf(result, entry))])]
  }
  const table = buildTable(
    caseColumns,
    cases.map((entry) => [
      printable(entry.name),
      entry.model,
      `${entry.within}/${entry.cells}`,
      percentText(entry),
      worstMisses(rowsOf(result, entry)),
    ]),
  )
  return [title, ...table]
}

const rowsOf = (result: ValidationResult, { name }: ValidationCase): readonly ValidationRow[] =>
  result.rows.filter((row) => row.case === name)

function describeCase(entry: ValidationCase, rows: readonly ValidationRow[]): string[] {
  const { name, kernel, model, within, cells, runs } = entry
  return [
    `${printable(name)}: Linux ${printable(kernel)} as ${model}, ${runs} runs, ${within} of ${cells} cells hold`,
    ...buildTable(
      rowColumns,
      rows.map((row) => [
        `  ${printable(row.task)}`,
        row.metric,
        row.unit,
        formatNumber(row.real.mean),
        formatNumber(row.real.spread),
        numberOrNone(row.simulated),
        rangeText(row.range),
        signed(row.error),
        formatNumber(row.bound),
        row.within ? '' : 'MISS',
      ]),
    ),
  ]
}

const numberOrNone = (value: number | null): string => (value === null ? 'not measured' : formatNumber(value))

function signed(value: number | null): string {
  if (value === null) return ''
  return value > 0 ? `+${formatNumber(value)}` : formatNumber(value)
}

function rangeText(range: ValidationRow['range']): string {
  if (range === null || range[0] === range[1]) return ''
  return `${formatNumber(range[0])} .. ${formatNumber(range[1])}`
}

/** 'perA wait_p99 7.7 ms, 4.31 ms; …', furthest beyond their bounds first. */
function worstMisses(rows: readonly ValidationRow[]): string {
  const excess = ({ error, bound }: ValidationRow): number =>
    error === null ? Infinity : Math.abs(error) / bound
  const misses = rows.filter((row) => !row.within).sort((a, b) => excess(b) - excess(a))
  const texts = misses.slice(0, MISSES_PER_CASE).map((row) => {
    const real = formatNumber(row.real.mean)
    return `${printable(row.task)} ${row.metric} ${real}, ${numberOrNone(row.simulated)} ${row.unit}`
  })
  const rest = misses.length - texts.length
  return [...texts, ...(rest > 0 ? [`${rest} more`] : [])].join('; ')
}

const percentText = ({ cells, within }: Pick<ValidationCount, 'cells' | 'within'>): string =>
  cells === 0 ? '' : `${((within * 100) / cells).toFixed(1)} %`

function notesOf({ cases, overrides }: ValidationResult): string[] {
  const notes = cases.flatMap(({ name, notes: own }) =>
    own.map((note) => `Note: ${printable(name)}: ${printable(note)}`),
  )
  const set =
    overrides.length === 0
      ? []
      : [
          `With overrides (${overrides.map(printable).join(', ')}): these are not the recorded kernels' settings.`,
        ]
  return [...set, ...notes]
}

function verdictOf(result: ValidationResult): string[] {
  const { informative, holds, required } = result
  const judged = `Judged: ${describeCount(result)}; asked for: ${required.percent} %, and ${required.casePercent} % of each case.`
  const verdict =
    holds === null ? 'Nothing was judged.' : `${judged} ${holds ? 'It holds.' : 'It does not hold.'}`
  return [verdict, ...(informative.cells > 0 ? [`Informative: ${describeCount(informative)}.`] : [])]
}

function describeCount(count: ValidationCount): string {
  return `${count.within} of ${count.cells} cells hold (${percentText(count)})`
}

/** A table in Markdown, one line per case, with all its misses, and the totals below. */
export function buildValidationMarkdown(result: ValidationResult): string[] {
  const head = ['case', 'simulated as', 'judged', 'held', 'misses: recorded, simulated']
  const body = result.cases.map((entry) => [
    `\`${entry.name}\``,
    entry.model,
    entry.judged ? 'yes' : 'no',
    `${entry.within}/${entry.cells}`,
    rowsOf(result, entry)
      .filter((row) => !row.within)
      .map(missMarkdown)
      .join('; '),
  ])
  const widths = head.map((title, i) =>
    Math.max(...[title, ...body.map((row) => row[i] ?? '')].map((t) => t.length)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    ...body.map(line),
    '',
    `Engine ${result.engineVersion}. Judged: ${describeCount(result)}. Informative: ${describeCount(result.informative)}.`,
    ...(result.overrides.length === 0 ? [] : [`With overrides: ${result.overrides.join(', ')}.`]),
  ]
}

function missMarkdown({ task, metric, real, simulated, unit }: ValidationRow): string {
  const measured = simulated === null ? 'not measured' : formatNumber(simulated)
  return `${task} ${metric} ${formatNumber(real.mean)}, ${measured} ${unit}`
}
