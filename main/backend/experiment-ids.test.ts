// Ids have the contract's form and sort by the time of their making, also within one millisecond or a clock set back.
import { expect, test } from 'vitest'
import { ExperimentId } from '../../contract/ids'
import { createIdSource } from './experiment-ids'

test('ids sort as they were made', () => {
  const next = createIdSource()
  const times = [0, 1, 1, 1, 5, 4, 1_796_000_000_000, 2 ** 48 - 1]
  const ids = times.map(next)
  for (const id of ids) expect(ExperimentId.safeParse(id).success).toBe(true)
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('two sources give different ids for the same instant', () => {
  expect(createIdSource()(7)).not.toBe(createIdSource()(7))
})
