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
      tickOrder: 'before-wakeups',
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

  it('lays CPUs out: SMT threads, caches, nodes, slow CPUs', () => {
    const { topology } = build({ cpus: 16, threadsPerCore: '2', llcs: 4, nodes: 2 })
    expect(topology[1]).toEqual({ core: 1, llc: 0, node: 0, capacity: 1024 })
    expect(topology[9]).toEqual(topology[1])
    expect(topology.map(({ llc }) => llc)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3])
    expect(topology.map(({ node }) => node).slice(0, 8)).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
    const hybrid = build({ cpus: 6, threadsPerCore: '2', slowCpus: 2, slowCapacity: 400 }).topology
    expect(hybrid.map(({ core }) => core)).toEqual([0, 1, 0, 1, 2, 3])
    expect(hybrid.map(({ capacity }) => capacity)).toEqual([1024, 1024, 1024, 1024, 400, 400])
  })

  it.each([
    [
      'threadsPerCore',
      '2',
      { cpus: 7 },
      '7 CPUs do not divide into cores of 2; set cpus so that it is a multiple of 2',
    ],
    ['slowCpus', 4, { cpus: 4 }, '4 slow CPUs of 4 leave no fast one; set slowCpus to at most 3'],
    [
      'llcs',
      3,
      { cpus: 8, threadsPerCore: '2' },
      '4 cores do not divide among 3 last-level caches; set llcs to a divisor of 4',
    ],
    [
      'nodes',
      2,
      { cpus: 8 },
      '1 last-level cache does not divide among 2 NUMA nodes; set llcs to a multiple of 2',
    ],
  ])('refuses %s %s where it does not divide', (name, value, params, message) => {
    const descriptor = generic.params.find((p) => p.name === name)
    expect(descriptor?.check?.(value, { cpus: 1, params })).toBe(message)
  })
})
