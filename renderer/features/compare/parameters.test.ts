// Which parameters count as different, and how each cell says it.
import { describe, expect, it } from 'vitest'
import { catalog, variant } from './fixture.test-data'
import { buildParameterTable } from './parameters'

const base = variant('base', 'eevdf', {}, { baseSlice: 3e6, runToParity: true })
const short = variant('short', 'eevdf', {}, { baseSlice: 1e6, runToParity: true }, ['baseSlice'])
const cfs = variant('cfs', 'cfs', {}, { latency: 6e6 })

describe('buildParameterTable', () => {
  it('shows a parameter whose values differ, and the equal ones as the baseline', () => {
    const table = buildParameterTable([base, short, base], catalog.policies)
    expect(table).toMatchObject({ total: 2, differing: 1 })
    expect(table.rows[0]).toMatchObject({ name: 'baseSlice', title: 'Base slice', type: 'duration' })
    expect(table.rows[0]?.cells).toEqual([
      { kind: 'value', value: 3e6, given: false },
      { kind: 'value', value: 1e6, given: true },
      { kind: 'baseline' },
    ])
  })

  it('leaves out defaults of parameters that only one policy has', () => {
    expect(buildParameterTable([base, cfs], catalog.policies)).toMatchObject({
      rows: [],
      total: 3,
      differing: 0,
    })
  })

  it('shows a set parameter that another policy lacks', () => {
    const table = buildParameterTable([short, cfs], catalog.policies)
    expect(table.rows.map((row) => row.name)).toEqual(['baseSlice'])
    expect(table.rows[0]?.cells[1]).toEqual({ kind: 'absent' })
  })

  it('lists all on demand, also those that no descriptor knows', () => {
    const table = buildParameterTable([base, cfs], catalog.policies, true)
    expect(table.rows.map((row) => [row.name, row.title])).toEqual([
      ['baseSlice', 'Base slice'],
      ['runToParity', 'Run to parity'],
      ['latency', 'latency'],
    ])
  })
})
