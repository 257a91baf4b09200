// Numbers for people: three significant digits, in units that let rows be compared. The full value is in --json.

export interface Scale {
  readonly unit: string
  readonly factor: number
}

const TIME_SCALES: readonly Scale[] = [
  { unit: 's', factor: 1e-9 },
  { unit: 'ms', factor: 1e-6 },
  { unit: 'us', factor: 1e-3 },
  { unit: 'ns', factor: 1 },
]
const NS: Scale = { unit: 'ns', factor: 1 }
const DIGITS = 3
/** Rows further apart than this do not share a unit. */
const FAR_APART = 1000
/** A value of so many of a unit is better read in the next. */
const LONG = 10_000

const largestUnit = (ns: number, least: number): Scale =>
  TIME_SCALES.find(({ factor }) => ns * factor >= least) ?? NS

/** The unit in which the largest of `values` is at least 1; others than ns stay as they are. */
export function scaleFor(unit: string, values: readonly number[]): Scale {
  if (unit !== 'ns') return { unit, factor: 1 }
  return largestUnit(Math.max(0, ...values.map(Math.abs)), 1)
}

/**
 * Units of a group of rows in ns. `rows` holds what each row is judged by (its baseline), null where all its values
 * are 0: such a row takes the unit of its neighbour. All rows have one unit unless they lie too far apart.
 */
export function scalesOfGroup(rows: readonly (number | null)[]): readonly Scale[] {
  const sizes = rows.flatMap((ns) => (ns === null ? [] : [ns]))
  if (sizes.length === 0) return rows.map(() => NS)
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  if (most <= least * FAR_APART) {
    const fine = largestUnit(least, 1)
    const shared = most * fine.factor >= LONG ? largestUnit(least, 0.1) : fine
    return rows.map(() => shared)
  }
  let neighbour = largestUnit(sizes[0] ?? 0, 1)
  return rows.map((ns) => {
    if (ns !== null) neighbour = largestUnit(ns, 1)
    return neighbour
  })
}

/** Digits after the point that show three significant ones of `value`. */
export function decimalsFor(value: number): number {
  if (value === 0) return 0
  // Of the rounded value: 9.9999 is shown as 10.0.
  const magnitude = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(DIGITS)))))
  return Math.min(9, Math.max(0, DIGITS - 1 - magnitude))
}

/** Three significant digits, or `decimals` after the point. */
export function formatNumber(value: number, decimals?: number): string {
  const rounded = decimals === undefined ? Number(value.toPrecision(DIGITS)) : value
  return rounded.toFixed(decimals ?? decimalsFor(value)).replace(/^-(?=0(\.0*)?$)/, '')
}

/** '12.3 ± 0.2', or '12.3' where there is no interval; '6.00 ± <0.01' where it is below the last digit. */
export function formatMean(mean: number, ci95: readonly [number, number] | null, { factor }: Scale): string {
  const value = mean * factor
  const shown = formatNumber(value)
  if (ci95 === null) return shown
  const half = ((ci95[1] - ci95[0]) / 2) * factor
  if (half === 0) return `${shown} ± 0`
  // As exact as the mean, and never more than three digits.
  const decimals = Math.min(decimalsFor(value === 0 ? half : value), decimalsFor(half))
  const last = 10 ** -decimals
  if (half < last / 2) return `${shown} ± <${last.toFixed(decimals)}`
  return `${shown} ± ${formatNumber(Number(half.toPrecision(DIGITS)), decimals)}`
}

/** 3000000000 as '3 s', exactly. */
export function formatDurationNs(ns: number): string {
  const { unit, factor } = scaleFor('ns', [ns])
  return `${String(Number((ns * factor).toPrecision(12)))} ${unit}`
}

export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`
}
