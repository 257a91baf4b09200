// From the id of a metric to a percentile of a distribution.
import { expect, it } from 'vitest'
import { linkedPercentile } from './linked'

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
