// How the values of a metric are written: one unit for a row, so that its numbers compare by eye, unless they lie so
// far apart that one unit would hide the small ones.
import { formatHalfWidth, formatQuantity, scaleFor, type Scale } from '../../format'
import type { MetricCell, MetricRow } from './table-model'

/** From this factor on between the largest and the smallest mean, each value carries its own unit. */
const FAR_APART = 100

/** The unit of a row; null where each of its values has its own. */
export function rowScale(row: Pick<MetricRow, 'cells' | 'unit'>): Scale | null {
  const means = row.cells.map((cell) => cell.mean)
  const sizes = means.flatMap((mean) => (mean === null || mean === 0 ? [] : [Math.abs(mean)]))
  const farApart = row.unit === 'ns' && Math.max(...sizes) >= FAR_APART * Math.min(...sizes)
  return sizes.length > 1 && farApart ? null : scaleFor(means, row.unit)
}

export interface ShownValue {
  readonly value: string
  /** Only where the row has none. */
  readonly unit: string
  /** "±0.4"; null without an interval. */
  readonly half: string | null
  /** What the value was scaled with. */
  readonly scale: Scale
}

/** Null where nothing was measured. */
export function showValue(cell: MetricCell, unit: string, row: Scale | null): ShownValue | null {
  if (cell.mean === null) return null
  const scale = row ?? scaleFor([cell.mean], unit)
  const { value } = formatQuantity(cell.mean, unit, scale)
  return {
    value,
    unit: row === null ? scale.unit : '',
    half: cell.ci95 === null ? null : halfWidth(cell.mean, (cell.ci95[1] - cell.ci95[0]) / 2, scale, value),
    scale,
  }
}

/** An interval below the last digit of its mean is only said to be below it: ±<0.01 beside 6.00. */
function halfWidth(mean: number, half: number, scale: Scale, shown: string): string {
  const decimals = shown.split('.')[1]?.length ?? 0
  const last = 10 ** -decimals
  if (half > 0 && half / scale.divisor < last / 2) return `±<${last.toFixed(decimals)}`
  return formatHalfWidth(mean / scale.divisor, half / scale.divisor)
}
