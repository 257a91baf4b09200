// How a metric links to the distribution chart: which distribution, and which percentile of it.
import type { MetricRow } from './table-model'

export interface LinkedPercentile {
  readonly histogram: 'wakeup' | 'wait'
  /** Fraction 0..1; 1 is the maximum. */
  readonly fraction: number
}

/** What is shown where no metric says otherwise. */
export const usualPercentile: LinkedPercentile = { histogram: 'wakeup', fraction: 0.99 }

/** wakeup_latency_p999 -> wake-up, 0.999. Null for a metric that is not a percentile of a latency. */
export function linkedPercentile(metric: string): LinkedPercentile | null {
  const match = /^(wakeup|wait)\w*_(?:p(\d+)|(max))$/.exec(metric)
  if (match === null) return null
  const [, family, digits] = match
  // p50 is 0.50, p999 is 0.999: the digits stand after "0.".
  const fraction = digits === undefined ? 1 : Number(`0.${digits}`)
  return { histogram: family === 'wait' ? 'wait' : 'wakeup', fraction }
}

/**
 * The metric that is shown where none is asked for: the 99th percentile of wake-ups; where that was not measured, of
 * waits; else the first that was measured at all, since latencies come first. '' without rows.
 */
export function usualMetric(rows: readonly Pick<MetricRow, 'id' | 'cells'>[]): string {
  const measured = rows.filter((row) => row.cells.some((cell) => cell.mean !== null))
  const usual = (histogram: LinkedPercentile['histogram']) =>
    measured.find(({ id }) => {
      const linked = linkedPercentile(id)
      return linked?.histogram === histogram && linked.fraction === usualPercentile.fraction
    })
  return (usual('wakeup') ?? usual('wait') ?? measured[0] ?? rows[0])?.id ?? ''
}
