// Which parameters of an opened file are shown, and which of them the file set.
import { expect, it } from 'vitest'
import type { ParamDescriptor } from '../../../engine/model/define'
import { buildParamRows } from './params-table'

const param = (name: string): ParamDescriptor => ({
  name,
  title: `Title of ${name}`,
  type: 'duration',
  unit: 'ns',
  default: 1,
  help: '',
  realKnob: '',
})
const policyOf = (id: string) => (id === 'eevdf' ? { params: [param('kernel'), param('baseSlice')] } : null)

it('puts what the file sets first, and tells given from default and absent', () => {
  const rows = buildParamRows(
    [
      { name: 'a', policy: 'eevdf', params: { kernel: '6.18', baseSlice: 3e6 }, given: ['baseSlice'] },
      { name: 'b', policy: 'gone', params: { other: true }, given: [] },
    ],
    policyOf,
  )
  expect(rows.map((row) => [row.name, row.given])).toEqual([
    ['baseSlice', true],
    ['kernel', false],
    ['other', false],
  ])
  expect(rows[0]?.cells.map((cell) => [cell.value, cell.given])).toEqual([
    [3e6, true],
    [undefined, false],
  ])
  expect(rows[0]?.title).toBe('Title of baseSlice')
  expect(rows[2]?.title).toBe('other')
})
