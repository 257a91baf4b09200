// Where a real-time task runs at once: select_task_rq_rt and find_lowest_rq (kernel/sched/rt.c), simplified. Levels
// rank what a CPU does; a task of priority p takes it from anything below level p + 1.
import type { PolicyHost } from '../../core/policy'

export const LEVEL_IDLE = 0
export const LEVEL_FAIR = 1
/** No real-time task runs here before the end of the throttle's period. */
export const LEVEL_THROTTLED = 101

/** The level of a CPU on which a real-time task of this priority runs. */
export const levelOfPriority = (priority: number): number => LEVEL_FAIR + priority

/**
 * The allowed CPU of the lowest level (`levelOf`); among equals `near` itself, then one that shares its last-level
 * cache, then the first.
 */
export function findLowest(
  host: PolicyHost,
  task: number,
  near: number,
  levelOf: (cpu: number) => number,
): number {
  const { topology } = host.machine
  const { llc } = topology[near]!
  let best = -1
  let bestRank = Infinity
  for (let cpu = 0; cpu < host.cpus; cpu++) {
    if (!host.tasks.allows(task, cpu)) continue
    const distance = cpu === near ? 0 : topology[cpu]!.llc === llc ? 1 : 2
    const rank = levelOf(cpu) * 3 + distance
    if (rank >= bestRank) continue
    best = cpu
    bestRank = rank
  }
  return best
}

/** Whether one CPU only is allowed to the task. */
export function isPinned(host: PolicyHost, task: number): boolean {
  const mask = host.tasks.affinity[task]
  if (mask === null || mask === undefined) return host.cpus === 1
  return mask.indexOf(1, mask.indexOf(1) + 1) < 0
}
