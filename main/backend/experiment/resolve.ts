// From the text of an experiment file (or a bare rt-app file) to an experiment without names to look up, units or
// files. All problems are found in one pass and handed out by position; nothing of the file is skipped.
import type { Problem } from '../../../contract/errors'
import { ExperimentFile } from '../../../contract/experiment'
import type { ResolvedExperiment, ResolvedVariant } from '../../../contract/results'
import { parseJsonc, toValue, type JsonDocument } from '../../../formats/jsonc/jsonc'
import { looksLikeRtApp } from '../../../formats/rt-app/rt-app'
import { engineCatalog, type Catalog } from './catalog'
import { guideTo } from './field-guide'
import { limitNotes } from './limits'
import { ProblemList } from './problem-list'
import { MAX_GROUPS, resolveGroups } from './resolve-groups'
import { resolveMachine } from './resolve-machine'
import { resolveBaseline, resolveSeeds, resolveTimes, resolveVariants } from './resolve-variants'
import { lateStarts, resolveWorkload, tasksAndGroups, type ResolvedWorkload } from './resolve-workload'
import { checkShape, isObject } from './shape'
import { wrapRtApp } from './wrap-rt-app'

/**
 * Either the experiment or what is wrong; `format` says what the text was taken for, `areOfData` that all problems
 * lie in an rt-app description of its own, and none in an experiment file.
 */
export type Resolution =
  | { readonly format: 'experiment' | 'rt-app'; readonly experiment: ResolvedExperiment }
  | {
      readonly format: 'experiment' | 'rt-app'
      readonly problems: readonly Problem[]
      readonly areOfData: boolean
    }

/**
 * Resolves `text`. `name` is the file's name for messages; `dir` the folder that rt-app files are relative to, null
 * for text from no file. Never throws for bad input.
 */
export function resolveExperiment(
  text: string,
  name: string,
  dir: string | null,
  catalog: Catalog = engineCatalog,
): Resolution {
  const parsed = parseJsonc(text, name)
  if (!parsed.ok) return { format: 'experiment', problems: [parsed.problem], areOfData: false }
  const { document } = parsed
  if (looksLikeRtApp(document.root)) {
    return { format: 'rt-app', areOfData: true, ...wrapRtApp(document, catalog) }
  }
  return { format: 'experiment', ...resolveDocument(document, dir, catalog) }
}

function resolveDocument(
  document: JsonDocument,
  dir: string | null,
  catalog: Catalog,
): { experiment: ResolvedExperiment } | { problems: readonly Problem[]; areOfData: boolean } {
  const problems = new ProblemList(document)
  const value = toValue(document.root)
  if (!isObject(value)) {
    problems.at([], 'The file holds no object.', guideTo([]))
    return { problems: problems.sorted(), areOfData: problems.areOfData }
  }
  checkShape(document, value, problems)
  refuseTrace(value['record'], problems)
  const machine = resolveMachine(value['machine'], catalog, problems)
  const groups = resolveGroups(value['groups'], problems)
  const workload = resolveWorkload(
    { document, value: value['workload'], dir, machine, groups, catalog },
    problems,
  )
  const variants = resolveVariants(value['variants'], catalog, machine?.cpus ?? null, problems)
  refuseManyGroups(workload, variants, problems)
  const times = resolveTimes(value['duration'], value['warmup'], problems)
  const seeds = resolveSeeds(value['seeds'], problems)
  const baseline = resolveBaseline(value['baseline'], namesOf(value['variants']), problems)
  const file = ExperimentFile.safeParse(value)
  if (!problems.isEmpty || machine === null || !file.success) {
    // The schema has the last word: what it refuses and nobody has explained must not pass.
    if (problems.isEmpty) problems.at([], 'The file is no valid experiment.', guideTo([]))
    return { problems: problems.sorted(), areOfData: problems.areOfData }
  }
  return {
    experiment: {
      version: 1,
      name: file.data.name,
      description: file.data.description ?? '',
      machine,
      workloadSummary: workload.summary,
      ...tasksAndGroups(workload),
      variants,
      baseline,
      ...times,
      seeds,
      ...(file.data.record?.decisions === true ? { record: { decisions: true } } : {}),
      notes: [
        ...workload.notes,
        ...lateStarts(workload.tasks, times.warmupNs + times.durationNs),
        ...limitNotes(machine, workload, variants),
      ],
    },
  }
}

/** Each group costs a queue per CPU; autogroup adds one per part at most. */
function refuseManyGroups(
  { groups, partSizes }: ResolvedWorkload,
  variants: readonly ResolvedVariant[],
  problems: ProblemList,
): void {
  const sessions = variants.some(({ params }) => params['autogroup'] === true) ? partSizes.length : 0
  if (groups.length + sessions <= MAX_GROUPS) return
  const message = `The workload has ${groups.length + sessions} control groups, more than ${MAX_GROUPS}.`
  problems.at(['workload'], message, 'Use fewer groups, or fewer parts where autogroup is on.')
}

function refuseTrace(record: unknown, problems: ProblemList): void {
  if (!isObject(record)) return
  if (record['trace'] !== true) return
  problems.at(['record', 'trace'], '"record.trace" is not available yet.', 'Remove it, or set it to false.')
}

/** Names of the variants as the file has them, '' where it has none. */
function namesOf(variants: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(variants) ? variants : []
  return list.map((variant) => {
    const name = isObject(variant) ? variant['name'] : ''
    return typeof name === 'string' ? name : ''
  })
}
