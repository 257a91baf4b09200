// Scheduling domains (kernel/sched/topology.c): per CPU, bottom-up, the sets of CPUs among which load is balanced (SMT
// siblings, last-level cache, node, whole machine), each divided into groups. Levels that add nothing are dropped.
import type { CpuSpec } from '../run-spec'

export const LEVEL_SMT = 0
export const LEVEL_LLC = 1
export const LEVEL_NODE = 2
export const LEVEL_NUMA = 3
export const LEVELS = 4

export interface DomainGroup {
  /** Number among the groups of all domains. */
  readonly id: number
  /** In ascending order, as all lists of CPUs here. */
  readonly cpus: Int32Array
  /** Sum, smallest and largest of its CPUs' capacities. */
  readonly capacity: number
  readonly minCapacity: number
  readonly maxCapacity: number
  readonly cores: number
  /** The SMT siblings of one core. */
  readonly isSmt: boolean
}

export interface Domain {
  readonly level: number
  readonly cpus: Int32Array
  readonly groups: readonly DomainGroup[]
  readonly minIntervalMs: number
  readonly maxIntervalMs: number
  readonly imbalancePct: number
  readonly cacheNiceTries: number
  /** The level above spreads tasks evenly over domains like this one, unless its CPUs differ in capacity. */
  readonly prefersSibling: boolean
  /** All its CPUs share the last-level cache. */
  readonly sharesCache: boolean
  /** CPUs of different capacity. */
  readonly isAsymmetric: boolean
  /** Up to this many running tasks a small imbalance between nodes is left alone. */
  readonly tolerableNumaTasks: number
}

/** A busy CPU balances this many times less often. */
export const BUSY_FACTOR = 16

export interface Topology {
  readonly cpus: number
  /** By CPU, 1..1024. */
  readonly capacity: Float64Array
  readonly maxCapacity: number
  readonly hasSmt: boolean
  readonly isAsymmetric: boolean
  /** By CPU: number of its core, last-level cache and node. */
  readonly coreOf: Int32Array
  readonly llcOf: Int32Array
  readonly nodeOf: Int32Array
  /** By those numbers: the CPUs. */
  readonly cores: readonly Int32Array[]
  readonly llcs: readonly Int32Array[]
  readonly nodes: readonly Int32Array[]
  /** By CPU, bottom-up. */
  readonly domains: readonly (readonly Domain[])[]
  /** By level and CPU: the index of its group in its domain of that level. */
  readonly localGroup: readonly Int32Array[]
  /** By CPU: the lowest domain with all capacities that there are; null on machines of equal CPUs. */
  readonly capacityDomain: readonly (Domain | null)[]
  readonly groupCount: number
}

/** CPUs by the value of a key, numbered in order of first appearance. */
function partition(specs: readonly CpuSpec[], key: (spec: CpuSpec) => number): [Int32Array, Int32Array[]] {
  const numbers = new Map<number, number>()
  const of = new Int32Array(specs.length)
  const members: number[][] = []
  specs.forEach((spec, cpu) => {
    const value = key(spec)
    let number = numbers.get(value)
    if (number === undefined) {
      number = numbers.size
      numbers.set(value, number)
      members.push([])
    }
    of[cpu] = number
    members[number]!.push(cpu)
  })
  return [of, members.map((list) => Int32Array.from(list))]
}

