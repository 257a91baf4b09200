// rt-app JSON (scheduler-tools/rt-app) to tasks. Times in the file are us, `global.duration` is seconds. Where this
// reader differs from rt-app on purpose, the result's notes say so; what is not modelled is a problem.
import type { Problem } from '../../contract/errors'
import type { GroupSpec, TaskPolicy, TaskSpec } from '../../engine/model/run-spec'
import { parseJsonc, type JsonDocument, type JsonNode, type JsonPath } from '../jsonc/jsonc'
import { RtAppContext, type JsonObject } from './context'
import { globalKeys, MAX_INT, MAX_THREADS, rootKeys, type ThreadDraft } from './draft'
import { refuseTimelessLoops } from './endless'
import { buildTaskgroups } from './taskgroups'
import { buildTasks } from './tasks'
import { readPolicy, readThread } from './threads'

export { looksLikeRtApp } from './threads'
export { uniqueName, type UsedNames } from './tasks'

export interface RtAppOptions {
  /** CPUs of the machine, so that affinity to another is a problem; null: any. */
  readonly cpus: number | null
  /** Appended to the names of shared timers and of suspend/resume; '' where there is only one description. */
  readonly scope?: string
}

export interface RtAppResult {
  /** In the order of the file; complete only where there are no problems. */
  readonly tasks: readonly TaskSpec[]
  /** The control groups that tasks name by "taskgroup", parents first, each called by its path. */
  readonly groups: readonly GroupSpec[]
  /** `global.duration` in whole seconds; null where absent or without end (-1, 0). */
  readonly durationS: number | null
  /** What was kept, ignored or read otherwise than rt-app does, with its place. */
  readonly notes: readonly string[]
  readonly problems: readonly Problem[]
}

/** Reads the text of an rt-app file; `file` is its name for messages. */
export function parseRtApp(text: string, file: string, options: RtAppOptions): RtAppResult {
  const parsed = parseJsonc(text, file)
  if (parsed.ok) return readRtApp(parsed.document, [], options)
  return { tasks: [], groups: [], durationS: null, notes: [], problems: [parsed.problem] }
}

/** Reads the description at `path` of a document that may hold more, such as an experiment file. */
export function readRtApp(document: JsonDocument, path: JsonPath, options: RtAppOptions): RtAppResult {
  const context = new RtAppContext(document, path, options.cpus)
  const root = document.nodeAt(path) ?? document.root
  const object = context.object(root, [], 'The description')
  if (object === null)
    return { tasks: [], groups: [], durationS: null, notes: [], problems: context.problems }
  for (const entry of object.entries) {
    if (!rootKeys.includes(entry.key)) context.unknownKey(entry, [], rootKeys, 'an rt-app description')
  }
  const global = readGlobal(context, object)
  const threads = readThreads(context, object, global.defaultPolicy)
  refuseTimelessLoops(context, threads)
  const taskgroups = buildTaskgroups(context, threads)
  const { groups } = taskgroups
  const scope = options.scope ?? ''
  const tasks = context.problems.length === 0 ? buildTasks(context, threads, taskgroups, scope) : []
  return { tasks, groups, durationS: global.durationS, notes: context.notes, problems: context.problems }
}

interface Global {
  readonly durationS: number | null
  /** Complains, once, where the default is needed and not modelled. */
  readonly defaultPolicy: () => TaskPolicy | null
}

function readGlobal(context: RtAppContext, root: JsonObject): Global {
  const entry = context.field(root, [], 'global')
  const object = entry === null ? null : context.object(entry.value, ['global'], '"global"')
  if (object === null) return { durationS: null, defaultPolicy: () => 'other' }
  for (const inner of object.entries) {
    if (!globalKeys.includes(inner.key)) context.unknownKey(inner, ['global'], globalKeys, '"global"')
  }
  const seconds = context.integer(object, ['global'], 'duration', -1, MAX_INT, 's')
  const name = context.text(object, ['global'], 'default_policy')
  let policy: TaskPolicy | null | undefined = name === null ? 'other' : undefined
  return {
    durationS: seconds !== null && seconds > 0 ? seconds : null,
    defaultPolicy: () => {
      if (policy === undefined && name !== null) {
        policy = readPolicy(context, name.value, name.offset, ['global', 'default_policy'])
      }
      return policy ?? null
    },
  }
}

function readThreads(
  context: RtAppContext,
  root: JsonObject,
  defaultPolicy: () => TaskPolicy | null,
): ThreadDraft[] {
  const entry = context.field(root, [], 'tasks')
  if (entry === null) {
    const remedy = 'Add "tasks": { "name": { "run": us, "sleep": us } }.'
    context.problem(root.offset, [], 'The description has no "tasks".', remedy)
    return []
  }
  const object = context.object(entry.value, ['tasks'], '"tasks"')
  if (object === null) return []
  const threads: ThreadDraft[] = []
  const names = new Set<string>()
  for (const task of object.entries) {
    if (names.has(task.key)) {
      const text = `a task of this name is there already; both are kept (rt-app itself keeps only the last)`
      context.note(task.keyOffset, text)
    }
    names.add(task.key)
    if (task.key === '') {
      context.problem(task.keyOffset, ['tasks', ''], 'A task has an empty name.', 'Give it one.')
    }
    const thread = readThread(context, task, ['tasks', task.key], defaultPolicy)
    if (thread !== null) threads.push(thread)
  }
  checkCount(context, threads, object)
  return threads
}

function checkCount(context: RtAppContext, threads: readonly ThreadDraft[], tasks: JsonNode): void {
  const count = threads.reduce((sum, { instances }) => sum + instances, 0)
  if (count > MAX_THREADS) {
    const message = `There are ${count} tasks, more than ${MAX_THREADS}.`
    context.problem(tasks.offset, ['tasks'], message, 'Use fewer instances.')
  }
  if (count > 0 || context.problems.length > 0) return
  context.problem(tasks.offset, ['tasks'], 'There are no tasks to run.', 'Add a task with events.')
}
