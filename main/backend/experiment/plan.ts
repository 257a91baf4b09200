// Which runs an experiment needs, and their keys. A key is the hash of all that decides a run's result, so that a run
// that is stored under it need not be done again.
import { createHash } from 'node:crypto'
import { stringify } from 'safe-stable-stringify'
import type { PlannedRun, ResolvedExperiment, ResolvedVariant } from '../../../contract/results'
import { ENGINE_VERSION } from '../../../engine'
import type { GroupSpec, MachineSpec, RunSpec } from '../../../engine/model/run-spec'
import { autogroup, type GroupedTasks } from './group-tasks'

const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(stringify(value) ?? '')
    .digest('hex')

/** What of a machine decides results: not what it is called. */
const machineBasis = ({ cpus, topology, hz, tickPhaseNs, wakePlacement, costs }: MachineSpec): object => ({
  cpus,
  topology,
  hz,
  tickPhaseNs,
  wakePlacement,
  costs,
})

/** Nor what a group is called. Absent where there are none, which keeps the keys of runs without groups. */
const groupsBasis = (groups: readonly GroupSpec[] = []): object | undefined =>
  groups.length === 0
    ? undefined
    : groups.map(({ parent, weight, max, idle }) => ({ parent, weight, max, idle }))

const basisOf = ({ machine, policy, tasks, groups, durationNs, warmupNs }: Omit<RunSpec, 'seed'>): string =>
  hashOf({
    machine: machineBasis(machine),
    policy,
    tasks,
    groups: groupsBasis(groups),
    durationNs,
    warmupNs,
  })

const keyOf = (basis: string, seed: number, engineVersion: string): string =>
  hashOf({ basis, seed, engineVersion })

/** Hex sha256 over the canonical JSON of what decides the run: spec without titles, seed, engine version. */
export const runKey = (spec: RunSpec, engineVersion: string): string =>
  keyOf(basisOf(spec), spec.seed, engineVersion)

/** Hex sha256 over what decides the experiment's results and their comparison: not its name, description or notes. */
export function specHash(experiment: ResolvedExperiment): string {
  const { machine, tasks, partSizes, groups, variants, baseline, durationNs, warmupNs, seeds } = experiment
  return hashOf({
    machine: machineBasis(machine),
    tasks,
    groups: groupsBasis(groups),
    // What belongs together decides only where autogroup is on.
    partSizes: variants.some(hasAutogroup) ? partSizes : undefined,
    variants: variants.map(({ name, policy, params }) => ({ name, policy, params })),
    baseline,
    durationNs,
    warmupNs,
    seeds,
  })
}

const hasAutogroup = ({ params }: ResolvedVariant): boolean => params['autogroup'] === true

/** Every (variant, seed), seed by seed, so that all variants have the same number of runs at any time. */
export function planRuns(
  experiment: ResolvedExperiment,
  engineVersion: string = ENGINE_VERSION,
): readonly PlannedRun[] {
  const { machine, tasks, groups, durationNs, warmupNs, record } = experiment
  const asGiven: GroupedTasks = groups === undefined ? { tasks } : { tasks, groups }
  const parts = experiment.variants.map((variant) => {
    const grouped = hasAutogroup(variant) ? autogroup(experiment) : asGiven
    const policy = { id: variant.policy, params: variant.params }
    const times = { durationNs, warmupNs }
    const spec = { machine, policy, ...grouped, ...times, ...(record === undefined ? {} : { record }) }
    return { spec, basis: basisOf(spec) }
  })
  return experiment.seeds.flatMap((seed) =>
    parts.map(({ spec, basis }, variant) => ({
      key: keyOf(basis, seed, engineVersion),
      variant,
      seed,
      spec: { ...spec, seed },
    })),
  )
}
