// Puts tasks into control groups: those of a workload part into its group, and under autogroup those of each part that
// names none into a group of their own.
import type { ResolvedExperiment } from '../../../contract/results'
import type { GroupSpec, Step, TaskSpec } from '../../../engine/model/run-spec'
import { DEFAULT_WEIGHT } from '../../../formats/cgroup/cgroup'

/** The task in `group`, unless it is in one already; tasks that it forks follow it. */
export function joinGroup(task: TaskSpec, group: number): TaskSpec {
  const own = task.group ?? group
  return { ...task, group: own, program: task.program.map((step) => joinStep(step, own)) }
}

function joinStep(step: Step, group: number): Step {
  if (step.op === 'fork') return { ...step, child: joinGroup(step.child, group) }
  return step.op === 'loop' ? { ...step, body: step.body.map((inner) => joinStep(inner, group)) } : step
}

export interface GroupedTasks {
  readonly tasks: readonly TaskSpec[]
  /** Absent: none. */
  readonly groups?: readonly GroupSpec[]
}

/** Tasks and groups of an experiment as a run with autogroup has them. */
export function autogroup({
  tasks,
  groups = [],
  partSizes,
}: Pick<ResolvedExperiment, 'tasks' | 'groups' | 'partSizes'>): GroupedTasks {
  const all = [...groups]
  const grouped: TaskSpec[] = []
  for (const size of partSizes ?? [tasks.length]) {
    const part = tasks.slice(grouped.length, grouped.length + size)
    if (part.every(({ group }) => group !== undefined)) grouped.push(...part)
    else {
      const session: GroupSpec = {
        name: `autogroup-${all.length - groups.length + 1}`,
        parent: null,
        weight: DEFAULT_WEIGHT,
        max: null,
        idle: false,
      }
      const number = all.push(session) - 1
      for (const task of part) grouped.push(joinGroup(task, number))
    }
  }
  return all.length === 0 ? { tasks } : { tasks: grouped, groups: all }
}
