// Values with units. Durations are ns everywhere inside; people see ns, us, ms or s. A column or an axis picks one
// scale for all its values, so that numbers in it can be compared by eye.
import { formatFull, formatNumber, NOT_MEASURED } from './number'

export interface Scale {
  /** Unit that is shown, '' for a pure number. */
  readonly unit: string
  /** Shown value = value / divisor. */
  readonly divisor: number
}

const TIME_STEPS: readonly Scale[] = [
  { unit: 's', divisor: 1e9 },
  { unit: 'ms', divisor: 1e6 },
  { unit: 'us', divisor: 1e3 },
  { unit: 'ns', divisor: 1 },
]

/** The scale for values of a unit of the engine ('ns', '1/s', 'ratio', 'percent', 'J', ''...), by their typical size. */
export function scaleFor(values: readonly (number | null)[], unit: string): Scale {
  if (unit === 'ratio') return { unit: '%', divisor: 0.01 }
  if (unit !== 'ns') return { unit, divisor: 1 }
  const sizes = values.filter((v): v is number => v !== null && Number.isFinite(v) && v !== 0).map(Math.abs)
  if (sizes.length === 0) return { unit: 'ms', divisor: 1e6 }
  const largest = Math.max(...sizes)
  return TIME_STEPS.find((step) => largest >= step.divisor) ?? { unit: 'ns', divisor: 1 }
}

export interface Quantity {
  /** Without the unit: "11.8". */
  readonly value: string
  /** "ms"; '' where the value has none or is not measured. */
  readonly unit: string
  /** For the hover, all digits in the engine's own unit: "11,812,345 ns". */
  readonly full: string
  /** Value and unit as one. */
  readonly text: string
}

/** One value of a unit of the engine, on a given scale or on its own. */
export function formatQuantity(value: number | null, unit: string, scale?: Scale): Quantity {
  if (value === null) return { value: NOT_MEASURED, unit: '', full: NOT_MEASURED, text: NOT_MEASURED }
  const used = scale ?? scaleFor([value], unit)
  const shown = formatNumber(value / used.divisor)
  const ownUnit = unit === 'ratio' ? '' : unit
  return {
    value: shown,
    unit: used.unit,
    full: ownUnit === '' ? formatFull(value) : `${formatFull(value)} ${ownUnit}`,
    text: used.unit === '' ? shown : `${shown} ${used.unit}`,
  }
}

/** A duration in ns, three significant digits in its own unit: "1.40 ms". */
export function formatNs(ns: number | null): string {
  return formatQuantity(ns, 'ns').text
}

/** A set length as a person wrote it, without trailing zeros: "10 s", "1.4 ms". */
export function formatSetNs(ns: number): string {
  if (ns === 0) return '0'
  const step = TIME_STEPS.find((s) => Math.abs(ns) >= s.divisor) ?? { unit: 'ns', divisor: 1 }
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 }).format(ns / step.divisor)} ${step.unit}`
}

const BYTE_STEPS: readonly Scale[] = [
  { unit: 'GB', divisor: 1e9 },
  { unit: 'MB', divisor: 1e6 },
  { unit: 'kB', divisor: 1e3 },
]

/** "412 MB". */
export function formatBytes(bytes: number): string {
  const step = BYTE_STEPS.find((s) => bytes >= s.divisor)
  return step === undefined ? `${bytes} B` : `${formatNumber(bytes / step.divisor)} ${step.unit}`
}

/** A rate of large counts: 2310000 -> "2.31 M". */
export function formatLarge(value: number): string {
  if (Math.abs(value) >= 1e9) return `${formatNumber(value / 1e9)} G`
  if (Math.abs(value) >= 1e6) return `${formatNumber(value / 1e6)} M`
  if (Math.abs(value) >= 1e4) return `${formatNumber(value / 1e3)} k`
  return formatNumber(value)
}
