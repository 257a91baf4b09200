// Ranges, ticks and labels of the two axes of a distribution.
import { describe, expect, it } from 'vitest'
import { buildFractionAxis, formatFraction, fromFractionAxis, toFractionAxis } from './fraction-axis'
import { buildTimeAxis, toAxis } from './time-axis'

describe('buildTimeAxis', () => {
  it('spans whole decades and takes one unit where that reads well', () => {
    const axis = buildTimeAxis([6000, 11_800_000, 57_000_000])
    expect(axis).toMatchObject({ lowNs: 1e3, highNs: 1e8, clamped: false })
    expect(axis.unit).toBe('ms')
    const narrow = buildTimeAxis([20_000, 57_000_000])
    expect(narrow.unit).toBe('ms')
    expect(narrow.ticks.map((tick) => tick.label)).toEqual(['0.01', '0.1', '1', '10', '100'])
  })

  it('gives each label its own unit over many decades', () => {
    const axis = buildTimeAxis([120, 570_000_000])
    expect(axis.unit).toBeNull()
    expect(axis.ticks.map((tick) => tick.label)).toEqual([
      '100 ns',
      '1 us',
      '10 us',
      '100 us',
      '1 ms',
      '10 ms',
      '100 ms',
      '1 s',
    ])
  })

  it('keeps zeros at the lowest tick and says so', () => {
    const axis = buildTimeAxis([0, 2000, 90_000])
    expect(axis.ticks[0]).toEqual({ ns: 1000, label: '≤ 1' })
    expect(toAxis(0, axis)).toBe(3)
    expect(toAxis(1e12, axis)).toBe(5)
  })

  it('has a range for nothing, for one value and for no sane value', () => {
    for (const values of [[], [0], [5000], [Number.NaN, Infinity], [1]]) {
      const axis = buildTimeAxis(values)
      expect(axis.lowNs).toBeGreaterThan(0)
      expect(axis.highNs).toBeGreaterThan(axis.lowNs)
    }
  })

  it('never spans more than seven decades', () => {
    const axis = buildTimeAxis([1, 5e9])
    expect(Math.log10(axis.highNs / axis.lowNs)).toBe(7)
    expect(axis.clamped).toBe(true)
  })
})

describe('the fraction axis', () => {
  it('reaches as far as the measurements can show', () => {
    const labels = (count: number) => buildFractionAxis('tail', count).ticks.map((tick) => tick.label)
    expect(labels(50)).toEqual(['0 %', '50', '90', '99'])
    expect(labels(900)).toEqual(['0 %', '50', '90', '99', '99.9'])
    expect(labels(5_000_000).at(-1)).toBe('99.99')
    expect(buildFractionAxis('linear', 5).max).toBe(100)
  })

  it('goes there and back', () => {
    for (const scale of ['linear', 'tail'] as const) {
      for (const fraction of [0, 0.5, 0.99, 0.9999]) {
        expect(fromFractionAxis(toFractionAxis(fraction, scale, 1e6), scale)).toBeCloseTo(fraction, 9)
      }
    }
  })

  it('keeps the maximum finite', () => {
    expect(toFractionAxis(1, 'tail', 500)).toBe(3)
    expect(toFractionAxis(1, 'linear', 999)).toBe(100)
  })

  it('writes as many digits as a fraction needs', () => {
    expect([0.5, 0.9, 0.987, 0.99, 0.999, 0.99987, 1].map(formatFraction)).toEqual([
      '50 %',
      '90 %',
      '98.7 %',
      '99 %',
      '99.9 %',
      '99.987 %',
      '100 %',
    ])
  })
})
