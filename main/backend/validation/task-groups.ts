// Which tasks of a case count as one: on several CPUs, which of three equal hogs gets a CPU nearly alone is chance and
// lasts for a whole recording, so tasks that differ only in name and may go anywhere are taken together.
import type { Step, TaskSpec } from '../../../engine'

export interface TaskGroup {
  /** Names of its tasks; one where it stands alone. */
  readonly names: readonly string[]
  /** Never sleeps and may run on more than one CPU: its waits say little. */
  readonly isUnpinnedHog: boolean
}

const isPinned = ({ affinity }: TaskSpec): boolean => affinity?.length === 1

/** Whether all tasks can only ever run on one and the same CPU. */
export function usesOneCpu(tasks: readonly TaskSpec[], cpus: number): boolean {
  const [first] = tasks
  return cpus === 1 || tasks.every((task) => isPinned(task) && task.affinity?.[0] === first?.affinity?.[0])
}

/** The tasks in their order; on one CPU each stands alone. */
export function groupTasks(tasks: readonly TaskSpec[], oneCpu: boolean): readonly TaskGroup[] {
  const groups = new Map<string, { names: string[]; isUnpinnedHog: boolean }>()
  for (const task of tasks) {
    const key = oneCpu || isPinned(task) ? `name ${task.name}` : `like ${likenessOf(task)}`
    const group = groups.get(key)
    if (group === undefined) {
      const isUnpinnedHog = !oneCpu && !isPinned(task) && isHog(task.program)
      groups.set(key, { names: [task.name], isUnpinnedHog })
    } else group.names.push(task.name)
  }
  return [...groups.values()]
}

/** Everything of a task but its name. Timers are named after tasks, so only their order counts. */
function likenessOf({ name: _, ...rest }: TaskSpec): string {
  const timers: string[] = []
  return JSON.stringify(rest, (key, value: unknown) => {
    if (key !== 'ref' || typeof value !== 'string') return value
    if (!timers.includes(value)) timers.push(value)
    return timers.indexOf(value)
  })
}

function isHog(program: readonly Step[]): boolean {
  return program.every((step) => {
    if (step.op === 'loop') return isHog(step.body)
    return step.op !== 'sleep' && step.op !== 'timer' && step.op !== 'wait' && step.op !== 'exit'
  })
}
