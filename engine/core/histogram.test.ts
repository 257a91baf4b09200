// Buckets and quantiles, held to exact ones.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketLow, bucketOf, Histogram, quantileOf } from './histogram'

const anyNs = fc.oneof(
  fc.integer({ min: 0, max: 5_000 }),
  fc.integer({ min: 0, max: 2_000_000_000 }),
  fc.maxSafeInteger().map(Math.abs),
)

test('a value lies in its bucket, and buckets leave no gap', () => {
  fc.assert(
    fc.property(anyNs, (ns) => {
      const index = bucketOf(ns)
      expect(bucketLow(index)).toBeLessThanOrEqual(ns)
      expect(bucketLow(index + 1)).toBeGreaterThan(ns)
    }),
  )
  for (let i = 0; i < 5_000; i++) expect(bucketOf(bucketLow(i))).toBe(i)
  for (let exponent = 8; exponent < 53; exponent++)
    for (const near of [2 ** exponent - 1, 2 ** exponent, 2 ** exponent + 1])
      expect(bucketLow(bucketOf(near))).toBeLessThanOrEqual(near)
})

test('quantiles are within half a bucket (0.4 %) of the exact nearest-rank ones', () => {
  fc.assert(
    fc.property(
      fc.array(anyNs, { minLength: 1, maxLength: 300 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (values, q) => {
        const histogram = new Histogram()
        for (const v of values) histogram.record(v)
        const sorted = [...values].sort((a, b) => a - b)
        const exact = sorted[Math.min(sorted.length, Math.max(1, Math.ceil(q * sorted.length))) - 1]!
        const got = quantileOf(histogram.data(), q)!
        expect(Math.abs(got - exact)).toBeLessThanOrEqual(Math.max(0, exact / 256 + 1))
      },
    ),
  )
})

test('sum, minimum, maximum and merging are exact; below 256 ns so are quantiles', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 255 })),
      fc.array(fc.integer({ min: 0, max: 255 })),
      (a, b) => {
        const [ha, hb, all] = [new Histogram(), new Histogram(), new Histogram()]
        for (const v of a) ha.record(v)
        for (const v of b) hb.record(v)
        for (const v of [...a, ...b]) all.record(v)
        ha.add(hb)
        expect(ha.data()).toEqual(all.data())
        const sorted = [...a, ...b].sort((x, y) => x - y)
        if (sorted.length > 0)
          expect(quantileOf(ha.data(), 0.5)).toBe(sorted[Math.ceil(sorted.length / 2) - 1])
      },
    ),
  )
})

test('an empty histogram has no values, not zeros', () => {
  expect(new Histogram().summary()).toEqual({
    count: 0,
    mean: null,
    p50: null,
    p90: null,
    p99: null,
    p999: null,
    max: null,
  })
})
