// Cumulative points and quantiles of histograms, also empty and degenerate ones.
import { describe, expect, it } from 'vitest'
import { buildDistribution, quantileNs, usualStartNs } from './distribution'

const histogram = {
  lowNs: [100, 200, 1000],
  highNs: [109, 219, 1099],
  counts: [50, 40, 10],
  sumNs: 20_000,
  minNs: 101,
  maxNs: 1042,
}

describe('buildDistribution', () => {
  it('rises from the minimum at 0 to the maximum at 1, level where nothing was measured', () => {
    const { points, count } = buildDistribution(histogram)
    expect(count).toBe(100)
    expect(points).toEqual([
      { ns: 101, fraction: 0 },
      { ns: 109, fraction: 0.5 },
      { ns: 200, fraction: 0.5 },
      { ns: 219, fraction: 0.9 },
      { ns: 1000, fraction: 0.9 },
      { ns: 1042, fraction: 1 },
    ])
  })

  it('has no points where nothing was measured', () => {
    const empty = { lowNs: [], highNs: [], counts: [], sumNs: 0, minNs: null, maxNs: null }
    expect(buildDistribution(empty)).toEqual({ points: [], count: 0, minNs: null, maxNs: null })
  })

  it('ignores buckets without a count or a finite bound', () => {
    const odd = { ...histogram, highNs: [109, Number.NaN, 1099], counts: [50, 40, 0] }
    const { points, count } = buildDistribution(odd)
    expect(count).toBe(50)
    expect(points.every((point) => Number.isFinite(point.ns) && Number.isFinite(point.fraction))).toBe(true)
  })

  it('draws a single value as a step', () => {
    const one = { lowNs: [7], highNs: [7], counts: [3], sumNs: 21, minNs: 7, maxNs: 7 }
    expect(buildDistribution(one).points).toEqual([
      { ns: 7, fraction: 0 },
      { ns: 7, fraction: 1 },
    ])
  })
})

describe('quantileNs', () => {
  const distribution = buildDistribution(histogram)

  it('gives the bucket that reaches the fraction', () => {
    expect(quantileNs(distribution, 0.5)).toBe(109)
    expect(quantileNs(distribution, 0.51)).toBe(219)
    expect(quantileNs(distribution, 0.99)).toBe(1042)
  })

  it('gives the exact extremes', () => {
    expect(quantileNs(distribution, 0)).toBe(101)
    expect(quantileNs(distribution, 1)).toBe(1042)
  })

  it('refuses a quantile that so few values cannot show', () => {
    expect(quantileNs(distribution, 0.999)).toBeNull()
    expect(quantileNs(buildDistribution({ ...histogram, counts: [500, 400, 100] }), 0.999)).toBe(1042)
  })

  it('is null where nothing was measured', () => {
    const empty = { lowNs: [], highNs: [], counts: [], sumNs: 0, minNs: null, maxNs: null }
    expect(quantileNs(buildDistribution(empty), 0.5)).toBeNull()
  })
})

describe('usualStartNs', () => {
  it('skips zeros and the first percent', () => {
    const zeros = {
      lowNs: [0, 40, 5000],
      highNs: [0, 41, 5099],
      counts: [2, 3, 995],
      sumNs: 1,
      minNs: 0,
      maxNs: 5050,
    }
    expect(usualStartNs(buildDistribution(zeros))).toBe(5050)
    expect(usualStartNs(buildDistribution({ ...zeros, counts: [500, 300, 200] }))).toBe(40)
  })
  it('is 0 where there is no positive value', () => {
    const zeros = { lowNs: [0], highNs: [0], counts: [5], sumNs: 0, minNs: 0, maxNs: 0 }
    expect(usualStartNs(buildDistribution(zeros))).toBe(0)
  })
})
