// Counts of what the scheduler did, in the words of kernel people. They count from the end of the warm-up.
import type { RunCounters } from '../model/run-result'

/** Why a task changed CPU. Where a new task is placed is no migration, as in the kernel's count. */
export const MOVED_AT_WAKEUP = 0
/** Pulled by a CPU that was about to go idle, at a balance of its own, or by one that was kicked. */
export const MOVED_NEWLY_IDLE = 1
export const MOVED_PERIODIC = 2
export const MOVED_KICKED = 3
/** Pushed off the CPU while it ran. */
export const MOVED_ACTIVE = 4
/** It may no longer use its CPU. */
export const MOVED_BY_AFFINITY = 5
/** Pulled by a CPU that was about to run a lower real-time priority, or none. */
export const MOVED_REAL_TIME = 6
const CAUSES = 7

export class Counters {
  /** Switches from a task or idle to another task, and to idle. */
  switches = 0
  switchesToIdle = 0
  wakeups = 0
  forks = 0
  yields = 0
  reschedRequests = 0
  preemptChecks = 0
  preemptGranted = 0
  preemptByPatch = 0
  readonly migrations = new Float64Array(CAUSES)
  /** Balance attempts and those that moved something, by cause of the move. */
  readonly attempts = new Float64Array(CAUSES)
  readonly pulls = new Float64Array(CAUSES)

  clear(): void {
    this.switches = 0
    this.switchesToIdle = 0
    this.wakeups = 0
    this.forks = 0
    this.yields = 0
    this.reschedRequests = 0
    this.preemptChecks = 0
    this.preemptGranted = 0
    this.preemptByPatch = 0
    this.migrations.fill(0)
    this.attempts.fill(0)
    this.pulls.fill(0)
  }

  result(voluntary: number, involuntary: number, runDelayNs: number, kernelThreadsNs: number): RunCounters {
    const { migrations, attempts, pulls } = this
    const balance = (cause: number): { attempts: number; pulls: number } => ({
      attempts: attempts[cause]!,
      pulls: pulls[cause]!,
    })
    return {
      switches: this.switches,
      switchesToIdle: this.switchesToIdle,
      voluntarySwitches: voluntary,
      involuntarySwitches: involuntary,
      runDelayNs,
      kernelThreadsNs,
      wakeups: this.wakeups,
      forks: this.forks,
      yields: this.yields,
      reschedRequests: this.reschedRequests,
      preemptChecks: this.preemptChecks,
      preemptGranted: this.preemptGranted,
      preemptByPatch: this.preemptByPatch,
      migrations: {
        wakeup: migrations[MOVED_AT_WAKEUP]!,
        newlyIdle: migrations[MOVED_NEWLY_IDLE]!,
        periodic: migrations[MOVED_PERIODIC]!,
        kicked: migrations[MOVED_KICKED]!,
        active: migrations[MOVED_ACTIVE]!,
        affinity: migrations[MOVED_BY_AFFINITY]!,
        realTime: migrations[MOVED_REAL_TIME]!,
      },
      balance: {
        newlyIdle: balance(MOVED_NEWLY_IDLE),
        periodic: balance(MOVED_PERIODIC),
        kicked: balance(MOVED_KICKED),
        active: balance(MOVED_ACTIVE),
      },
    }
  }
}
