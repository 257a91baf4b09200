// Run specs for engine tests: a machine without costs, tasks from short descriptions, parameters with their defaults.
import { policies, type MachineSpec, type ParamValues, type RunSpec, type TaskSpec } from '../../engine'
import { idealCosts } from '../../engine/model/cost-presets'
import { withDefaults } from '../../engine/model/defaults'
import type { WorkloadDescriptor } from '../../engine/model/define'
import { flatTopology } from '../../engine/model/topology'

/** A machine without costs, tick at the start. */
export const machineOf = (given: Partial<MachineSpec> = {}): MachineSpec => ({
  id: 'test',
  title: 'test',
  cpus: 1,
  topology: flatTopology(given.cpus ?? 1),
  hz: 250,
  tickPhaseNs: 0,
  wakePlacement: 'stock',
  costs: idealCosts,
  ...given,
})

/** All parameters of a policy, resolved for this many CPUs, with some replaced. */
export function paramsOf(policyId: string, cpus: number, given: ParamValues = {}): ParamValues {
  const policy = policies.find((p) => p.id === policyId)
  if (policy === undefined) throw new Error(`no policy ${policyId}`)
  return withDefaults(policy.params, given, cpus)
}

/** The tasks of a workload on four CPUs. */
export const workloadTasks = (
  workload: WorkloadDescriptor,
  name: string,
  given: ParamValues,
): readonly TaskSpec[] =>
  workload.build(withDefaults(workload.params, given, 4), name, machineOf({ cpus: 4 }))

export function taskOf(given: Partial<TaskSpec> & { program: TaskSpec['program'] }): TaskSpec {
  return { name: 't', nice: 0, policy: 'other', affinity: null, sliceNs: null, startNs: 0, ...given }
}

/** A task that always wants to run. */
export const hog = (given: Partial<TaskSpec> = {}): TaskSpec =>
  taskOf({ ...given, program: [{ op: 'run', ns: 1e15 }] })

interface Given {
  readonly policy?: string
  readonly params?: ParamValues
  readonly cpus?: number
  readonly hz?: 100 | 250 | 300 | 1000
  readonly durationNs?: number
  readonly warmupNs?: number
  readonly seed?: number
  readonly machine?: Partial<RunSpec['machine']>
}

export function runSpec(tasks: readonly TaskSpec[], given: Given = {}): RunSpec {
  const { policy = 'eevdf', cpus = 1 } = given
  return {
    machine: machineOf({ cpus, hz: given.hz ?? 250, ...given.machine }),
    policy: { id: policy, params: paramsOf(policy, cpus, given.params) },
    tasks,
    durationNs: given.durationNs ?? 1e9,
    warmupNs: given.warmupNs ?? 0,
    seed: given.seed ?? 1,
  }
}
