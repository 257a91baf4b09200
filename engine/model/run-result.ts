// What a run gives back: plain data that crosses threads and goes into the database.

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
  /** Runnable to running, every wait. */
  readonly waitNs: TimeSummary
  /** The waits that began with a wake-up. */
  readonly wakeupLatencyNs: TimeSummary
  /** Length of a stay on a CPU. */
  readonly runNs: TimeSummary
  /** Only where the spec's `record.taskHistograms` asks for it. */
  readonly histograms?: { readonly wakeup: HistogramData; readonly wait: HistogramData }
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
  /** Timer activations of all tasks, and those that came due while the task was still at the one before. */
  readonly activations: { readonly total: number; readonly late: number }
  /** All tasks' waits together. */
  readonly histograms: { readonly wakeup: HistogramData; readonly wait: HistogramData }
}
