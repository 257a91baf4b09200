// CPUs and how they stand to each other: SMT siblings, last-level caches, NUMA nodes, capacities.
import type { CpuSpec } from './run-spec'

/** Full capacity, the fastest CPU's. */
export const FULL_CAPACITY = 1024

/** Equal CPUs without SMT that share one cache. */
export const flatTopology = (cpus: number): readonly CpuSpec[] =>
  Array.from({ length: cpus }, (_, cpu) => ({ core: cpu, llc: 0, node: 0, capacity: FULL_CAPACITY }))
