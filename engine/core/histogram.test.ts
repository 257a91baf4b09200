// Buckets and quantiles, held to exact ones.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketLow, bucketOf, Histograms, quantileOf, summaryOf } from './histogram'

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
        const histograms = new Histograms()
        const h = histograms.add()
        for (const v of values) histograms.record(h, v)
        const sorted = [...values].sort((a, b) => a - b)
        const exact = sorted[Math.min(sorted.length, Math.max(1, Math.ceil(q * sorted.length))) - 1]!
        const got = quantileOf(histograms.data([h]), q)!
        expect(Math.abs(got - exact)).toBeLessThanOrEqual(Math.max(0, exact / 256 + 1))
      },
    ),
  )
})

test('sum, minimum, maximum and what several have together are exact; below 256 ns so are quantiles', () => {
  const values = fc.array(fc.integer({ min: 0, max: 255 }))
  fc.assert(
    fc.property(values, values, (a, b) => {
      const histograms = new Histograms()
      const [ha, hb, all] = [histograms.add(), histograms.add(), histograms.add()]
      for (const v of a) histograms.record(ha, v)
      for (const v of b) histograms.record(hb, v)
      for (const v of [...a, ...b]) histograms.record(all, v)
      expect(histograms.data([ha, hb])).toEqual(histograms.data([all]))
      const sorted = [...a, ...b].sort((x, y) => x - y)
      const { sumNs, minNs, maxNs } = histograms.data([all])
      expect(sumNs).toBe(sorted.reduce((x, y) => x + y, 0))
      expect([minNs, maxNs]).toEqual(sorted.length === 0 ? [null, null] : [sorted[0], sorted.at(-1)])
      if (sorted.length > 0)
        expect(quantileOf(histograms.data([ha, hb]), 0.5)).toBe(sorted[Math.ceil(sorted.length / 2) - 1])
    }),
  )
})

test('counts beyond a byte are kept', () => {
  const histograms = new Histograms()
  const [one, other] = [histograms.add(), histograms.add()]
  for (let i = 0; i < 1000; i++) histograms.record(one, 5000)
  for (let i = 0; i < 256; i++) histograms.record(other, 5000)
  expect(histograms.data([one]).counts).toEqual([1000])
  expect(histograms.data([other]).counts).toEqual([256])
  expect(histograms.data([one, other])).toMatchObject({ counts: [1256], sumNs: 1256 * 5000 })
})

test('each of many has its own values, and all are empty after clearing', () => {
  const histograms = new Histograms()
  const all = Array.from({ length: 500 }, () => histograms.add())
  for (const h of all)
    for (let exponent = 0; exponent < 50; exponent++) histograms.record(h, h + 2 ** exponent)
  for (const h of all) {
    const { counts, sumNs, minNs, maxNs } = histograms.data([h])
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(50)
    expect({ sumNs, minNs, maxNs }).toEqual({ sumNs: 50 * h + 2 ** 50 - 1, minNs: h + 1, maxNs: h + 2 ** 49 })
  }
  histograms.clear()
  for (const h of all) expect(summaryOf(histograms.data([h])).count).toBe(0)
})

test('an empty histogram has no values, not zeros', () => {
  const histograms = new Histograms()
  expect(summaryOf(histograms.data([histograms.add()]))).toEqual({
    count: 0,
    mean: null,
    p50: null,
    p90: null,
    p99: null,
    p999: null,
    max: null,
  })
})
