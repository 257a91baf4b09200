// What a reader of the results must know that lies in the model, not in the file: said as notes of the experiment.
import type { ResolvedVariant } from '../../../contract/results'
import { canBeRealTime } from '../../../engine'
import type { GroupSpec, MachineSpec, TaskSpec } from '../../../engine/model/run-spec'

/** Notes on this machine, these tasks and variants; one sentence or two each. */
export function limitNotes(
  machine: MachineSpec,
  { tasks, groups }: { readonly tasks: readonly TaskSpec[]; readonly groups: readonly GroupSpec[] },
  variants: readonly ResolvedVariant[],
): readonly string[] {
  return [
    ...balanceNote(machine, tasks),
    ...sliceNote(tasks, variants),
    ...realTimeNote(machine, tasks),
    ...maxNote(groups),
    ...autogroupNote(tasks, variants),
  ]
}

function balanceNote({ cpus }: MachineSpec, tasks: readonly TaskSpec[]): readonly string[] {
  const movable = tasks.filter(({ affinity }) => affinity === null || affinity.length > 1)
  if (cpus === 1 || movable.length === 0 || tasks.length <= cpus) return []
  return [
    'Several CPUs are not validated: busy CPUs do not exchange tasks yet, so shares and waits depend on where tasks start.',
  ]
}

function realTimeNote({ cpus }: MachineSpec, tasks: readonly TaskSpec[]): readonly string[] {
  if (!canBeRealTime(tasks)) return []
  const placement = cpus === 1 ? '' : ' Their CPUs are chosen by priority and cache alone.'
  return [
    `Real-time tasks leave waiting ones at least 50 ms of each second of a CPU, whatever the kernel version.${placement}`,
  ]
}

function maxNote(groups: readonly GroupSpec[]): readonly string[] {
  if (groups.every(({ max }) => max === null)) return []
  return [
    "cpu.max: each CPU takes up to 5 ms of a group's quota at a time, as is the kernel's default, and a group without any left stops at once; Linux 6.18 and later let a task leave the kernel first.",
  ]
}

/** Autogroup is for tasks in the root group, here as on a real machine. */
function autogroupNote(tasks: readonly TaskSpec[], variants: readonly ResolvedVariant[]): readonly string[] {
  const names = variants.filter(({ params }) => params['autogroup'] === true).map(({ name }) => name)
  if (names.length === 0 || tasks.some(({ group }) => group === undefined)) return []
  return [`Autogroup changes nothing in ${names.join(', ')}: every task is in a group of the file.`]
}

/** Kernels before 6.12 ignore a task's own slice. */
function sliceNote(tasks: readonly TaskSpec[], variants: readonly ResolvedVariant[]): readonly string[] {
  const asking = tasks.filter(({ sliceNs }) => sliceNs !== null).map(({ name }) => name)
  const ignoring = variants.filter(
    ({ policy, params }) => policy === 'cfs' || ['6.6-rc', '6.6', '6.8'].includes(String(params['kernel'])),
  )
  if (asking.length === 0 || ignoring.length === 0) return []
  const names = ignoring.map(({ name }) => name).join(', ')
  return [`Slices of a task's own came with Linux 6.12; ${names} ignores that of ${asking.join(', ')}.`]
}
