// The logarithmic time axis: its range in decades, its ticks, and one unit for all of them where that reads well.

export interface TimeTick {
  readonly ns: number
  readonly label: string
}

export interface TimeAxis {
  /** Powers of ten, ns. Values below `lowNs` (0 above all) are drawn at it. */
  readonly lowNs: number
  readonly highNs: number
  readonly ticks: readonly TimeTick[]
  /** Unit of all labels; null where each label carries its own. */
  readonly unit: string | null
  /** True where values lie below `lowNs`. */
  readonly clamped: boolean
}

const units = [
  { unit: 's', ns: 1e9 },
  { unit: 'ms', ns: 1e6 },
  { unit: 'us', ns: 1e3 },
  { unit: 'ns', ns: 1 },
] as const

const MAX_DECADES = 7

/**
 * Axis over all values, ns; `leastNs` is the smallest that will be drawn, where that lies below them. Without any
 * positive value it spans 1 us to 1 ms.
 */
export function buildTimeAxis(valuesNs: readonly number[], leastNs = Math.min(...valuesNs)): TimeAxis {
  const positive = valuesNs.filter((value) => Number.isFinite(value) && value > 0)
  if (positive.length === 0) return axis(3, 6, leastNs)
  const largest = positive.reduce((a, b) => Math.max(a, b))
  const smallest = positive.reduce((a, b) => Math.min(a, b))
  const high = Math.max(1, Math.ceil(Math.log10(largest) - 1e-9))
  const low = Math.min(high - 1, Math.floor(Math.log10(smallest) + 1e-9))
  return axis(Math.max(low, high - MAX_DECADES), high, leastNs)
}

function axis(low: number, high: number, leastNs: number): TimeAxis {
  const clamped = leastNs < 10 ** low * (1 - 1e-9)
  const exponents = Array.from({ length: high - low + 1 }, (_, index) => low + index)
  const unit = commonUnit(low, high)
  return {
    lowNs: 10 ** low,
    highNs: 10 ** high,
    ticks: exponents.map((exponent, index) => {
      const text = unit === null ? ownLabel(exponent) : plain(10 ** exponent / unit.ns)
      return { ns: 10 ** exponent, label: clamped && index === 0 ? `≤ ${text}` : text }
    }),
    unit: unit?.unit ?? null,
    clamped,
  }
}

/** The smallest unit in which no label is longer than four digits, 0.001 to 1,000: 10 to 100 ms, not 0.01 to 0.1 s. */
function commonUnit(low: number, high: number): (typeof units)[number] | null {
  const fits = units.filter(({ ns }) => 10 ** low / ns >= 0.00099 && 10 ** high / ns <= 1001)
  return fits.at(-1) ?? null
}

function ownLabel(exponent: number): string {
  const found = units.find(({ ns }) => 10 ** exponent >= ns * 0.999) ?? units[3]
  return `${plain(10 ** exponent / found.ns)} ${found.unit}`
}

/** Powers of ten without rounding noise: 0.01, 100, 1,000. */
function plain(value: number): string {
  return value >= 1 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(1)))
}

/** Place of a time on the axis: its decimal logarithm, kept inside. */
export function toAxis(ns: number, axisRange: Pick<TimeAxis, 'lowNs' | 'highNs'>): number {
  return Math.log10(Math.min(axisRange.highNs, Math.max(axisRange.lowNs, ns)))
}
