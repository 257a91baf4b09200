// A metric's value, or why there is none.
import type { MetricValue } from './run-result'

/** `value` with its unit; null, NaN and infinite values become "not measured" with this reason. */
export function measured(value: number | null, unit: string, reason: string): MetricValue {
  return value === null || !Number.isFinite(value) ? { value: null, unit, reason } : { value, unit }
}
