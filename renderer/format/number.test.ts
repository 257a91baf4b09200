// Numbers as people read them, and what is not a number.
import { describe, expect, it } from 'vitest'
import { formatChange, formatCount, formatFull, formatHalfWidth, formatNumber } from './number'
import { formatBytes, formatLarge, formatNs, formatQuantity, formatSetNs, scaleFor } from './quantity'
import { formatAge, formatSpan, formatTimeLeft } from './time'

describe('formatNumber', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [3.14159, '3.14'],
    [11.83, '11.8'],
    [198.4, '198'],
    [4310.4, '4,310'],
    [0.07123, '0.0712'],
    [0.6, '0.600'],
    [-1.5, '\u22121.50'],
    [1.2e-7, '1.2E\u22127'],
    [NaN, 'not a number'],
    [Infinity, 'infinite'],
    [null, 'not measured'],
  ])('%s is %s', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })
})

it('keeps every digit for the hover', () => {
  expect(formatFull(11812345.5)).toBe('11,812,345.5')
  expect(formatFull(null)).toBe('not measured')
  expect(formatCount(1284)).toBe('1,284')
})

it.each([
  [11.8, 0.4, '\u00b10.4'],
  [198, 6.1, '\u00b16'],
  [4310, 62, '\u00b162'],
  [3.91, 0.2, '\u00b10.20'],
  [100, 0.0123, '\u00b10.01'],
  [5, 0, '\u00b10'],
])('the half width of %s is shown with its decimals', (mean, half, text) => {
  expect(formatHalfWidth(mean, half)).toBe(text)
})

it.each([
  [0.71, '\u221229 %'],
  [4, '+300 %'],
  [1.0008, '+0.1 %'],
  [1, '0 %'],
  [0.983, '\u22121.7 %'],
  [null, 'not defined'],
])('a ratio of %s is a change of %s', (ratio, text) => {
  expect(formatChange(ratio)).toBe(text)
})

describe('quantities', () => {
  it('gives a duration its own unit', () => {
    expect(formatNs(950)).toBe('950 ns')
    expect(formatNs(1400)).toBe('1.40 us')
    expect(formatNs(11.8e6)).toBe('11.8 ms')
    expect(formatNs(10e9)).toBe('10.0 s')
    expect(formatNs(null)).toBe('not measured')
  })
  it('gives a column one scale, by its largest value', () => {
    expect(scaleFor([900, 2.5e6, null], 'ns')).toEqual({ unit: 'ms', divisor: 1e6 })
    expect(scaleFor([null, 0], 'ns')).toEqual({ unit: 'ms', divisor: 1e6 })
    expect(scaleFor([4, NaN], '1/s')).toEqual({ unit: '1/s', divisor: 1 })
  })
  it('says all digits in the full text', () => {
    expect(formatQuantity(11812345, 'ns').full).toBe('11,812,345 ns')
    expect(formatQuantity(0.25, 'ratio').text).toBe('25.0 %')
  })
  it('writes a set length as a person would', () => {
    expect(formatSetNs(10e9)).toBe('10 s')
    expect(formatSetNs(1.4e6)).toBe('1.4 ms')
    expect(formatSetNs(0)).toBe('0')
  })
  it('shortens bytes and large counts', () => {
    expect(formatBytes(512)).toBe('512 B')
    expect(formatBytes(412e6)).toBe('412 MB')
    expect(formatLarge(2.31e6)).toBe('2.31 M')
    expect(formatLarge(950)).toBe('950')
  })
})

describe('times', () => {
  const now = Date.UTC(2026, 11, 1, 12)
  const ago = (seconds: number): string => formatAge(new Date(now - seconds * 1000).toISOString(), now)
  it('says an age in one unit', () => {
    expect([5, 14 * 60, 5 * 3600, 30 * 3600, 3 * 86_400].map(ago)).toEqual([
      'now',
      '14 min',
      '5 h',
      'yesterday',
      '3 days',
    ])
    expect(ago(40 * 86_400)).toMatch(/2026/)
    expect(formatAge('never', now)).toBe('unknown')
  })
  it('says what is left, or nothing where it is not known', () => {
    expect(formatTimeLeft(null)).toBeNull()
    expect(formatTimeLeft(Infinity)).toBeNull()
    expect(formatTimeLeft(0.4)).toBe('under 1 s left')
    expect(formatTimeLeft(130)).toBe('about 2 min 10 s left')
    expect(formatSpan(11_100)).toBe('3 h 5 min')
  })
})
