// "taskgroup" of threads and phases: the path of a cgroup that rt-app makes and moves the thread to. It becomes a
// control group with the kernel's defaults; a thread that would change its group is refused.
import type { GroupSpec } from '../../engine/model/run-spec'
import { DEFAULT_WEIGHT, parseGroupPath } from '../cgroup/cgroup'
import type { JsonPath } from '../jsonc/jsonc'
import { quote } from '../wording/wording'
import type { JsonObject, RtAppContext } from './context'
import type { ThreadDraft } from './draft'

/** As many as rt-app itself takes. */
const MAX_TASKGROUPS = 32

/** A use of "taskgroup": the names along the path, none for the root group. */
export interface Taskgroup {
  readonly names: readonly string[]
  readonly offset: number
  readonly at: JsonPath
}

const pathOf = ({ names }: Taskgroup): string => names.join('/')

/** Null where it is absent, empty (as in rt-app) or, with a problem, no path. */
export function readTaskgroup(context: RtAppContext, object: JsonObject, path: JsonPath): Taskgroup | null {
  const text = context.text(object, path, 'taskgroup')
  if (text === null || text.value === '') return null
  const at = [...path, 'taskgroup']
  const result = parseGroupPath(text.value)
  if (result.ok) return { names: result.value, offset: text.offset, at }
  context.problem(text.offset, at, `"taskgroup" ${result.message}.`, result.remedy)
  return null
}

/**
 * The one group that a thread is in from its first phase on: a phase without one stays where the thread is, as in
 * rt-app. A later phase of another group is a problem.
 */
export function taskgroupOf(
  context: RtAppContext,
  own: Taskgroup | null,
  phases: readonly { readonly taskgroup: Taskgroup | null }[],
): Taskgroup | null {
  const first = phases[0]?.taskgroup ?? own
  for (const { taskgroup } of phases) {
    if (taskgroup === null || (first !== null && pathOf(taskgroup) === pathOf(first))) continue
    const message = `"taskgroup" moves the task to ${quote(`/${pathOf(taskgroup)}`)}, which is not modelled yet.`
    context.problem(taskgroup.offset, taskgroup.at, message, 'Name one group for the whole task.')
  }
  return first
}

export interface Taskgroups {
  /** Parents first, each called by its path. */
  readonly groups: readonly GroupSpec[]
  /** The group's number by its path; the root has none. */
  readonly numbers: ReadonlyMap<string, number>
}

/** The groups that `threads` name, and those above them. */
export function buildTaskgroups(context: RtAppContext, threads: readonly ThreadDraft[]): Taskgroups {
  const groups: GroupSpec[] = []
  const numbers = new Map<string, number>()
  const named = new Set<string>()
  for (const { taskgroup } of threads) {
    if (taskgroup === null || taskgroup.names.length === 0 || named.has(pathOf(taskgroup))) continue
    named.add(pathOf(taskgroup))
    if (named.size > MAX_TASKGROUPS) {
      const message = `There are more than ${MAX_TASKGROUPS} task groups, which rt-app does not take.`
      context.problem(taskgroup.offset, taskgroup.at, message, 'Use fewer groups.')
      break
    }
    let parent: number | null = null
    taskgroup.names.forEach((_, index) => {
      const name = taskgroup.names.slice(0, index + 1).join('/')
      const number: number =
        numbers.get(name) ?? groups.push({ name, parent, weight: DEFAULT_WEIGHT, max: null, idle: false }) - 1
      numbers.set(name, number)
      parent = number
    })
    const text = `the task group ${quote(`/${pathOf(taskgroup)}`)} is read as a control group of cpu.weight ${DEFAULT_WEIGHT}, unless an experiment's "groups" has one of this path`
    context.note(taskgroup.offset, text)
  }
  return { groups, numbers }
}

/** The number of a thread's group; undefined in the root group. */
export const numberOfTaskgroup = ({ numbers }: Taskgroups, { taskgroup }: ThreadDraft): number | undefined =>
  taskgroup === null ? undefined : numbers.get(pathOf(taskgroup))
