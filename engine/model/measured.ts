// A metric's value, or why there is none.
import { quantileOf } from '../core/histogram'
import type { HistogramData, MetricValue } from './run-result'

/** Below this a mean, a quantile or a maximum says nothing. */
const FEWEST = 10

/** `value` with its unit; null, NaN and infinite values become "not measured" with this reason. */
export function measured(value: number | null, unit: string, reason: string): MetricValue {
  return value === null || !Number.isFinite(value) ? { value: null, unit, reason } : { value, unit }
}

const countOf = (data: HistogramData): number => data.counts.reduce((sum, n) => sum + n, 0)

/** Null where there are enough values for a figure that needs `fewest`, else the reason why it is not given. */
function tooFew(count: number, fewest: number, what: string): string | null {
  if (count === 0) return `no ${what} in the measured time`
  return count < fewest
    ? `only ${String(count)} ${what} in the measured time; this takes ${String(fewest)}`
    : null
}

/** Quantile `q` in ns, where at least one value is expected above it. `what`: what is counted, in the plural. */
export function measuredQuantile(data: HistogramData, q: number, what: string): MetricValue {
  const fewest = Math.max(FEWEST, Math.ceil(1 / (1 - q) - 1e-9))
  const reason = tooFew(countOf(data), fewest, what)
  return reason === null ? measured(quantileOf(data, q), 'ns', '') : { value: null, unit: 'ns', reason }
}

/** Mean in ns. */
export function measuredMean(data: HistogramData, what: string): MetricValue {
  const count = countOf(data)
  const reason = tooFew(count, FEWEST, what)
  return reason === null ? measured(data.sumNs / count, 'ns', '') : { value: null, unit: 'ns', reason }
}

/** Largest value in ns. */
export function measuredMax(data: HistogramData, what: string): MetricValue {
  const reason = tooFew(countOf(data), FEWEST, what)
  return reason === null ? measured(data.maxNs, 'ns', '') : { value: null, unit: 'ns', reason }
}

/** Values per second of measured time. */
export const measuredRate = (count: number, simulatedNs: number): MetricValue => ({
  value: (count * 1e9) / simulatedNs,
  unit: '1/s',
})

export { countOf }
