// Differences in words.
import { expect, it } from 'vitest'
import { changeText, noRatioText } from './verdict-text'

it.each([
  [0.71, '\u221229 %'],
  [0.1, '\u221290 %'],
  [1 / 425, '\u00f7425'],
  [0.06, '\u00f716.7'],
  [0, '\u2212100 %'],
  [9.5, '+850 %'],
  [16.7, '\u00d716.7'],
  [1.00001, '<0.1 %'],
  [null, null],
])('a ratio of %s is %s', (ratio, text) => {
  expect(changeText({ ratio, verdict: 'better' })).toBe(text)
})
it('says nothing of what is the same', () => {
  expect(changeText({ ratio: 1, verdict: 'same' })).toBeNull()
})
it('names a baseline of 0', () => {
  expect(noRatioText({ fromZero: true })).toBe('baseline is 0')
  expect(noRatioText({ fromZero: false })).toBe('no ratio')
})
