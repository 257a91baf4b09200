// Pooling of waits: the same as if all had been recorded in one distribution.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentileRangeUs, poolWaits } from './pooled-waits'
import { histogramOf } from './test-cases'

test('pooled parts are the whole', () => {
  const values = fc.array(fc.integer({ min: 0, max: 100_000 }))
  fc.assert(
    fc.property(fc.array(values), (parts) => {
      expect(poolWaits(parts.map(histogramOf))).toEqual(histogramOf(parts.flat()))
    }),
  )
})

test('no waits have no percentiles', () => {
  expect(percentileRangeUs(poolWaits([histogramOf([])]), 'p50')).toBeNull()
  expect(percentileRangeUs(poolWaits([]), 'p99')).toBeNull()
})
