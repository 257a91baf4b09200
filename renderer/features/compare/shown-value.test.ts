// One unit per row, or one per value; and intervals that are too small to write.
import { describe, expect, it } from 'vitest'
import { rowScale, showValue } from './shown-value'
import type { MetricCell } from './table-model'

const cell = (mean: number | null, half: number | null = null): MetricCell => ({
  variant: 0,
  mean,
  ci95: mean === null || half === null ? null : [mean - half, mean + half],
  n: 5,
  reason: null,
  identical: false,
  best: false,
  delta: null,
})

describe('rowScale', () => {
  it('takes one unit while values are of a size', () => {
    expect(rowScale({ unit: 'ns', cells: [cell(500_000), cell(2_000_000)] })).toEqual({
      unit: 'ms',
      divisor: 1e6,
    })
    expect(rowScale({ unit: '1/s', cells: [cell(1), cell(5000)] })).toEqual({ unit: '1/s', divisor: 1 })
    expect(rowScale({ unit: 'ns', cells: [cell(null), cell(0), cell(3000)] })?.unit).toBe('us')
  })
  it('gives up where they are far apart', () => {
    expect(rowScale({ unit: 'ns', cells: [cell(5500), cell(2_340_000)] })).toBeNull()
  })
})

describe('showValue', () => {
  it('carries the unit only where the row has none', () => {
    expect(showValue(cell(5500, 10), 'ns', null)).toMatchObject({ value: '5.50', unit: 'us', half: '±0.01' })
    expect(showValue(cell(5500, 10), 'ns', { unit: 'ms', divisor: 1e6 })).toMatchObject({
      value: '0.00550',
      unit: '',
    })
  })
  it('does not write intervals that nobody can read', () => {
    expect(showValue(cell(6000, 0.18), 'ns', null)?.half).toBe('±<0.01')
    expect(showValue(cell(6000, 0), 'ns', null)?.half).toBe('±0')
  })
  it('shows nothing for nothing', () => {
    expect(showValue(cell(null), 'ns', null)).toBeNull()
  })
})
