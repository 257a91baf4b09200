// Numbers for people: three significant digits, and rows of a group in one unit where that can be read.
import { expect, test } from 'vitest'
import {
  formatDurationNs,
  formatMean,
  formatNumber,
  formatSeconds,
  scaleFor,
  scalesOfGroup,
} from './quantity'

test.each([
  [0, '0'],
  [-0, '0'],
  [12.345, '12.3'],
  [0.012345, '0.0123'],
  [98765, '98800'],
  [9.9999, '10.0'],
  [-1.5, '-1.50'],
  [1e-15, '0.000000000'],
])('%d is %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

test('the unit of a time is that of the largest value', () => {
  expect(scaleFor('ns', [15, 2_500_000]).unit).toBe('ms')
  expect(scaleFor('ns', [0]).unit).toBe('ns')
  expect(scaleFor('J', [1e9])).toEqual({ unit: 'J', factor: 1 })
})

test.each([
  ['within a thousand', [5_500, 3_500_000], ['us', 'us']],
  ['small beside long ones', [200_000, 100_000_000], ['ms', 'ms']],
  ['too far apart', [9_000, 12_000_000], ['us', 'ms']],
  ['nothing among others', [1_970_000, null, 12_000_000], ['ms', 'ms', 'ms']],
  ['nothing among far ones: as the row before', [null, 9_000, 12_000_000, null], ['us', 'us', 'ms', 'ms']],
  ['nothing at all', [null, null], ['ns', 'ns']],
  ['below the resolution', [0.25, 0.5], ['ns', 'ns']],
] as const)('units of a group: %s', (_, rows, units) => {
  expect(scalesOfGroup(rows).map(({ unit }) => unit)).toEqual(units)
})

test.each([
  [12_345, [12_145, 12_545], '12.3 ± 0.2'],
  [12_345, [12_345, 12_345], '12.3 ± 0'],
  [12_345, [12_342, 12_348], '12.3 ± <0.1'],
  [12_345, [12_295, 12_395], '12.3 ± 0.1'],
  [6_000, [5_999.9997, 6_000.0003], '6.00 ± <0.01'],
  [1_234, [-1_234_567, 1_237_035], '1.23 ± 1240'],
  [10_111_000, [8_456_000, 11_766_000], '10100 ± 1660'],
  [0, [-400, 400], '0 ± 0.400'],
  [0, [0, 0], '0 ± 0'],
  [12_345, null, '12.3'],
] as const)('%d with %j', (mean, ci95, text) => {
  expect(formatMean(mean, ci95, { unit: 'us', factor: 1e-3 })).toBe(text)
})

test('durations and waiting times', () => {
  expect(formatDurationNs(3_000_000_000)).toBe('3 s')
  expect(formatDurationNs(700_000)).toBe('700 us')
  expect(formatSeconds(0.2)).toBe('1 s')
  expect(formatSeconds(125)).toBe('2 min 5 s')
  expect(formatSeconds(3700)).toBe('1 h 2 min')
})
