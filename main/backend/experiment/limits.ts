// What a reader of the results must know that lies in the model, not in the file: said as notes of the experiment.
import type { ResolvedVariant } from '../../../contract/results'
import { canBeRealTime } from '../../../engine'
import type { GroupSpec, MachineSpec, TaskSpec } from '../../../engine/model/run-spec'
import { listWords } from '../../../formats/wording/wording'

/** Most CPUs of a machine on which schedules were recorded. */
const RECORDED_CPUS = 2
/** Kernels of EEVDF of which schedules were recorded; for CFS, 6.1 stands for all up to 6.5. */
const RECORDED_KERNELS: readonly unknown[] = ['6.12-stable', '6.18']

/** Notes on this machine, these tasks and variants; one sentence or two each. */
export function limitNotes(
  machine: MachineSpec,
  { tasks, groups }: { readonly tasks: readonly TaskSpec[]; readonly groups: readonly GroupSpec[] },
  variants: readonly ResolvedVariant[],
): readonly string[] {
  return [
    ...sizeNote(machine, tasks),
    ...kernelNote(variants),
    ...speedNote(machine),
    ...sliceNote(tasks, variants),
    ...realTimeNote(machine, tasks),
    ...maxNote(groups),
    ...autogroupNote(tasks, variants),
  ]
}

function sizeNote({ cpus }: MachineSpec, tasks: readonly TaskSpec[]): readonly string[] {
  const isMovable = ({ affinity }: TaskSpec): boolean => affinity === null || affinity.length > 1
  if (cpus <= RECORDED_CPUS || !tasks.some(isMovable)) return []
  return ['Nothing larger than two CPUs has been compared with a recorded schedule.']
}

function kernelNote(variants: readonly ResolvedVariant[]): readonly string[] {
  const names = variants
    .filter(({ policy, params }) => policy === 'eevdf' && !RECORDED_KERNELS.includes(params['kernel']))
    .map(({ name }) => name)
  if (names.length === 0) return []
  return [`Held to numeric vectors and general laws only, not to recorded schedules: ${listWords(names)}.`]
}

function speedNote({ topology }: MachineSpec): readonly string[] {
  const isUnequal = topology.some(({ capacity }) => capacity !== topology[0]?.capacity)
  const hasSmt = new Set(topology.map(({ core }) => core)).size < topology.length
  const sentences = [
    ...(isUnequal ? ['The speed of a CPU is static: frequency is not modelled.'] : []),
    ...(hasSmt ? ['SMT siblings do not slow each other down yet.'] : []),
  ]
  return sentences.length === 0 ? [] : [sentences.join(' ')]
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
    'cpu.max: a group that has used up its CPU time stops at once; Linux 6.18 and later let a task leave the kernel first.',
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
  const ignore = ignoring.length === 1 ? 'ignores' : 'ignore'
  return [`Slices of a task's own came with Linux 6.12; ${names} ${ignore} that of ${asking.join(', ')}.`]
}
