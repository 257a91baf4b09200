// Quantities: exact values, each kind of refusal with its words, and the round trip of what is written.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatDuration,
  formatDurationShort,
  parseDuration,
  parseFrequency,
  parsePower,
  parseQuantity,
  unitsOf,
} from './quantity'

const valueOf = (result: ReturnType<typeof parseDuration>): number => {
  if (!result.ok) throw new Error(`${result.message} ${result.remedy}`)
  return result.value
}
const refusal = (value: unknown): string => {
  const result = parseDuration(value)
  if (result.ok) throw new Error(`was read as ${result.value}`)
  return `${result.message} | ${result.remedy}`
}

describe('parseDuration', () => {
  it.each([
    ['5ms', 5_000_000],
    ['250us', 250_000],
    ['250µs', 250_000],
    ['250μs', 250_000],
    ['1.5 ms', 1_500_000],
    ['1.1ms', 1_100_000],
    ['0.7ms', 700_000],
    ['2s', 2_000_000_000],
    ['1min', 60_000_000_000],
    ['1.5h', 5_400_000_000_000],
    ['7usec', 7_000],
    ['2 days', 172_800_000_000_000],
    [' 3 ns ', 3],
    ['.5us', 500],
    ['5.us', 5_000],
    ['+1s', 1_000_000_000],
    ['0s', 0],
    ['-0s', 0],
    ['0.000000001s', 1],
    ['9007199254740991ns', Number.MAX_SAFE_INTEGER],
  ])('%s is %d ns', (text, ns) => expect(valueOf(parseDuration(text))).toBe(ns))

  it.each([
    [5, /bare number 5, without a unit.*units: ns, us, ms, s, min, h and d/],
    ['5', /a number without a unit/],
    ['', /is empty/],
    ['ms', /is "ms"/],
    ['.ms', /is "\.ms"/],
    ['1.5.2ms', /no unit of time/],
    ['5 mss', /"mss" is no unit of time.*Did you mean "ms"/],
    ['5MS', /"MS" is no unit of time.*Did you mean "ms"/],
    ['5W', /"W" is no unit of time/],
    ['1,5ms', /after a point/],
    ['-1ms', /below zero/],
    ['0.5ns', /finer than the resolution of 1 ns/],
    ['1.0000001us', /finer than the resolution of 1 ns/],
    ['300d', /too large.*The most is 104 days/],
    ['1'.repeat(100) + 's', /too long/],
    [null, /is null/],
    [true, /is true/],
    [['5ms'], /is a list/],
    ['5 __proto__', /no unit of time/],
    ['NaNs', /is "NaNs"/],
  ])('refuses %j', (value, words) => expect(refusal(value)).toMatch(words))
})

describe('power and frequency', () => {
  it('reads them in mW and Hz', () => {
    expect(valueOf(parsePower('15W'))).toBe(15_000)
    expect(valueOf(parsePower('0.5 W'))).toBe(500)
    expect(valueOf(parseFrequency('1.1GHz'))).toBe(1_100_000_000)
    expect(parseFrequency('15W').ok).toBe(false)
  })
})

describe('formatDuration', () => {
  it.each([
    [0, '0ns'],
    [999, '999ns'],
    [1_400_000, '1.4ms'],
    [1_234_567, '1.234567ms'],
    [10_000_000_000, '10s'],
    [1_000, '1us'],
  ])('%d is %s', (ns, text) => expect(formatDuration(ns)).toBe(text))

  it('refuses what is no whole number of ns', () => {
    for (const ns of [-1, 0.5, NaN, Infinity, 2 ** 53]) expect(() => formatDuration(ns)).toThrow(RangeError)
  })

  it('is read back exactly', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (ns) => {
        expect(valueOf(parseDuration(formatDuration(ns)))).toBe(ns)
      }),
    )
  })
})

describe('formatDurationShort', () => {
  it.each([
    [0, '0 ns'],
    [12, '12 ns'],
    [0.5, '0.500 ns'],
    [1234, '1.23 us'],
    [999_600, '1.00 ms'],
    [1_400_000, '1.40 ms'],
    [27_426_000, '27.4 ms'],
    [8_000_000_000_000, '8000 s'],
    [NaN, 'NaN'],
  ])('%d is %s', (ns, text) => expect(formatDurationShort(ns)).toBe(text))
})

describe('any decimal number with any unit', () => {
  it('is exactly digits times the unit, or refused', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.integer({ min: 0, max: 12 }),
        fc.constantFrom(...unitsOf('time')),
        (digits, places, unit) => {
          const padded = String(digits).padStart(places + 1, '0')
          const text = `${padded.slice(0, padded.length - places)}.${padded.slice(padded.length - places)}${unit}`
          const one = BigInt(valueOf(parseDuration(`1${unit}`)))
          const result = parseDuration(text)
          const exact = digits * one
          const divisor = 10n ** BigInt(places)
          const fits = exact % divisor === 0n && exact / divisor <= BigInt(Number.MAX_SAFE_INTEGER)
          expect(result.ok).toBe(fits)
          if (result.ok) expect(BigInt(result.value)).toBe(exact / divisor)
        },
      ),
    )
  })

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom('time', 'power', 'frequency'), (value, dimension) => {
        const result = parseQuantity(value, dimension)
        expect(result.ok ? Number.isSafeInteger(result.value) : result.message.length > 0).toBe(true)
      }),
    )
  })
})
