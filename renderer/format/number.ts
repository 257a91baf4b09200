// Numbers as people read them: three significant digits, thousands separated, the full value for the hover.
// Null is "not measured"; NaN and the infinities are shown as what they are.

export const NOT_MEASURED = 'not measured'

const significant = new Map<number, Intl.NumberFormat>()
function significantFormat(digits: number): Intl.NumberFormat {
  let format = significant.get(digits)
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', {
      maximumSignificantDigits: digits,
      minimumSignificantDigits: digits,
    })
    significant.set(digits, format)
  }
  return format
}
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const full = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15 })
const scientific = new Intl.NumberFormat('en-US', { notation: 'scientific', maximumSignificantDigits: 3 })

function special(value: number): string | null {
  if (Number.isNaN(value)) return 'not a number'
  if (value === Infinity) return 'infinite'
  if (value === -Infinity) return '−infinite'
  return null
}

/** A real minus sign: it has the width of a digit. */
const withMinus = (text: string): string => text.replace('-', '−')

/** Three significant digits: 0.0712, 11.8, 4,310. Null gives "not measured". */
export function formatNumber(value: number | null, digits = 3): string {
  if (value === null) return NOT_MEASURED
  const odd = special(value)
  if (odd !== null) return odd
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size < 1e-4 || size >= 1e10) return withMinus(scientific.format(value))
  return withMinus(significantFormat(digits).format(value))
}

/** A count, exact: 1,284. */
export function formatCount(value: number): string {
  return withMinus(special(value) ?? whole.format(value))
}

/** All digits, for hover and copy. */
export function formatFull(value: number | null): string {
  if (value === null) return NOT_MEASURED
  return withMinus(special(value) ?? full.format(value))
}

/** Half the width of an interval, with as many decimals as its mean shows: ±0.4 beside 11.8. */
export function formatHalfWidth(mean: number, half: number, digits = 3): string {
  if (!Number.isFinite(half) || !Number.isFinite(mean)) return special(half) ?? formatNumber(half)
  if (half === 0) return '±0'
  const magnitude = mean === 0 ? 0 : Math.floor(Math.log10(Math.abs(mean)))
  const decimals = Math.min(6, Math.max(0, digits - 1 - magnitude))
  const rounded = Number(half.toFixed(decimals))
  // An interval that the mean's digits would round to nothing is shown by itself.
  return `±${rounded === 0 ? formatNumber(half, 1) : new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(rounded)}`
}

/** Signed change in percent from a ratio: 0.71 -> "−29 %", 4 -> "+300 %"; 1.0008 -> "+0.1 %". */
export function formatChange(ratio: number | null): string {
  if (ratio === null) return 'not defined'
  const odd = special(ratio)
  if (odd !== null) return odd
  const percent = (ratio - 1) * 100
  const size = Math.abs(percent)
  if (size < 0.05) return '0 %'
  const text = size < 10 ? size.toFixed(1) : whole.format(size)
  return `${percent > 0 ? '+' : '−'}${text} %`
}

/** 0..1 as "65 %". */
export function formatPercent(fraction: number, decimals = 0): string {
  return `${(fraction * 100).toFixed(decimals)} %`
}
