// Round ticks.
import { expect, it } from 'vitest'
import { buildLinearTicks } from './linear-ticks'

it('covers the range in round steps', () => {
  expect(buildLinearTicks(0, 36.2)).toEqual([0, 10, 20, 30, 40])
  expect(buildLinearTicks(0, 0.71)).toEqual([0, 0.2, 0.4, 0.6, 0.8])
  expect(buildLinearTicks(0.42, 1.08)).toEqual([0.4, 0.6, 0.8, 1, 1.2])
})

it('has two ticks for an empty range', () => {
  expect(buildLinearTicks(3, 3)).toEqual([3, 4])
  expect(buildLinearTicks(0, Number.NaN)).toEqual([0, 1])
})
