// Linear near 1, logarithmic far from it, and never without the baseline.
import { describe, expect, it } from 'vitest'
import { buildRatioAxis } from './ratio-axis'

const labels = (ratios: readonly number[], most = 6) =>
  buildRatioAxis(ratios, most).ticks.map((tick) => tick.label)

describe('buildRatioAxis', () => {
  it('is linear while ratios are of a size', () => {
    expect(labels([0.92, 1.18])).toEqual(['×0.9', '×0.95', '1 = baseline', '×1.05', '×1.1', '×1.15', '×1.2'])
    expect(buildRatioAxis([0.5, 2], 5).place(1.5)).toBe(1.5)
  })

  it('is logarithmic where they are far apart', () => {
    const axis = buildRatioAxis([0.8, 85, 155], 6)
    expect(axis.ticks.map((tick) => tick.label)).toEqual(['×0.1', '1 = baseline', '×10', '×100', '×1,000'])
    expect(axis.place(10)).toBe(1)
    expect(axis.place(0)).toBe(-1)
    expect(axis.place(-3)).toBe(-1)
  })

  it('keeps the baseline and stands equal ratios', () => {
    expect(labels([])).toEqual(['×0.9', '1 = baseline', '×1.1'])
    expect(labels([1, 1])).toEqual(['×0.9', '1 = baseline', '×1.1'])
    expect(labels([3, 3.3], 2)).toContain('1 = baseline')
    expect(labels([1e-9, 1e9], 3)).toContain('1 = baseline')
  })
})
