// Scheduling domains of flat, SMT, many-cache, NUMA and hybrid machines, and the masks of idle CPUs over them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatTopology, layOutCpus } from '../topology'
import { CpuStates } from './cpu-states'
import { buildTopology, LEVEL_LLC, LEVEL_NODE, LEVEL_NUMA, LEVEL_SMT, type Topology } from './domains'

const shape = (given: Partial<Parameters<typeof layOutCpus>[0]> & { cpus: number }): Topology =>
  buildTopology(
    layOutCpus({ threadsPerCore: 1, llcs: 1, nodes: 1, slowCpus: 0, slowCapacity: 1024, ...given }),
  )
const levels = (topology: Topology, cpu: number): number[] => topology.domains[cpu]!.map((d) => d.level)
const groups = (topology: Topology, cpu: number, index: number): number[][] =>
  topology.domains[cpu]![index]!.groups.map((g) => [...g.cpus])

test('a flat machine has one domain of single CPUs, one CPU has none', () => {
  const flat = buildTopology(flatTopology(4))
  expect(levels(flat, 0)).toEqual([LEVEL_LLC])
  expect(groups(flat, 0, 0)).toEqual([[0], [1], [2], [3]])
  expect(flat.domains[0]![0]).toMatchObject({
    imbalancePct: 117,
    cacheNiceTries: 1,
    minIntervalMs: 4,
    maxIntervalMs: 8,
  })
  expect(levels(buildTopology(flatTopology(1)), 0)).toEqual([])
})

test('SMT, caches, nodes: each level groups the one below', () => {
  const machine = shape({ cpus: 16, threadsPerCore: 2, llcs: 4, nodes: 2 })
  expect(levels(machine, 3)).toEqual([LEVEL_SMT, LEVEL_LLC, LEVEL_NODE, LEVEL_NUMA])
  expect(groups(machine, 3, 0)).toEqual([[3], [11]])
  expect(groups(machine, 3, 1)).toEqual([
    [2, 10],
    [3, 11],
  ])
  expect(groups(machine, 3, 2)).toEqual([
    [0, 1, 8, 9],
    [2, 3, 10, 11],
  ])
  expect(groups(machine, 3, 3)[1]).toEqual([4, 5, 6, 7, 12, 13, 14, 15])
  const [smt, llc, , numa] = machine.domains[3]!
  expect([smt!.imbalancePct, smt!.cacheNiceTries]).toEqual([110, 0])
  expect(llc!.groups[0]).toMatchObject({ isSmt: true, cores: 1, capacity: 2048 })
  expect([numa!.cacheNiceTries, numa!.prefersSibling, numa!.tolerableNumaTasks]).toEqual([2, false, 2])
  expect(machine.localGroup[LEVEL_LLC]![11]).toBe(1)
})

test('levels that add nothing are dropped', () => {
  const onePerNode = shape({ cpus: 16, llcs: 2, nodes: 2 })
  expect(levels(onePerNode, 0)).toEqual([LEVEL_LLC, LEVEL_NUMA])
  expect(onePerNode.domains[0]![1]!.tolerableNumaTasks).toBe(1)
  expect(levels(shape({ cpus: 4, llcs: 4 }), 0)).toEqual([LEVEL_NODE])
  expect(levels(shape({ cpus: 4, threadsPerCore: 2, llcs: 2 }), 0)).toEqual([LEVEL_SMT, LEVEL_NODE])
})

test('a hybrid machine: slow CPUs have no SMT level, and one domain has all capacities', () => {
  const hybrid = shape({ cpus: 6, threadsPerCore: 2, slowCpus: 2, slowCapacity: 400 })
  expect(levels(hybrid, 0)).toEqual([LEVEL_SMT, LEVEL_LLC])
  expect(levels(hybrid, 5)).toEqual([LEVEL_LLC])
  expect(hybrid.capacityDomain[5]!.cpus.length).toBe(6)
  expect(hybrid.domains[0]![1]!.isAsymmetric).toBe(true)
})

test('a core over two caches and a cache over two nodes are refused', () => {
  const cpu = { core: 0, llc: 0, node: 0, capacity: 1024 }
  expect(() => buildTopology([cpu, { ...cpu, llc: 1 }])).toThrow(
    'CPUs 0 and 1 share a core but not a last-level cache; give them the same last-level cache',
  )
  expect(() => buildTopology([cpu, { ...cpu, core: 1, node: 1 }])).toThrow(
    'share a last-level cache but not a NUMA node',
  )
})

/** The first usable CPU after `target` in its cache by looking at each. */
function naive(
  states: CpuStates,
  topology: Topology,
  target: number,
  depth: number,
  mask: Uint8Array | null,
): number {
  const llc = [...topology.llcs[topology.llcOf[target]!]!]
  const at = llc.indexOf(target)
  const order = [...llc.slice(at + 1), ...llc.slice(0, at + 1)].filter((c) => mask === null || mask[c] === 1)
  return order.slice(0, depth).find((c) => states.isUsable(c)) ?? -1
}

test('the searches for idle CPUs and cores find what looking at each CPU finds', () => {
  const topology = shape({ cpus: 160, threadsPerCore: 2, llcs: 2 })
  const step = fc.tuple(fc.nat(159), fc.nat(2))
  const look = fc.tuple(
    fc.nat(159),
    fc.nat(80),
    fc.option(fc.array(fc.nat(1), { minLength: 160, maxLength: 160 })),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600 }), look, (steps, [target, depth, bits]) => {
      const states = new CpuStates(topology)
      for (let cpu = 0; cpu < 160; cpu++) if (cpu % 5 !== 0) states.add(cpu, 1, 0)
      for (const [cpu, what] of steps) {
        if (what === 0) states.add(cpu, 1, 0)
        else if (what === 1 && states.runnable[cpu]! > states.runnableIdlePolicy[cpu]!) states.add(cpu, -1, 0)
        else if (what === 2) states.add(cpu, 1, 1)
      }
      const mask = bits === null ? null : Uint8Array.from(bits)
      expect(states.findUsable(target, depth, mask)).toBe(naive(states, topology, target, depth, mask))
      const all = Array.from({ length: 160 }, (_, cpu) => cpu)
      expect(states.idle).toBe(all.filter((c) => states.isIdle(c)).length)
      expect(states.overloaded).toBe(all.filter((c) => states.runnableOf(c) > 1).length)
      for (const cpu of all)
        expect(states.isCoreIdle(cpu)).toBe(
          [...topology.cores[topology.coreOf[cpu]!]!].every((c) => states.isIdle(c)),
        )
    }),
    { numRuns: 60 },
  )
})

test('a CPU with only SCHED_IDLE tasks is usable but not idle; a real-time task makes it neither', () => {
  const states = new CpuStates(buildTopology(flatTopology(2)))
  states.add(0, 1, 1)
  expect([states.isIdle(0), states.isUsable(0), states.idle]).toEqual([false, true, 1])
  states.addRealTime(0, 1, 0)
  expect([states.isUsable(0), states.overloaded]).toEqual([false, 1])
})

test('a CPU that is still occupied is not idle; its idle periods are averaged with weight 1/8', () => {
  const states = new CpuStates(buildTopology(flatTopology(2)))
  states.setOccupied(1, true, 100_000)
  expect(states.averageIdleNs[1]).toBe(1_000_000 + (100_000 - 1_000_000) / 8)
  expect(states.isIdle(1)).toBe(false)
  states.setOccupied(1, false, 200_000)
  expect([states.isIdle(1), states.idleSinceNs[1]]).toEqual([true, 200_000])
})
