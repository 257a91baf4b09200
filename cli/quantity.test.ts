// Numbers for people: three significant digits, one unit per row.
import { expect, test } from 'vitest'
import { formatDurationNs, formatMean, formatNumber, formatSeconds, scaleFor } from './quantity'

test.each([
  [0, '0'],
  [-0, '0'],
  [12.345, '12.3'],
  [0.012345, '0.0123'],
  [99999, '99999'],
  [9.9999, '10.0'],
  [-1.5, '-1.50'],
  [1e-15, '0.000000000'],
])('%d is %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

test('one unit serves a whole row, by its largest value', () => {
  expect(scaleFor('ns', [15, 2_500_000]).unit).toBe('ms')
  expect(scaleFor('ns', [0]).unit).toBe('ns')
  expect(scaleFor('J', [1e9])).toEqual({ unit: 'J', factor: 1 })
})

test.each([
  [12_345, [12_145, 12_545], '12.3 ± 0.2'],
  [12_345, [12_345, 12_345], '12.3 ± 0'],
  [12_345, [12_342, 12_348], '12.3 ± 0.003'],
  [12_345, null, '12.3'],
] as const)('%d with %j', (mean, ci95, text) => {
  expect(formatMean(mean, ci95, { unit: 'µs', factor: 1e-3 })).toBe(text)
})

test('durations and waiting times', () => {
  expect(formatDurationNs(3_000_000_000)).toBe('3 s')
  expect(formatDurationNs(700_000)).toBe('700 µs')
  expect(formatSeconds(0.2)).toBe('1 s')
  expect(formatSeconds(125)).toBe('2 min 5 s')
  expect(formatSeconds(3700)).toBe('1 h 2 min')
})
