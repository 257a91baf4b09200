// Against values worked out elsewhere (R's t.test; the ratio by hand), and the edges.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateMean, estimateRatio } from './statistics'

describe('estimateMean', () => {
  test('gives what R gives for its sleep data', () => {
    // t.test(c(0.7,-1.6,-0.2,-1.2,-0.1,3.4,3.7,0.8,0.0,2.0)): mean 0.75, 95 % -0.5297804 .. 2.0297804
    const { value, ci95, n } = estimateMean([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2])
    expect(value).toBeCloseTo(0.75, 12)
    expect(ci95?.[0]).toBeCloseTo(-0.5297804, 6)
    expect(ci95?.[1]).toBeCloseTo(2.0297804, 6)
    expect(n).toBe(10)
  })

  test('uses one degree of freedom for two values', () => {
    // t(0.975, 1) = 12.7062; sd of 1 and 3 is sqrt(2); over sqrt(2) it is 1
    const { ci95 } = estimateMean([1, 3])
    expect(ci95?.[0]).toBeCloseTo(2 - 12.706204736, 6)
    expect(ci95?.[1]).toBeCloseTo(2 + 12.706204736, 6)
  })

  test('has no interval below two values and no value for none', () => {
    expect(estimateMean([4.2])).toEqual({ value: 4.2, ci95: null, n: 1 })
    expect(estimateMean([])).toEqual({ value: null, ci95: null, n: 0 })
    expect(estimateMean([null, null])).toEqual({ value: null, ci95: null, n: 0 })
  })

  test('leaves out what was not measured', () => {
    expect(estimateMean([null, 5, null])).toEqual({ value: 5, ci95: null, n: 1 })
    expect(estimateMean([1, null, 3])).toEqual(estimateMean([1, 3]))
  })

  test('of equal values is that value, with an interval of no width', () => {
    expect(estimateMean([0.1, 0.1, 0.1])).toEqual({ value: 0.1, ci95: [0.1, 0.1], n: 3 })
  })
})

describe('estimateRatio', () => {
  test("gives Fieller's interval on pairs", () => {
    // v = 2, 4, 6; b = 10, 20, 25: its ends are the r at which a paired t test of v - r b just rejects 0.
    const [v, b] = [
      [2, 4, 6],
      [10, 20, 25],
    ]
    const { value, ci95, n } = estimateRatio(v, b)
    expect(value).toBeCloseTo(12 / 55, 12)
    expect(n).toBe(3)
    for (const r of ci95 ?? []) {
      const { ci95: at } = estimateMean(v.map((x, i) => x - r * b[i]!))
      expect(Math.min(Math.abs(at![0]), Math.abs(at![1]))).toBeCloseTo(0, 9)
    }
  })

  test('the verdict is the same whichever of the two is the baseline, and agrees with the interval', () => {
    const value = fc.integer({ min: 0, max: 1000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 9 }), (pairs) => {
        const [v, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
        const [there, back] = [estimateRatio(v, b), estimateRatio(b, v)]
        expect(there.significant).toBe(back.significant)
        if (there.ci95 === null || there.ci95[0] === there.ci95[1]) return
        const [low, high] = there.ci95
        // Exactly at 1 the two may differ by rounding.
        if (Math.min(Math.abs(low - 1), Math.abs(high - 1)) > 1e-9)
          expect(low > 1 || high < 1).toBe(there.significant)
        expect(low).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('a noisy baseline: clear differences are clear, unclear ones are not, and bounds that do not exist are null', () => {
    const noisy = [90, 120, 388, 600, 742]
    const high = [850, 855, 860, 857, 863]
    expect(estimateRatio(high, noisy).significant).toBe(true)
    expect(estimateRatio(noisy, high).significant).toBe(true)
    const some = [0, 0, 900, 700, 630]
    const none = [0, 0, 0, 0, 0]
    expect(estimateRatio(none, some)).toEqual({ value: 0, ci95: null, n: 5, significant: false })
  })

  test('of a variant that equals its baseline is exactly 1, with no width', () => {
    const values = [0.1, 0.7, 0.3]
    expect(estimateRatio(values, values)).toEqual({
      value: 1,
      ci95: [1, 1],
      n: 3,
      significant: false,
    })
  })

  test('pairs by seed and leaves out a seed that one of the two lacks', () => {
    expect(estimateRatio([2, null, 6], [1, 100, null])).toEqual({
      value: 2,
      ci95: null,
      n: 1,
      significant: null,
    })
  })

  test.each([
    ['no pair', [null, 1], [1, null], 0],
    ['a baseline of zero', [1, 2], [0, 0], 2],
    ['a baseline that cancels out', [1, 2], [-1, 1], 2],
  ])('is undefined with %s', (_, values, baseline, n) => {
    expect(estimateRatio(values, baseline)).toMatchObject({ value: null, ci95: null, n })
  })

  test('does not depend on the unit', () => {
    const value = fc.integer({ min: 1, max: 1000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 9 }), (pairs) => {
        const [v, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
        const inNs = estimateRatio(v, b)
        const inUs = estimateRatio(
          v.map((x) => x / 1000),
          b.map((x) => x / 1000),
        )
        expect(inUs.value).toBeCloseTo(inNs.value ?? NaN, 9)
        expect(inUs.ci95 === null).toBe(inNs.ci95 === null)
        if (inNs.ci95 !== null && inNs.ci95[1] < 1e4) expect(inUs.ci95?.[1]).toBeCloseTo(inNs.ci95[1], 4)
      }),
    )
  })
})
