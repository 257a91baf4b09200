// The workload of an experiment: parts, each a generator of the catalog or an rt-app description, put together into
// one list of tasks with unique names.
import path from 'node:path'
import { VlagError } from '../../../contract/errors'
import { WorkloadRef } from '../../../contract/experiment'
import type { ResolvedExperiment } from '../../../contract/results'
import type { GroupSpec, MachineSpec, TaskSpec } from '../../../engine/model/run-spec'
import type { JsonDocument, JsonPath } from '../../../formats/jsonc/jsonc'
import {
  parseRtApp,
  readRtApp,
  uniqueName,
  type RtAppOptions,
  type RtAppResult,
  type UsedNames,
} from '../../../formats/rt-app/rt-app'
import { formatDuration } from '../../../formats/quantity/quantity'
import { quote } from '../../../formats/wording/wording'
import { findIn, type Catalog } from './catalog'
import { joinGroup } from './group-tasks'
import { resolveParams } from './params'
import type { ProblemList } from './problem-list'
import { readTextFile } from './read-source'
import { addGroup, findGroup, summarizeGroups, type Groups } from './resolve-groups'
import { scopeNames } from './scope-names'
import { isObject } from './shape'

/** Tasks of one experiment; the engine takes as many, but nobody could wait for the result. */
const MAX_TASKS = 100_000

export interface ResolvedWorkload {
  readonly tasks: readonly TaskSpec[]
  readonly partSizes: readonly number[]
  readonly summary: readonly string[]
  /** Parents first; those of the file and of rt-app descriptions. */
  readonly groups: readonly GroupSpec[]
  readonly groupSummary: readonly string[]
  readonly notes: readonly string[]
}

interface Part {
  readonly name: string
  readonly tasks: readonly TaskSpec[]
  readonly summary: string
  readonly notes: readonly string[]
}

export interface WorkloadSource {
  readonly document: JsonDocument
  /** The value of "workload". */
  readonly value: unknown
  /** Folder that files are relative to; null: none. */
  readonly dir: string | null
  /** Null where the machine has problems of its own: then nothing that depends on it is checked. */
  readonly machine: MachineSpec | null
  readonly groups: Groups
  readonly catalog: Catalog
}

/** Complete only where `problems` stays empty. */
export function resolveWorkload(source: WorkloadSource, problems: ProblemList): ResolvedWorkload {
  const parts: (Part | null)[] = []
  const partNames: UsedNames = new Map()
  const values: readonly unknown[] = Array.isArray(source.value) ? source.value : []
  values.forEach((value, index) => {
    const at: JsonPath = ['workload', index]
    if (!isObject(value)) return
    const group = findGroup(source.groups, value['group'], [...at, 'group'], problems)
    const part = Object.hasOwn(value, 'rtApp')
      ? resolveRtApp(source, value['rtApp'], [...at, 'rtApp'], index, problems)
      : resolveGenerator(source, value, at, partNames, problems)
    if (part === null || group === undefined) parts.push(part)
    else parts.push({ ...part, tasks: part.tasks.map((task) => joinGroup(task, group)) })
  })
  return merge(parts, source.groups, problems)
}

/** What an rt-app description is, for people: "desktop.json: 6 tasks of rt-app". */
export const rtAppSummary = (title: string, { length }: readonly TaskSpec[]): string =>
  `${title}: ${length} ${length === 1 ? 'task' : 'tasks'} of rt-app`

/** The fields of an experiment that say what runs and in which groups. */
export const tasksAndGroups = ({
  tasks,
  partSizes,
  groups,
  groupSummary,
}: Omit<ResolvedWorkload, 'summary' | 'notes'>): Pick<
  ResolvedExperiment,
  'tasks' | 'partSizes' | 'groups' | 'groupSummary'
> => ({ tasks, partSizes, ...(groups.length === 0 ? {} : { groups, groupSummary }) })

/** Notes on tasks that a run of `endNs` never sees. */
export const lateStarts = (tasks: readonly TaskSpec[], endNs: number): readonly string[] =>
  tasks
    .filter(({ startNs }) => startNs >= endNs)
    .map(
      ({ name, startNs }) =>
        `task ${quote(name)} starts at ${formatDuration(startNs)}, after the end of the run`,
    )

