// Quantities with a unit, as experiment files write them: "1.4ms", "250 us", "15W", "1.1GHz". Decimal arithmetic
// throughout: 1.1ms is 1100000 ns and nothing near it. What does not fit the resolution is refused, not rounded.
import { kindOf, listWords, quote, suggest } from '../wording/wording'

export type Dimension = 'time' | 'power' | 'frequency'

export type QuantityResult =
  | { readonly ok: true; readonly value: number }
  /** `message` is a sentence part without the field's name: `is the bare number 5`. */
  | { readonly ok: false; readonly message: string; readonly remedy: string }

interface DimensionTable {
  readonly noun: string
  /** What one is called in the smallest unit, e.g. `1 ns`. */
  readonly resolution: string
  readonly example: string
  /** What 2^53 of the smallest unit are, in words. */
  readonly most: string
  /** Canonical units, each a whole number of the smallest. */
  readonly units: Readonly<Record<string, bigint>>
  /** Other spellings that are taken. */
  readonly aliases: Readonly<Record<string, string>>
}

const tables: Readonly<Record<Dimension, DimensionTable>> = {
  time: {
    noun: 'a time',
    resolution: '1 ns',
    example: 'ms',
    most: '104 days',
    units: {
      ns: 1n,
      us: 1_000n,
      ms: 1_000_000n,
      s: 1_000_000_000n,
      min: 60_000_000_000n,
      h: 3_600_000_000_000n,
      d: 86_400_000_000_000n,
    },
    // Both code points of the micro sign are in use (U+00B5 and U+03BC).
    aliases: {
      '\u00b5s': 'us',
      '\u03bcs': 'us',
      nsec: 'ns',
      usec: 'us',
      msec: 'ms',
      sec: 's',
      hour: 'h',
      hours: 'h',
      day: 'd',
      days: 'd',
    },
  },
  power: {
    noun: 'a power',
    resolution: '1 mW',
    example: 'W',
    most: '9 TW',
    units: { mW: 1n, W: 1_000n, kW: 1_000_000n },
    aliases: {},
  },
  frequency: {
    noun: 'a frequency',
    resolution: '1 Hz',
    example: 'GHz',
    most: '9 PHz',
    units: { Hz: 1n, kHz: 1_000n, MHz: 1_000_000n, GHz: 1_000_000_000n },
    aliases: {},
  },
}

/** The units that `dimension` takes, smallest first. */
export const unitsOf = (dimension: Dimension): readonly string[] => Object.keys(tables[dimension].units)

/** More digits than any quantity needs; keeps a hostile megabyte of digits cheap. */
const LONGEST_TEXT = 60

const bad = (message: string, remedy: string): QuantityResult => ({ ok: false, message, remedy })

const unitsRemedy = (table: DimensionTable): string =>
  `Give ${table.noun} as text with its unit, such as "5${table.example}"; units: ${listWords(Object.keys(table.units))}.`

function unitOf(table: DimensionTable, written: string): bigint | null {
  if (Object.hasOwn(table.units, written)) return table.units[written] ?? null
  if (Object.hasOwn(table.aliases, written)) return table.units[table.aliases[written] ?? ''] ?? null
  return null
}

/**
 * Reads a quantity in the smallest unit of its dimension (ns, mW, Hz). Any value may be given; what is no quantity,
 * is negative, needs a finer resolution or passes 2^53 is refused with the reason.
 */
export function parseQuantity(value: unknown, dimension: Dimension): QuantityResult {
  const table = tables[dimension]
  if (typeof value === 'number') return bad(`is the bare number ${value}, without a unit`, unitsRemedy(table))
  if (typeof value !== 'string') return bad(`is ${kindOf(value)}`, unitsRemedy(table))
  const text = value.trim()
  if (text === '') return bad('is empty', unitsRemedy(table))
  if (text.length > LONGEST_TEXT) return bad(`is ${quote(text)}, which is too long`, unitsRemedy(table))
  const match = /^([+-]?)(\d*)(?:\.(\d*))?\s*(\D.*)?$/u.exec(text)
  const whole = match?.[2] ?? ''
  const fraction = match?.[3] ?? ''
  if (match === null || whole + fraction === '') return bad(`is ${quote(text)}`, unitsRemedy(table))
  const written = match[4] ?? ''
  if (written === '') return bad(`is ${quote(text)}, a number without a unit`, unitsRemedy(table))
  if (/^,\d/.test(written)) {
    return bad(`is ${quote(text)}`, 'Write the decimals after a point, not after a comma.')
  }
  const unit = unitOf(table, written)
  if (unit === null) {
    const near = suggest(written, Object.keys(table.units))
    return bad(
      `is ${quote(text)}, and ${quote(written)} is no unit of ${table.noun.slice(2)}`,
      (near === null ? '' : `Did you mean "${near}"? `) + `Units: ${listWords(Object.keys(table.units))}.`,
    )
  }
  const scaled = BigInt(whole + fraction) * unit
  const divisor = 10n ** BigInt(fraction.length)
  if (match[1] === '-' && scaled > 0n) return bad(`is ${quote(text)}, below zero`, 'Give zero or more.')
  if (scaled % divisor !== 0n) {
    return bad(`is ${quote(text)}, finer than the resolution of ${table.resolution}`, 'Round it.')
  }
  const smallest = scaled / divisor
  if (smallest > BigInt(Number.MAX_SAFE_INTEGER)) {
    const remedy = `The most is ${table.most}: values are whole multiples of ${table.resolution}, exact up to 2^53.`
    return bad(`is ${quote(text)}, too large to be kept exactly`, remedy)
  }
  return { ok: true, value: Number(smallest) }
}

/** Time in ns. */
export const parseDuration = (value: unknown): QuantityResult => parseQuantity(value, 'time')
/** Power in mW. */
export const parsePower = (value: unknown): QuantityResult => parseQuantity(value, 'power')
/** Frequency in Hz. */
export const parseFrequency = (value: unknown): QuantityResult => parseQuantity(value, 'frequency')

const shownUnits = [
  ['s', 9],
  ['ms', 6],
  ['us', 3],
  ['ns', 0],
] as const

/**
 * A whole number of ns as the shortest exact text that `parseDuration` reads back: 1400000 is "1.4ms", 0 is "0ns".
 * Throws a RangeError for anything that is no such number.
 */
export function formatDuration(ns: number): string {
  if (!Number.isSafeInteger(ns) || ns < 0) throw new RangeError(`${ns} is no whole number of ns`)
  const [unit, digits] = shownUnits.find(([, power]) => ns >= 10 ** power) ?? (['ns', 0] as const)
  if (digits === 0) return `${ns}ns`
  const padded = String(ns).padStart(digits + 1, '0')
  const fraction = padded.slice(-digits).replace(/0+$/, '')
  return padded.slice(0, -digits) + (fraction === '' ? '' : `.${fraction}`) + unit
}

/** For people: three significant digits and a space, "1.23 ms". Any finite number of ns; else its own text. */
export function formatDurationShort(ns: number): string {
  if (!Number.isFinite(ns)) return String(ns)
  const size = Math.abs(ns)
  // Units change where three digits would round up to the next one: 999.6 us reads 1.00 ms.
  const [unit, digits] = shownUnits.find(([, power]) => size >= 10 ** power * 0.9995) ?? (['ns', 0] as const)
  const amount = ns / 10 ** digits
  if (unit === 'ns' && Number.isInteger(ns)) return `${ns} ns`
  return `${Math.abs(amount) >= 999.5 ? Math.round(amount) : amount.toPrecision(3)} ${unit}`
}
