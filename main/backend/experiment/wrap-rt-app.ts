// A bare rt-app file as an experiment: its tasks on a generic machine, EEVDF of Linux 6.18 against CFS.
import type { Problem } from '../../../contract/errors'
import type { ResolvedExperiment, ResolvedVariant } from '../../../contract/results'
import { withDefaults } from '../../../engine/model/defaults'
import type { ParamValues, Step, TaskSpec } from '../../../engine/model/run-spec'
import type { JsonDocument } from '../../../formats/jsonc/jsonc'
import { readRtApp } from '../../../formats/rt-app/rt-app'
import { quote } from '../../../formats/wording/wording'
import type { Catalog } from './catalog'
import { findIn } from './catalog'
import { limitNotes } from './limits'
import { ProblemList } from './problem-list'
import { MAX_RUN_NS } from './resolve-variants'
import { summarizeGroups } from './resolve-groups'
import { lateStarts, rtAppSummary, tasksAndGroups } from './resolve-workload'

const CPUS = 4
/** A machine without any cost would show wake-up latencies of 0. */
const COSTS = 'quiet'
const SEEDS = 5
const DEFAULT_SECONDS = 10
const NS_PER_S = 1_000_000_000
const compared: readonly { name: string; policy: string; given: ParamValues }[] = [
  { name: 'EEVDF 6.18', policy: 'eevdf', given: { kernel: '6.18' } },
  { name: 'CFS 6.5', policy: 'cfs', given: {} },
]

/** `document` holds an rt-app description; its name without the extension becomes the experiment's. */
export function wrapRtApp(
  document: JsonDocument,
  catalog: Catalog,
): { experiment: ResolvedExperiment } | { problems: readonly Problem[] } {
  const problems = new ProblemList(document)
  const generic = findIn(catalog.machines, 'machine', 'generic', [], problems)
  const most = generic?.params.find(({ name }) => name === 'cpus')?.max ?? null
  const result = readRtApp(document, [], { cpus: most })
  problems.add(result.problems)
  const highest = highestCpu(result.tasks)
  const cpus = Math.max(CPUS, highest.cpu + 1)
  const variants = compared.flatMap(({ name, policy, given }): ResolvedVariant[] => {
    const descriptor = findIn(catalog.policies, 'policy', policy, [], problems)
    if (descriptor === null) return []
    const params = withDefaults(descriptor.params, given, cpus)
    return [{ name, policy, params, given: Object.keys(given) }]
  })
  const seconds = result.durationS ?? DEFAULT_SECONDS
  if (seconds * NS_PER_S > MAX_RUN_NS) {
    const days = Math.round(seconds / 86_400)
    const remedy = 'At most 104 days, or -1 for no limit (10 s are simulated then).'
    problems.at(['global', 'duration'], `The duration is ${days} days of simulated time.`, remedy)
  }
  if (generic === null || !problems.isEmpty) return { problems: problems.sorted() }
  const machine = generic.build(withDefaults(generic.params, { cpus, costs: COSTS }, cpus))
  const { tasks, groups } = result
  const workload = {
    tasks,
    partSizes: [tasks.length],
    groups,
    groupSummary: summarizeGroups(groups, [{ name: document.file, tasks }]),
  }
  const note = `${document.file} sets no duration; ${DEFAULT_SECONDS} s are simulated`
  return {
    experiment: {
      version: 1,
      name: document.file.replace(/(\.rtapp)?\.json$/i, '') || document.file,
      description:
        `An rt-app file on a machine of ${cpus} equal CPUs with the costs of a quiet system, over ${SEEDS} seeds: ` +
        'EEVDF of Linux 6.18 against CFS of 6.5.',
      machine,
      workloadSummary: [rtAppSummary(document.file, tasks)],
      ...tasksAndGroups(workload),
      variants,
      baseline: 0,
      durationNs: seconds * NS_PER_S,
      warmupNs: 0,
      seeds: Array.from({ length: SEEDS }, (_, i) => i + 1),
      notes: [
        ...result.notes,
        ...(result.durationS === null ? [note] : []),
        ...(cpus > CPUS
          ? [`${cpus} CPUs instead of ${CPUS}, because task ${quote(highest.task)} names CPU ${highest.cpu}`]
          : []),
        ...lateStarts(tasks, seconds * NS_PER_S),
        ...limitNotes(machine, workload, variants),
      ],
    },
  }
}

/** The highest CPU that any task names, and the first task that names it; -1 where none does. */
function highestCpu(tasks: readonly TaskSpec[]): { readonly cpu: number; readonly task: string } {
  let highest = { cpu: -1, task: '' }
  for (const { name, affinity, program } of tasks) {
    const cpu = Math.max(highestOfSteps(program), ...(affinity ?? []))
    if (cpu > highest.cpu) highest = { cpu, task: name }
  }
  return highest
}

function highestOfSteps(steps: readonly Step[]): number {
  return steps.reduce((highest, step) => {
    if (step.op === 'loop') return Math.max(highest, highestOfSteps(step.body))
    return step.op === 'setAffinity' ? Math.max(highest, ...(step.cpus ?? [])) : highest
  }, -1)
}
