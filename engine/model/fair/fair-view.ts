// What wake-up placement and load balancing see of the fair class. CFS and EEVDF implement it; nothing here depends on
// how they order their queues.
import type { PolicyHost } from '../../core/policy'
import type { CpuStates } from './cpu-states'
import type { PeltTable } from './pelt'
import type { TaskLists } from './task-lists'
import type { UtilEstimates } from './util-estimates'

export interface FairView {
  readonly host: PolicyHost
  /** Averages of tasks, by task number, as of their last update. */
  readonly taskAverages: PeltTable
  /** Averages of the CPUs' root queues, by CPU, as of their last update. */
  readonly cpuAverages: PeltTable
  readonly estimates: UtilEstimates
  readonly lists: TaskLists
  readonly states: CpuStates
  /** Brings the averages of a CPU's queues up to `host.now`. */
  refreshCpu(cpu: number): void
  /** Brings the averages of a task up to `host.now`; it is not on a queue. */
  refreshTask(task: number): void
  /** Load of a task as the root queue sees it: its load average, times its groups' share (task_h_load). */
  loadOf(task: number): number
  /** On the queue though it sleeps. */
  isDelayed(task: number): boolean
  /** Whether the queue that the task is on owes it CPU time; CFS: always. */
  isEligible(task: number): boolean
  /** Next to run by NEXT_BUDDY. */
  isNextBuddy(task: number): boolean
  /** When the task was charged last, ns: the end of its last run. */
  execStart(task: number): number
  /** The group of the task is out of CPU time (cpu.max) on this CPU. */
  isThrottled(task: number, cpu: number): boolean
  /** Utilisation of a CPU by tasks above the fair class, 0..1024; it lowers what is left. */
  realTimeUtil(cpu: number): number
  /** Kernels that leave ineligible tasks where they are, if they can (with PLACE_LAG). */
  readonly skipsIneligible: boolean
}
