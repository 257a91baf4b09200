// The words for what a distribution rests on.
import { expect, it } from 'vitest'
import { countText, togetherText, tooFewText } from './sample-size'

it('says how many measurements there are, as a range where variants differ', () => {
  expect(countText([{ count: 1284, runs: 5 }], 'wake-ups')).toBe('of 1,284 wake-ups')
  expect(
    countText(
      [
        { count: 1284, runs: 5 },
        { count: 90, runs: 5 },
      ],
      'waits',
    ),
  ).toBe('of 90 to 1,284 waits')
  expect(countText([{ count: 0, runs: 5 }], 'waits')).toBe('of waits')
})
it('says that a few per run are too few, and nothing where one variant has enough', () => {
  expect(tooFewText([{ count: 10, runs: 5 }], 'wake-ups')).toBe(
    '2 wake-ups per run: too few for a distribution',
  )
  expect(
    tooFewText(
      [
        { count: 12, runs: 5 },
        { count: 45, runs: 5 },
      ],
      'wake-ups',
    ),
  ).toBe('2.4 to 9 wake-ups per run: too few for a distribution')
  expect(
    tooFewText(
      [
        { count: 10, runs: 5 },
        { count: 50, runs: 5 },
      ],
      'wake-ups',
    ),
  ).toBeNull()
  expect(tooFewText([{ count: 0, runs: 5 }], 'wake-ups')).toBeNull()
  expect(tooFewText([], 'wake-ups')).toBeNull()
})
it('says how many seeds were put together', () => {
  expect(togetherText([{ count: 9, runs: 5 }])).toBe('5 seeds together')
  expect(
    togetherText([
      { count: 9, runs: 5 },
      { count: 9, runs: 4 },
    ]),
  ).toBe('all seeds together')
  expect(togetherText([{ count: 9, runs: 1 }])).toBe('')
})
