// Everything that can be chosen by id, found by folder: one folder per policy, workload, machine and metric family.
import type {
  MachineDescriptor,
  MetricDescriptor,
  PolicyDescriptor,
  WorkloadDescriptor,
} from './model/define'

const listed = <T extends { id: string }>(modules: Record<string, T | readonly T[]>): readonly T[] =>
  Object.keys(modules)
    .sort()
    .flatMap((path) => modules[path] as T | T[])

export const policies = listed(
  import.meta.glob<PolicyDescriptor>('./policies/*/index.ts', { eager: true, import: 'default' }),
)
export const workloads = listed(
  import.meta.glob<WorkloadDescriptor>('./workloads/*/index.ts', { eager: true, import: 'default' }),
)
export const machines = listed(
  import.meta.glob<MachineDescriptor>('./machines/*/index.ts', { eager: true, import: 'default' }),
)
/** What people ask first comes first; within a group, families stand by their rank. */
const metricGroups: readonly MetricDescriptor['group'][] = ['latency', 'fairness', 'throughput', 'overhead']

const byPlace = (a: MetricDescriptor, b: MetricDescriptor): number =>
  metricGroups.indexOf(a.group) - metricGroups.indexOf(b.group) || a.rank - b.rank

/** A metric folder holds a family: its default export is a list. */
export const metrics: readonly MetricDescriptor[] = [
  ...listed(
    import.meta.glob<readonly MetricDescriptor[]>('./metrics/*/index.ts', { eager: true, import: 'default' }),
  ),
].sort(byPlace)