/** The domains of a machine. Throws where a core reaches over caches or a cache over nodes. */
export function buildTopology(specs: readonly CpuSpec[]): Topology {
  const cpus = specs.length
  const [coreOf, cores] = partition(specs, (s) => s.core)
  const [llcOf, llcs] = partition(specs, (s) => s.llc)
  const [nodeOf, nodes] = partition(specs, (s) => s.node)
  checkNesting(cores, llcOf, 'core', 'last-level cache')
  checkNesting(llcs, nodeOf, 'last-level cache', 'NUMA node')
  const capacity = Float64Array.from(specs, (s) => s.capacity)
  const levels = new DomainBuilder(capacity, coreOf)
  const all = Int32Array.from(specs.keys())
  // By level: number of the part that each CPU is in, and the parts.
  const parts: readonly (readonly [Int32Array, readonly Int32Array[]])[] = [
    [all, Array.from(all, (cpu) => Int32Array.of(cpu))],
    [coreOf, cores],
    [llcOf, llcs],
    [nodeOf, nodes],
    [new Int32Array(cpus), [all]],
  ]
  const perLevel: (Domain | null)[][] = []
  for (let level = 0; level < LEVELS; level++)
    perLevel.push(
      levels.build(level, parts[level]!, parts[level + 1]!, llcs.length / nodes.length, nodes[0]!.length),
    )
  const domains = Array.from(all, (cpu) =>
    perLevel.flatMap((list, level) => list[parts[level + 1]![0][cpu]!] ?? []),
  )
  const kinds = new Set(capacity).size
  return {
    cpus,
    capacity,
    maxCapacity: Math.max(...capacity),
    hasSmt: cores.length < cpus,
    isAsymmetric: kinds > 1,
    coreOf,
    llcOf,
    nodeOf,
    cores,
    llcs,
    nodes,
    domains,
    localGroup: levels.localGroup,
    capacityDomain: domains.map((list) =>
      kinds === 1
        ? null
        : (list.find((d) => new Set(Array.from(d.cpus, (c) => capacity[c])).size === kinds) ?? null),
    ),
    groupCount: levels.groupCount,
  }
}

function checkNesting(inner: readonly Int32Array[], outerOf: Int32Array, what: string, within: string): void {
  for (const cpus of inner)
    for (const cpu of cpus)
      if (outerOf[cpu] !== outerOf[cpus[0]!])
        throw new Error(
          `CPUs ${cpus[0]!} and ${cpu} share a ${what} but not a ${within}; give them the same ${within}`,
        )
}

class DomainBuilder {
  readonly localGroup: Int32Array[]
  groupCount = 0

  constructor(
    private readonly capacity: Float64Array,
    private readonly coreOf: Int32Array,
  ) {
    this.localGroup = Array.from({ length: LEVELS }, () => new Int32Array(capacity.length))
  }

  /** The domains of one level by part; null where the part is no larger than the one below it. */
  build(
    level: number,
    below: readonly [Int32Array, readonly Int32Array[]],
    here: readonly [Int32Array, readonly Int32Array[]],
    llcsPerNode: number,
    nodeCpus: number,
  ): (Domain | null)[] {
    return here[1].map((cpus) => {
      const inner = [...new Set(Array.from(cpus, (cpu) => below[0][cpu]!))].map((part) => below[1][part]!)
      if (inner.length === 1) return null
      const n = cpus.length
      const isAsymmetric = this.isAsymmetric(cpus)
      return {
        level,
        cpus,
        groups: inner.map((group, index) => this.group(level, group, index)),
        minIntervalMs: n,
        maxIntervalMs: 2 * n,
        imbalancePct: level === LEVEL_SMT ? 110 : 117,
        cacheNiceTries: level === LEVEL_SMT ? 0 : level === LEVEL_NUMA ? 2 : 1,
        prefersSibling: level !== LEVEL_NUMA,
        sharesCache: level <= LEVEL_LLC,
        isAsymmetric,
        tolerableNumaTasks: llcsPerNode === 1 ? Math.max(1, nodeCpus >> 3) : Math.max(1, llcsPerNode),
      }
    })
  }

  private isAsymmetric(cpus: Int32Array): boolean {
    return cpus.some((cpu) => this.capacity[cpu] !== this.capacity[cpus[0]!])
  }

  private group(level: number, cpus: Int32Array, index: number): DomainGroup {
    for (const cpu of cpus) this.localGroup[level]![cpu] = index
    const capacities = Array.from(cpus, (cpu) => this.capacity[cpu]!)
    const cores = new Set(Array.from(cpus, (cpu) => this.coreOf[cpu])).size
    return {
      id: this.groupCount++,
      cpus,
      capacity: capacities.reduce((sum, c) => sum + c, 0),
      minCapacity: Math.min(...capacities),
      maxCapacity: Math.max(...capacities),
      cores,
      isSmt: cores === 1 && cpus.length > 1,
    }
  }
}
