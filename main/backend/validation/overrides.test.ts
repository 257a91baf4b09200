// What --set takes, and what it says of the rest.
import { expect, test } from 'vitest'
import { parseOverrides } from './overrides'

test('parameters go to the policy that is named, else to eevdf', () => {
  const { given, params } = parseOverrides(['runToParity=false', 'cfs.latency=6ms', 'eevdf.baseSlice=3ms'])
  expect(given).toHaveLength(3)
  expect([...params]).toEqual([
    ['eevdf', { runToParity: false, baseSlice: '3ms' }],
    ['cfs', { latency: '6ms' }],
  ])
})

test.each([
  ['runToParity', /no setting/],
  ['cfz.latency=6ms', /no policy "cfz"/],
  ['runtoparity=false', /"runtoparity".* is unknown/],
  ['runToParity=0', /"runToParity" is 0/],
  ['baseSlice=3', /bare number 3/],
  ['kernel=6.13', /"kernel" is "6.13"/],
])('%s is refused', (word, message) => {
  expect(() => parseOverrides([word])).toThrow(message)
  expect(() => parseOverrides([word])).toThrow(expect.objectContaining({ code: 'usage' }) as Error)
})

test('a flag that some kernels lack is for the case to check', () => {
  expect(() => parseOverrides(['kernel=6.6', 'preemptShort=true'])).not.toThrow()
})