function merge(parts: readonly (Part | null)[], groups: Groups, problems: ProblemList): ResolvedWorkload {
  const found = parts.filter((part) => part !== null)
  const used: UsedNames = new Map()
  const notes: string[] = [...groups.notes, ...found.flatMap((part) => part.notes)]
  const tasks = found.flatMap((part, index) =>
    part.tasks.map((task) => {
      const name = uniqueName(task.name, used)
      if (name !== task.name) {
        notes.push(`task ${quote(task.name)} of workload part ${index + 1} is called ${quote(name)}`)
      }
      return name === task.name ? task : { ...task, name }
    }),
  )
  if (tasks.length > MAX_TASKS) {
    const message = `The workload has ${tasks.length} tasks, more than ${MAX_TASKS}.`
    problems.at(['workload'], message, 'Use fewer tasks.')
  }
  return {
    tasks,
    partSizes: found.map((part) => part.tasks.length),
    summary: found.map((part) => part.summary),
    groups: groups.specs,
    groupSummary: summarizeGroups(groups.specs, found),
    notes,
  }
}

function resolveGenerator(
  source: WorkloadSource,
  value: Readonly<Record<string, unknown>>,
  at: JsonPath,
  partNames: UsedNames,
  problems: ProblemList,
): Part | null {
  const { id } = value
  // Anything but text is the schema's complaint.
  if (typeof id !== 'string') return null
  const workload = findIn(source.catalog.workloads, 'workload', id, [...at, 'id'], problems)
  if (workload === null) return null
  const params = resolveParams(
    {
      descriptors: workload.params,
      given: value['params'],
      path: [...at, 'params'],
      owner: `workload "${id}"`,
      cpus: source.machine?.cpus ?? Number.MAX_SAFE_INTEGER,
    },
    problems,
  )
  const ref = WorkloadRef.safeParse(value)
  const given = ref.success && 'name' in ref.data ? ref.data.name : undefined
  if (given === '')
    problems.at([...at, 'name'], '"name" is empty.', 'Give the tasks a name, or leave it out.')
  if (params === null || source.machine === null) return null
  const name = uniqueName(given ?? id, partNames)
  const settings = Object.entries(isObject(value['params']) ? value['params'] : {})
  const summary = `${name}: ${workload.title}${settings.map(([key, v]) => `, ${key} ${String(v)}`).join('')}`
  const tasks = scopeNames(workload.build(params, name, source.machine), `@${at.join('.')}`)
  return { name, tasks, summary, notes: [] }
}

function resolveRtApp(
  source: WorkloadSource,
  value: unknown,
  at: JsonPath,
  index: number,
  problems: ProblemList,
): Part | null {
  const options: RtAppOptions = {
    cpus: source.machine?.cpus ?? null,
    // Names of timers and conditions are global in a run; those of a further description get a suffix.
    scope: index === 0 ? '' : `@part${index + 1}`,
  }
  let result: RtAppResult
  let title = 'rt-app description'
  if (typeof value === 'string') {
    const text = readRtAppFile(source, value, at, problems)
    if (text === null) return null
    title = value
    result = parseRtApp(text, value, options)
  } else if (isObject(value)) result = readRtApp(source.document, at, options)
  else return null
  problems.add(result.problems)
  const numbers: number[] = []
  for (const group of result.groups) {
    // Parents come first, so theirs is there.
    const parent = group.parent === null ? null : (numbers[group.parent] ?? null)
    numbers.push(addGroup(source.groups, { ...group, parent }))
  }
  const tasks = result.tasks.map((task) => {
    const group = task.group === undefined ? undefined : numbers[task.group]
    return group === undefined ? task : { ...task, group }
  })
  return { name: title, tasks, summary: rtAppSummary(title, tasks), notes: result.notes }
}

function readRtAppFile(
  source: WorkloadSource,
  file: string,
  at: JsonPath,
  problems: ProblemList,
): string | null {
  if (file === '') {
    problems.at(at, 'The name of the rt-app file is empty.', 'Name a file, relative to the experiment file.')
    return null
  }
  // Not even by its whole path: text that was pasted may be anybody's, and must not pick files to read.
  if (source.dir === null) {
    const remedy = 'Save the text to a file first, or give the description itself.'
    problems.at(at, `${quote(file)} cannot be read, since this text comes from no file.`, remedy)
    return null
  }
  try {
    return readTextFile(path.resolve(source.dir, file), 'bad-data')
  } catch (error) {
    if (!(error instanceof VlagError)) throw error
    problems.atDataFile(at, `The rt-app file ${error.message}`, error.remedy ?? 'Check the path.')
    return null
  }
}
