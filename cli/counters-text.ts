// What the scheduler did, as text: a table of counters with the variants as columns, each the mean of a run.
import { counterInfos, type CounterInfo } from '../contract/counters'
import type { VariantResult } from '../contract/results'
import { formatNumber, scaleFor } from './quantity'
import { buildTable, NAME_WIDTH, truncate, type Column } from './table'
import { printable } from './terminal'

const NOT_MEASURED = '–'

/** Empty where nothing is done yet. Counters that are 0 in all variants are named in one line below the table. */
export function buildCounters(variants: readonly VariantResult[]): string[] {
  if (variants.every(({ runs }) => runs.length === 0)) return []
  const rows = counterInfos.map((info) => ({
    info,
    means: variants.map(({ counterMeans }) => counterMeans[info.id] ?? null),
  }))
  const measured = rows.filter(({ means }) => means.some((mean) => mean !== null))
  if (measured.length === 0) return ['Counters: not measured, since these runs are from before Vlag counted.']
  const isZero = ({ means }: (typeof rows)[number]): boolean => means.every((mean) => (mean ?? 0) === 0)
  const columns: Column[] = [
    { title: 'Counters, mean of a run', align: 'left' },
    { title: '', align: 'left' },
    ...variants.map(({ name }): Column => ({ title: truncate(printable(name), NAME_WIDTH), align: 'right' })),
  ]
  const shown = measured.filter((row) => !isZero(row)).map(({ info, means }) => buildRow(info, means))
  const zero = measured.filter((row) => isZero(row) && row.info.isPart !== true)
  const zeroTitles = zero.map(({ info }) => info.title).join(', ')
  return [...buildTable(columns, shown), ...(zero.length > 0 ? [`  0 in all: ${zeroTitles}`] : [])]
}

function buildRow({ title, unit, isPart }: CounterInfo, means: readonly (number | null)[]): string[] {
  const scale =
    unit === '%'
      ? { unit, factor: 100 }
      : scaleFor(
          unit,
          means.filter((mean) => mean !== null),
        )
  return [
    `${isPart === true ? '    ' : '  '}${title}`,
    scale.unit,
    ...means.map((mean) => (mean === null ? NOT_MEASURED : formatNumber(mean * scale.factor))),
  ]
}
