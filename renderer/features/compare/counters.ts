// Counters of the variants as rows: those that are 0 everywhere, or that no run counted, only take room.
import { counterInfos, type CounterInfo } from '../../../contract/counters'
import type { VariantResult } from '../../../contract/results'
import { formatQuantity, scaleFor } from '../../format'

export interface CounterRow {
  readonly info: CounterInfo
  /** As it is shown; '' for a count. */
  readonly unit: string
  /** In column order; `full` is for the hover. */
  readonly cells: readonly { readonly value: string; readonly full: string; readonly isMeasured: boolean }[]
}

export interface CounterTable {
  readonly rows: readonly CounterRow[]
  /** Titles of those that are 0 in all variants, without parts of others. */
  readonly zero: readonly string[]
}

/** For `variants` in column order. Empty where no run counted. */
export function buildCounterTable(variants: readonly Pick<VariantResult, 'counterMeans'>[]): CounterTable {
  const all = counterInfos.map((info) => ({
    info,
    means: variants.map(({ counterMeans }) => counterMeans[info.id] ?? null),
  }))
  const measured = all.filter(({ means }) => means.some((mean) => mean !== null))
  const isZero = ({ means }: (typeof all)[number]): boolean => means.every((mean) => (mean ?? 0) === 0)
  return {
    rows: measured.filter((row) => !isZero(row)).map(({ info, means }) => buildRow(info, means)),
    zero: measured.filter((row) => isZero(row) && row.info.isPart !== true).map(({ info }) => info.title),
  }
}

function buildRow(info: CounterInfo, means: readonly (number | null)[]): CounterRow {
  const unit = info.unit === '%' ? 'ratio' : info.unit
  const scale = scaleFor(means, unit)
  const cells = means.map((mean) => {
    const { value, full } = formatQuantity(mean, unit, scale)
    return { value, full, isMeasured: mean !== null }
  })
  return { info, unit: scale.unit, cells }
}
