// Which counters get a row, and how their values are shown.
import { expect, it } from 'vitest'
import { buildCounterTable } from './counters'

it('shows what was counted in one unit per row, and names what is 0 everywhere', () => {
  const table = buildCounterTable([
    {
      counterMeans: {
        switches: 84_120,
        runDelayNs: 31.4e9,
        forks: 0,
        preemptSuccess: 0.113,
        preemptByPatch: 0,
      },
    },
    { counterMeans: { switches: 0, runDelayNs: 2e9, forks: 0, preemptSuccess: null, preemptByPatch: 0 } },
  ])
  expect(
    table.rows.map(({ info, unit, cells }) => [info.id, unit, ...cells.map(({ value }) => value)]),
  ).toEqual([
    ['switches', '', '84,100', '0'],
    ['runDelayNs', 's', '31.4', '2.00'],
    ['preemptSuccess', '%', '11.3', 'not measured'],
  ])
  expect(table.rows[0]?.cells[0]?.full).toBe('84,120')
  expect(table.zero).toEqual(['forks'])
})

it('has no rows for runs from before they were counted', () => {
  expect(buildCounterTable([{ counterMeans: {} }, { counterMeans: { switches: null } }])).toEqual({
    rows: [],
    zero: [],
  })
})
