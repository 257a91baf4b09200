// The phases of the tick in the runs of a case.
import { expect, test } from 'vitest'
import { tickPhasesNs } from './tick-phases'

test('an unknown phase is spread evenly over the tick', () => {
  const phases = tickPhasesNs(null, 250)
  expect(phases).toHaveLength(12)
  expect(phases.slice(0, 3)).toEqual([0, 333_333, 666_666])
  expect(tickPhasesNs(null, 1000)[6]).toBe(500_000)
})

test('recorded phases are taken in turn, each spread by 30 us either way', () => {
  const phases = tickPhasesNs([1355, 1701, 945], 250)
  expect(phases).toHaveLength(12)
  expect(phases.slice(0, 3)).toEqual([1_325_000, 1_671_000, 915_000])
  expect(phases.slice(9)).toEqual([1_385_000, 1_731_000, 975_000])
})

test('they stay within the tick', () => {
  expect(tickPhasesNs([10, 3990], 250)).toEqual(expect.arrayContaining([3_980_000, 20_000]))
  for (const phase of tickPhasesNs([0, 3999.9999], 250)) {
    expect(phase).toBeGreaterThanOrEqual(0)
    expect(phase).toBeLessThan(4_000_000)
  }
})

test('there are 12 runs or more, each phase as often as the others', () => {
  expect(tickPhasesNs([1, 2, 3, 4, 5], 250)).toHaveLength(15)
  expect(
    tickPhasesNs(
      Array.from({ length: 20 }, () => 100),
      250,
    ),
  ).toEqual(Array.from({ length: 20 }, () => 100_000))
})
