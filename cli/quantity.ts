// Numbers for people: three significant digits, in a unit that keeps them short. The full value is in --json.

export interface Scale {
  readonly unit: string
  readonly factor: number
}

const TIME_SCALES: readonly Scale[] = [
  { unit: 's', factor: 1e-9 },
  { unit: 'ms', factor: 1e-6 },
  { unit: 'µs', factor: 1e-3 },
  { unit: 'ns', factor: 1 },
]
const DIGITS = 3

/** The unit in which the largest of `values` is at least 1; others than ns stay as they are. */
export function scaleFor(unit: string, values: readonly number[]): Scale {
  if (unit !== 'ns') return { unit, factor: 1 }
  const largest = Math.max(0, ...values.map(Math.abs))
  return TIME_SCALES.find(({ factor }) => largest * factor >= 1) ?? { unit, factor: 1 }
}

/** Digits after the point that show three significant ones of `value`. */
export function decimalsFor(value: number): number {
  if (value === 0) return 0
  // Of the rounded value: 9.9999 is shown as 10.0.
  const magnitude = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(DIGITS)))))
  return Math.min(9, Math.max(0, DIGITS - 1 - magnitude))
}

export function formatNumber(value: number, decimals = decimalsFor(value)): string {
  return value.toFixed(decimals).replace(/^-(?=0(\.0*)?$)/, '')
}

/** '12.3 ± 0.2', or '12.3' where there is no interval. */
export function formatMean(mean: number, ci95: readonly [number, number] | null, { factor }: Scale): string {
  const value = mean * factor
  const decimals = decimalsFor(value)
  if (ci95 === null) return formatNumber(value, decimals)
  const half = ((ci95[1] - ci95[0]) / 2) * factor
  // At least one digit of a half width that is not zero.
  const halfDecimals = half === 0 ? 0 : Math.max(decimals, decimalsFor(half) - DIGITS + 1)
  return `${formatNumber(value, decimals)} ± ${formatNumber(half, halfDecimals)}`
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
