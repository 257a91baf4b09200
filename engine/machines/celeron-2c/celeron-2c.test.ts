// The two-core laptop is fixed data.
import { expect, it } from 'vitest'
import { costPresets } from '../../model/cost-presets'
import celeron from './index'

it('has two CPUs and the costs of an undisturbed machine', () => {
  expect(celeron.build({})).toMatchObject({ id: 'celeron-2c', cpus: 2, hz: 250, costs: costPresets.quiet })
  expect(celeron.params).toEqual([])
})
