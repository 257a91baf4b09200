// From the id of a metric to a percentile of a distribution.
import { expect, it } from 'vitest'
import { buildResult, catalog, summary, variant } from './fixture.test-data'
import { linkedPercentile, usualMetric } from './linked'
import { buildCompareTable } from './table-model'

it('reads family and percentile from the id', () => {
  expect(linkedPercentile('wakeup_latency_p50')).toEqual({ histogram: 'wakeup', fraction: 0.5 })
  expect(linkedPercentile('wakeup_latency_p999')).toEqual({ histogram: 'wakeup', fraction: 0.999 })
  expect(linkedPercentile('wait_p99')).toEqual({ histogram: 'wait', fraction: 0.99 })
  expect(linkedPercentile('wait_time_max')).toEqual({ histogram: 'wait', fraction: 1 })
})

it('gives nothing for other metrics', () => {
  expect(linkedPercentile('wakeup_latency_mean')).toBeNull()
  expect(linkedPercentile('context_switches')).toBeNull()
  expect(linkedPercentile('')).toBeNull()
})

it('shows a metric that was measured where none is asked for, the 99th percentile of wake-ups first', () => {
  const usual = (means: Readonly<Record<string, number | null>>): string => {
    const summaries = Object.fromEntries(Object.entries(means).map(([id, mean]) => [id, summary(mean, 1, 5)]))
    const result = buildResult([variant('base', 'eevdf', summaries)], [])
    return usualMetric(buildCompareTable(result, catalog).groups.flatMap((group) => group.rows))
  }
  expect(usual({ wait_p99: 5, wakeup_latency_p99: 5 })).toBe('wakeup_latency_p99')
  expect(usual({ wait_p99: 5, wakeup_latency_p99: null })).toBe('wait_p99')
  expect(usual({ wait_p99: null, wakeup_latency_max: 5, wakeup_latency_p99: null })).toBe(
    'wakeup_latency_max',
  )
  expect(usual({ wakeup_latency_p99: null })).toBe('wakeup_latency_p99')
  expect(usual({})).toBe('')
})
