// The counts and the verdict: 95 % of all judged cells, 80 % of each judged case.
import { expect, test } from 'vitest'
import type { ValidationRow } from '../../../contract/validation'
import { parseOverrides } from './overrides'
import { hog, planOf, realTask } from './test-cases'
import { buildResult, type CaseOutcome } from './verdict'

function outcome(name: string, held: number, cells: number, judged = true): CaseOutcome {
  const plan = planOf({ tasks: { hogA: hog }, real: [{ hogA: realTask() }] })
  const row = (within: boolean): ValidationRow => ({
    case: name,
    task: 'hogA',
    metric: 'share',
    unit: '%',
    judged,
    real: { mean: 50, spread: 0 },
    simulated: 50,
    range: [50, 50],
    error: 0,
    bound: 5,
    within,
  })
  return {
    plan: { ...plan, judged, recorded: { ...plan.recorded, name } },
    rows: Array.from({ length: cells }, (_, i) => row(i < held)),
    notes: [],
  }
}
const resultOf = (...outcomes: CaseOutcome[]) => buildResult(outcomes, parseOverrides([]))

test('95 % hold, one less does not', () => {
  expect(resultOf(outcome('a', 95, 100))).toMatchObject({ cells: 100, within: 95, percent: 95, holds: true })
  expect(resultOf(outcome('a', 94, 100)).holds).toBe(false)
})

test('a case under 80 % fails whatever the total', () => {
  expect(resultOf(outcome('a', 200, 200), outcome('b', 8, 10)).holds).toBe(true)
  expect(resultOf(outcome('a', 200, 200), outcome('b', 7, 10)).holds).toBe(false)
})

test('informative cells are counted apart and fail nothing', () => {
  const result = resultOf(outcome('a', 10, 10), outcome('b', 1, 4, false))
  expect(result).toMatchObject({ cells: 10, within: 10, holds: true })
  expect(result.informative).toEqual({ cells: 4, within: 1, percent: 25 })
  expect(result.cases.map(({ name, cells, within }) => [name, within, cells])).toEqual([
    ['a', 10, 10],
    ['b', 1, 4],
  ])
})

test('where nothing was judged there is no verdict and no percentage', () => {
  expect(resultOf(outcome('a', 1, 4, false))).toMatchObject({ cells: 0, percent: null, holds: null })
})
