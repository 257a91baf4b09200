// Which tasks an attempt takes from its source, and their move (kernel/sched/fair.c can_migrate_task, detach_tasks).
import { POLICY_IDLE, RUNNING } from '../../core/task-table'
import {
  BY_LOAD,
  BY_MISFIT,
  BY_TASKS,
  BY_UTIL,
  NEWLY_IDLE,
  NOT_IDLE,
  type BalanceAttempt,
} from './balance-attempt'
import { LEVEL_SMT } from './domains'
import type { MultiCpuSettings } from './multi-cpu-settings'
import type { Utilisation } from './utilisation'

export class TaskMover {
  constructor(
    private readonly utilisation: Utilisation,
    private readonly settings: MultiCpuSettings,
  ) {}

  /** Moves tasks from the attempt's source to its CPU; how many. */
  move(attempt: BalanceAttempt): number {
    const { states, lists, host } = this.utilisation.view
    const { source, cpu } = attempt
    if (states.runnableOf(source) <= 1) {
      attempt.isAllPinned = false
      return 0
    }
    const most = Math.min(this.settings.nrMigrate, states.runnableOf(source))
    let moved = 0
    while (attempt.imbalance > 0 && attempt.looked < most) {
      const task = lists.tail(source)
      // An idle CPU leaves the source a task, else the two would take it from each other.
      if (task < 0 || (attempt.idle !== NOT_IDLE && states.runnableOf(source) <= 1)) break
      attempt.looked++
      if (!this.mayMove(task, attempt) || !this.takesPart(task, attempt)) {
        lists.moveToHead(source, task)
        continue
      }
      host.migrate(task, cpu)
      moved++
      // Preemptible kernels keep this short: someone waits for the CPU to come out of it.
      if (attempt.idle === NEWLY_IDLE) break
    }
    return moved
  }

  /** For active balance: moves the first task that may go, the running one at last; false where none may. */
  push(source: number, cpu: number): boolean {
    const { view } = this.utilisation
    const { host, lists } = view
    for (let task = lists.tail(source); task >= 0; task = lists.towardsHead(task)) {
      if (!host.tasks.allows(task, cpu) || view.isDelayed(task) || view.isThrottled(task, cpu)) continue
      if (host.running[source] === task) {
        if (host.tasks.state[task] !== RUNNING) continue
        host.pushRunning(source, cpu)
      } else host.migrate(task, cpu)
      return true
    }
    return false
  }

  private mayMove(task: number, attempt: BalanceAttempt): boolean {
    const { view } = this.utilisation
    const { tasks, running } = view.host
    const { cpu, source } = attempt
    if (view.isDelayed(task) && attempt.migration !== BY_LOAD) return false
    if (
      attempt.failures === 0 &&
      view.skipsIneligible &&
      view.states.runnable[cpu]! > 0 &&
      !view.isEligible(task)
    )
      return false
    if (view.isThrottled(task, cpu) || view.isThrottled(task, source)) return false
    if (!tasks.allows(task, cpu)) {
      this.notePinned(task, attempt)
      return false
    }
    attempt.isAllPinned = false
    if (running[source] === task) return false
    return attempt.failures > attempt.domain.cacheNiceTries || !this.isHot(task, attempt)
  }

  private notePinned(task: number, attempt: BalanceAttempt): void {
    const { tasks } = this.utilisation.view.host
    attempt.isSomePinned = true
    if (attempt.idle === NEWLY_IDLE || attempt.alternative >= 0) return
    const { cpus } = attempt.localGroup
    for (let i = 0; i < cpus.length; i++) {
      const cpu = cpus[i]!
      if (cpu === attempt.cpu || attempt.isRuledOut(cpu) || !tasks.allows(task, cpu)) continue
      attempt.alternative = cpu
      return
    }
  }

  /** Its data is still in the source's cache. */
  private isHot(task: number, attempt: BalanceAttempt): boolean {
    const { view } = this.utilisation
    const { host, states } = view
    const { migrationCostNs, cacheHotBuddy } = this.settings
    if (host.tasks.policy[task] === POLICY_IDLE || attempt.domain.level === LEVEL_SMT) return false
    if (cacheHotBuddy && states.runnableOf(attempt.cpu) > 0 && view.isNextBuddy(task)) return true
    return host.now - view.execStart(task) < migrationCostNs
  }

  /** Whether the task is part of the imbalance, which is then less by it. */
  private takesPart(task: number, attempt: BalanceAttempt): boolean {
    const { utilisation } = this
    // Failures make larger tasks acceptable.
    const relaxed = 2 ** Math.min(attempt.failures, 31)
    switch (attempt.migration) {
      case BY_TASKS:
        attempt.imbalance--
        return true
      case BY_LOAD: {
        const load = Math.max(1, Math.floor(utilisation.view.loadOf(task)))
        if (Math.floor(load / relaxed) > attempt.imbalance) return false
        attempt.imbalance -= load
        return true
      }
      case BY_UTIL: {
        const util = utilisation.taskUtil(task)
        if (Math.floor(util / relaxed) > attempt.imbalance) return false
        attempt.imbalance -= util
        return true
      }
      case BY_MISFIT:
        if (utilisation.taskFits(task, attempt.source)) return false
        attempt.imbalance = 0
        return true
      default:
        return false
    }
  }
}
