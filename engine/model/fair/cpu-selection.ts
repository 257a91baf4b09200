// Where a task goes when it wakes, when it is new, and which task an idle CPU takes from others: common to CFS and
// EEVDF. One last-level cache; no load-based wake_affine, no scan limit, no SMT or NUMA levels yet (docs/modelling.md).
import type { PolicyHost } from '../../core/policy'
import { RUNNABLE } from '../../core/task-table'
import type { CpuLoad } from './cpu-load'
import type { FairEntities } from './fair-entities'
import type { FairQueue } from './fair-queue'

/** A task that ran on its CPU within this time is cache hot and stays (sysctl_sched_migration_cost). */
export const MIGRATION_COST_NS = 500_000
/** An idle CPU pulls this long after the tick that found waiting tasks (observed on Linux 6.18), ns. */
export const IDLE_PULL_DELAY_NS = 20_000
/** Failed attempts after which cache heat no longer counts (cache_nice_tries of the LLC level, plus one). */
const HOT_TRIES = 1

export class CpuSelection {
  private readonly failures: Uint8Array

  constructor(
    private readonly host: PolicyHost,
    private readonly queues: readonly FairQueue[],
    private readonly load: CpuLoad,
    private readonly entities: FairEntities,
  ) {
    this.failures = new Uint8Array(host.cpus)
  }

  /** select_task_rq_fair for a wake-up: idle target, idle previous CPU, first idle CPU after the target, target. */
  forWakeup(task: number, waker: number): number {
    const { host } = this
    const { tasks } = host
    const previous = tasks.cpu[task]!
    if (host.machine.wakePlacement === 'stay' && tasks.allows(task, previous)) return previous
    const target = this.wakeTarget(task, waker, previous)
    if (tasks.allows(task, target) && this.load.isIdle(target)) return target
    if (tasks.allows(task, previous) && this.load.isIdle(previous)) return previous
    for (let i = 1; i < host.cpus && this.load.idle > 0; i++) {
      const cpu = (target + i) % host.cpus
      if (tasks.allows(task, cpu) && this.load.isIdle(cpu)) return cpu
    }
    return tasks.allows(task, target) ? target : this.forNew(task)
  }

  /** wake_affine by idleness (wake_affine_idle): the waker's CPU only where it is idle and the previous one is not. */
  private wakeTarget(task: number, waker: number, previous: number): number {
    if (waker === previous || !this.host.tasks.allows(task, waker)) return previous
    return this.load.isIdle(waker) && !this.load.isIdle(previous) ? waker : previous
  }

  /** The slow path for new tasks: an idle CPU, else the one with the fewest runnable tasks; the lowest among equals. */
  forNew(task: number): number {
    const { host, load } = this
    let best = -1
    let bestCount = Infinity
    for (let cpu = 0; cpu < host.cpus; cpu++) {
      if (!host.tasks.allows(task, cpu)) continue
      const count = load.isIdle(cpu) ? 0 : load.runnable[cpu]!
      if (count < bestCount) {
        best = cpu
        bestCount = count
      }
    }
    return best
  }

  /**
   * Takes one waiting task from the CPU with the most runnable tasks that has one to give. True where one came.
   * A CPU is never left without a task, and a cache-hot task only moves after an idle CPU failed before.
   */
  pull(cpu: number, newlyIdle: boolean): boolean {
    const task = this.findTask(cpu, !newlyIdle && this.failures[cpu]! > HOT_TRIES)
    if (task < 0) {
      if (!newlyIdle) this.failures[cpu] = Math.min(255, this.failures[cpu]! + 1)
      return false
    }
    this.failures[cpu] = 0
    this.host.migrate(task, cpu)
    return true
  }

  private findTask(cpu: number, takeHot: boolean): number {
    const { runnable, overloaded } = this.load
    let best = -1
    let bestRunnable = 1
    if (overloaded === 0) return best
    for (let source = 0; source < this.host.cpus; source++) {
      if (source === cpu || runnable[source]! <= bestRunnable) continue
      const task = this.oldestMovable(source, cpu, takeHot)
      if (task < 0) continue
      best = task
      bestRunnable = runnable[source]!
    }
    return best
  }

  /** The waiting task that was enqueued or picked longest ago among those that may move. */
  private oldestMovable(source: number, cpu: number, takeHot: boolean): number {
    const { host, entities } = this
    const queue = this.queues[source]!
    let oldest = -1
    for (let i = 0; i < queue.size; i++) {
      const task = queue.members[i]!
      if (host.tasks.state[task] !== RUNNABLE || !host.tasks.allows(task, cpu)) continue
      if (!takeHot && host.now - entities.execStart[task]! < MIGRATION_COST_NS) continue
      if (oldest < 0 || entities.listed[task]! < entities.listed[oldest]!) oldest = task
    }
    return oldest
  }

  /**
   * After a tick on a CPU with waiting tasks: kicks the first idle CPU that may take one, to pull it (nohz balance).
   * Who runs now may be the one that waits by then.
   */
  kickIdleCpu(busyCpu: number, delayNs: number): void {
    const { host } = this
    const { runnable, idle } = this.load
    if (runnable[busyCpu]! < 2 || idle === 0) return
    for (let cpu = 0; cpu < host.cpus; cpu++) {
      if (host.running[cpu]! >= 0 || runnable[cpu] !== 0) continue
      if (!host.tasks.allows(host.running[busyCpu]!, cpu) && this.oldestMovable(busyCpu, cpu, true) < 0)
        continue
      host.requestBalance(cpu, delayNs)
      return
    }
  }
}
