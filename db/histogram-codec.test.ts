// The bytes of a histogram give back the histogram, and a sum of parts is the histogram of all.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildMergedHistogram, decodeBuckets, encodeBuckets, type Histogram } from './histogram-codec'

const bucket = fc.record({
  gap: fc.oneof(
    fc.nat(200),
    fc.nat(2 ** 31),
    fc.maxSafeInteger().map((n) => Math.abs(n) % 2 ** 44),
  ),
  width: fc.nat(100_000),
  count: fc.integer({ min: 1, max: 2 ** 40 }),
})

function toHistogram(buckets: readonly { gap: number; width: number; count: number }[]): Histogram {
  const lowNs: number[] = []
  const highNs: number[] = []
  let at = 0
  for (const { gap, width } of buckets) {
    lowNs.push(at + gap)
    highNs.push(at + gap + width)
    at += gap + width + 1
  }
  return {
    lowNs,
    highNs,
    counts: buckets.map((b) => b.count),
    sumNs: 5,
    minNs: lowNs[0] ?? null,
    maxNs: highNs.at(-1) ?? null,
  }
}

test('encoding loses nothing', () => {
  fc.assert(
    fc.property(fc.array(bucket, { maxLength: 60 }), (buckets) => {
      const { lowNs, highNs, counts } = toHistogram(buckets)
      const decoded = decodeBuckets(encodeBuckets(toHistogram(buckets)))
      expect(decoded).toEqual({ lowNs, highNs, counts })
    }),
  )
})

test('a small histogram takes three bytes per bucket', () => {
  const small = toHistogram([
    { gap: 3, width: 0, count: 1 },
    { gap: 100, width: 20, count: 100 },
  ])
  expect(encodeBuckets(small)).toHaveLength(6)
})

test.each([
  ['a fraction', { lowNs: [0.5], highNs: [1], counts: [1] }],
  ['a count that is missing', { lowNs: [1], highNs: [1], counts: [] }],
  ['buckets out of order', { lowNs: [5, 3], highNs: [5, 3], counts: [1, 1] }],
])('%s is refused', (_, buckets) => {
  expect(() => encodeBuckets({ ...buckets, sumNs: 0, minNs: 0, maxNs: 0 })).toThrow('histogram bucket')
})

test('bytes that were cut are an error, not a shorter histogram', () => {
  const bytes = encodeBuckets(toHistogram([{ gap: 300, width: 300, count: 300 }]))
  expect(() => decodeBuckets(bytes.subarray(0, -1))).toThrow('ends too early')
})

test('a sum holds the counts of all parts in ascending buckets', () => {
  const a: Histogram = { lowNs: [0, 8], highNs: [3, 11], counts: [1, 2], sumNs: 20, minNs: 1, maxNs: 10 }
  const b: Histogram = { lowNs: [4, 8], highNs: [7, 11], counts: [5, 7], sumNs: 90, minNs: 4, maxNs: 11 }
  const none: Histogram = { lowNs: [], highNs: [], counts: [], sumNs: 0, minNs: null, maxNs: null }
  expect(buildMergedHistogram([a, none, b])).toEqual({
    lowNs: [0, 4, 8],
    highNs: [3, 7, 11],
    counts: [1, 5, 9],
    sumNs: 110,
    minNs: 1,
    maxNs: 11,
  })
  expect(buildMergedHistogram([])).toEqual(none)
})
