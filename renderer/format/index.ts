// Formatting of numbers, quantities and times.
export {
  NOT_MEASURED,
  formatChange,
  formatCount,
  formatFull,
  formatHalfWidth,
  formatNumber,
  formatPercent,
} from './number'
export { formatBytes, formatLarge, formatNs, formatQuantity, formatSetNs, scaleFor } from './quantity'
export type { Quantity, Scale } from './quantity'
export { formatAge, formatInstant, formatSpan, formatTimeLeft } from './time'
export { metricInfo } from './metric'
export type { MetricInfo } from './metric'
export { formatParam } from './param'
export { policyInfo, policyTitle } from './policy'
export { formatMachine } from './machine'
