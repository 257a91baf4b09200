// What a run gives back: plain data that crosses threads and goes into the database.

import type { DecisionTable } from './decisions'

/** Quantiles of a measured time in ns; every field but count is null where nothing was measured. */
export interface TimeSummary {
  readonly count: number
  readonly mean: number | null
  readonly p50: number | null
  readonly p90: number | null
  readonly p99: number | null
  readonly p999: number | null
  readonly max: number | null
}

/** A histogram as parallel arrays of its non-empty buckets, ascending. Values in ns. */
export interface HistogramData {
  /** Smallest value of each bucket. */
  readonly lowNs: readonly number[]
  /** Largest value of each bucket. */
  readonly highNs: readonly number[]
  readonly counts: readonly number[]
  /** Exact sum, minimum and maximum of the recorded values; null where empty. */
  readonly sumNs: number
  readonly minNs: number | null
  readonly maxNs: number | null
}

export interface TaskResult {
  readonly name: string
  readonly nice: number
  /** CPU time over elapsed time of one CPU, 0..1. */
  readonly cpuShare: number
  readonly cpuTimeNs: number
  /** Times put on a CPU, per second. */
  readonly switchesPerSecond: number
  /** Times taken off a CPU while runnable, per second. */
  readonly preemptionsPerSecond: number
  readonly migrations: number
  /** Times it left a CPU because it blocked or ended, and while it still wanted to run. */
  readonly voluntarySwitches: number
  readonly involuntarySwitches: number
  /** Time spent runnable but not running, ns; waits that go on at the end of the run are left out. */
  readonly runDelayNs: number
  /** Runnable to running, every wait. */
  readonly waitNs: TimeSummary
  /** The waits that began with a wake-up. */
  readonly wakeupLatencyNs: TimeSummary
  /** Length of a stay on a CPU. */
  readonly runNs: TimeSummary
  /** Only where the spec's `record.taskHistograms` asks for it. */
  readonly histograms?: { readonly wakeup: HistogramData; readonly wait: HistogramData }
}

/** Attempts to balance, and those that moved a task. */
export interface BalanceCount {
  readonly attempts: number
  readonly pulls: number
}

/** What the scheduler did since the end of the warm-up, over all CPUs and tasks. */
export interface RunCounters {
  /** Switches to a task, and to idle: nr_switches counts both. */
  readonly switches: number
  readonly switchesToIdle: number
  readonly voluntarySwitches: number
  readonly involuntarySwitches: number
  readonly runDelayNs: number
  /** CPU time of the machine's own kernel threads, which are no tasks of the workload, ns. */
  readonly kernelThreadsNs: number
  readonly wakeups: number
  readonly forks: number
  readonly yields: number
  readonly reschedRequests: number
  /** Checks whether a wakee preempts (check_preempt_count), those that asked for a reschedule (need_preempt_count), and those of them that a patch asked for. */
  readonly preemptChecks: number
  readonly preemptGranted: number
  readonly preemptByPatch: number
  readonly migrations: {
    readonly wakeup: number
    readonly newlyIdle: number
    readonly periodic: number
    readonly kicked: number
    readonly active: number
    readonly affinity: number
    /** Pulled so that the real-time tasks of highest priority run. */
    readonly realTime: number
  }
  readonly balance: {
    readonly newlyIdle: BalanceCount
    readonly periodic: BalanceCount
    readonly kicked: BalanceCount
    readonly active: BalanceCount
  }
}

export interface CpuResult {
  readonly cpu: number
  readonly busyNs: number
  readonly switches: number
}

export type MetricValue =
  | { readonly value: number; readonly unit: string }
  /** Not measured or not defined: never 0. */
  | { readonly value: null; readonly unit: string; readonly reason: string }

/** completed; starved: a runnable task never ran in the last half of the run (at least 1 s); empty: no task ever ran. */
export type Outcome = 'completed' | 'starved' | 'stalled' | 'empty'

export interface RunResult {
  readonly outcome: Outcome
  /** One sentence for an outcome other than completed, else null. */
  readonly outcomeDetail: string | null
  /** 16 hex digits over every scheduling decision and the end state. */
  readonly digest: string
  readonly events: number
  /** Measured simulated time, ns. */
  readonly simulatedNs: number
  readonly metrics: Readonly<Record<string, MetricValue>>
  readonly tasks: readonly TaskResult[]
  readonly cpus: readonly CpuResult[]
  readonly counters: RunCounters
  /** Only where the run asked for the record of decisions. */
  readonly decisions?: DecisionTable
  /** Timer activations of all tasks, and those that came due while the task was still at the one before. */
  readonly activations: { readonly total: number; readonly late: number }
  /** All tasks' waits together. */
  readonly histograms: { readonly wakeup: HistogramData; readonly wait: HistogramData }
}
