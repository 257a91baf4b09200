// The generic machine: defaults are an ideal machine, presets fill the costs, single costs can be replaced.
import { describe, expect, it } from 'vitest'
import { costPresets } from '../../model/cost-presets'
import { withDefaults } from '../../model/defaults'
import type { ParamValues } from '../../model/run-spec'
import { flatTopology } from '../../model/topology'
import generic from './index'

const build = (given: ParamValues) => generic.build(withDefaults(generic.params, given, 1))

describe('machine generic', () => {
  it('is by default ideal, with 4 CPUs and 250 ticks per second', () => {
    expect(build({})).toEqual({
      id: 'generic',
      title: 'Generic, 4 CPUs',
      cpus: 4,
      topology: flatTopology(4),
      hz: 250,
      tickPhaseNs: null,
      wakePlacement: 'stock',
      costs: costPresets.ideal,
    })
  })

  it.each(['ideal', 'quiet', 'traced-vm', 'emulated-parallel'] as const)(
    'has every cost of preset %s',
    (costs) => {
      expect(build({ costs }).costs).toEqual(costPresets[costs])
    },
  )

  it('replaces single costs of a preset', () => {
    const costs = build({ costs: 'quiet', contextSwitch: 7, tickPreemptDelayMin: 1, burstScale: 0.5 }).costs
    const quiet = costPresets.quiet
    expect(costs).toEqual({
      ...quiet,
      contextSwitchNs: 7,
      tickPreemptDelayNs: [1, quiet.tickPreemptDelayNs[1]],
      burstScale: 0.5,
    })
  })

  it('takes what else there is', () => {
    const machine = build({ cpus: 1, hz: '1000', tickPhase: 500, wakePlacement: 'stay' })
    expect(machine).toMatchObject({ cpus: 1, hz: 1000, tickPhaseNs: 500, wakePlacement: 'stay' })
    expect(machine.title).toBe('Generic, 1 CPU')
    for (const hz of ['100', '300']) expect(build({ hz }).hz).toBe(Number(hz))
  })

  it('refuses a delay that ends before it begins', () => {
    const most = generic.params.find(({ name }) => name === 'preemptDelayMax')
    const params = { preemptDelayMin: 5 }
    expect(most?.check?.(4, { cpus: 1, params })).toBe('it is below preemptDelayMin')
    expect(most?.check?.(5, { cpus: 1, params })).toBeNull()
  })
})
