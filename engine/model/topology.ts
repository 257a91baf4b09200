// CPUs and how they stand to each other: SMT siblings, last-level caches, NUMA nodes, capacities.
import type { CpuSpec } from './run-spec'

/** Full capacity, the fastest CPU's. */
export const FULL_CAPACITY = 1024

/** Equal CPUs without SMT that share one cache. */
export const flatTopology = (cpus: number): readonly CpuSpec[] =>
  Array.from({ length: cpus }, (_, cpu) => ({ core: cpu, llc: 0, node: 0, capacity: FULL_CAPACITY }))

/** A regular machine in numbers. Slow CPUs are the last ones and have no SMT siblings. */
export interface MachineShape {
  readonly cpus: number
  readonly threadsPerCore: number
  /** Last-level caches of the whole machine. */
  readonly llcs: number
  /** NUMA nodes. */
  readonly nodes: number
  readonly slowCpus: number
  /** In 1/1024 of the fast ones. */
  readonly slowCapacity: number
}

/** Why a shape has no regular layout, and what would; null where it has one. */
export function shapeProblem(shape: MachineShape): string | null {
  const { cpus, threadsPerCore, llcs, nodes, slowCpus } = shape
  const fast = cpus - slowCpus
  if (fast < 1)
    return `${slowCpus} slow CPUs of ${cpus} leave no fast one; set slowCpus to at most ${cpus - 1}`
  if (fast % threadsPerCore !== 0)
    return `${fast} ${slowCpus > 0 ? 'fast ' : ''}CPUs do not divide into cores of ${threadsPerCore}; set cpus so that ${slowCpus > 0 ? 'cpus minus slowCpus' : 'it'} is a multiple of ${threadsPerCore}`
  const cores = fast / threadsPerCore
  if (cores % llcs !== 0)
    return `${cores} ${slowCpus > 0 ? 'fast ' : ''}cores do not divide among ${llcs} last-level caches; set llcs to a divisor of ${cores}`
  if (slowCpus % llcs !== 0)
    return `${slowCpus} slow CPUs do not divide among ${llcs} last-level caches; set slowCpus to a multiple of ${llcs}`
  if (llcs % nodes !== 0)
    return `${llcs} last-level ${llcs === 1 ? 'cache does' : 'caches do'} not divide among ${nodes} NUMA nodes; set llcs to a multiple of ${nodes}`
  return null
}

/**
 * The CPUs of a regular machine, numbered as x86 does: the first threads of all cores, then the second ones, and so
 * on; slow CPUs last. Neighbouring cores share a cache, neighbouring caches a node. Throws where the shape does not
 * divide (`shapeProblem`).
 */
export function layOutCpus(shape: MachineShape): readonly CpuSpec[] {
  const problem = shapeProblem(shape)
  if (problem !== null) throw new Error(problem)
  const { cpus, threadsPerCore, llcs, nodes, slowCpus, slowCapacity } = shape
  const fast = cpus - slowCpus
  const fastCores = fast / threadsPerCore
  const at = (core: number, place: number, places: number, capacity: number): CpuSpec => {
    const llc = Math.floor((place * llcs) / places)
    return { core, llc, node: Math.floor((llc * nodes) / llcs), capacity }
  }
  return Array.from({ length: cpus }, (_, cpu) =>
    cpu < fast
      ? at(cpu % fastCores, cpu % fastCores, fastCores, FULL_CAPACITY)
      : at(fastCores + cpu - fast, cpu - fast, slowCpus, slowCapacity),
  )
}
