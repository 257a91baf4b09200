// Results as they cross wires: what the command line prints, the window shows and the database keeps.
import type { HistogramData, MetricValue, Outcome, RunCounters, TaskResult } from '../engine/model/run-result'
import type { GroupSpec, MachineSpec, ParamValues, RunSpec, TaskSpec } from '../engine/model/run-spec'
import type { ExperimentId, RunKey } from './ids'

/** One variant with every parameter resolved. */
export interface ResolvedVariant {
  readonly name: string
  readonly policy: string
  /** All parameters, defaults included; durations in ns. */
  readonly params: ParamValues
  /** Names of those that the file set. */
  readonly given: readonly string[]
}

/** An experiment file after resolution: no names to look up, no units, no files. */
export interface ResolvedExperiment {
  readonly version: 1
  readonly name: string
  readonly description: string
  readonly machine: MachineSpec
  /** What the workload is, one line per part, for people. */
  readonly workloadSummary: readonly string[]
  readonly tasks: readonly TaskSpec[]
  /** How many of the tasks each workload part has, in their order: what autogroup keeps apart. Absent: one part. */
  readonly partSizes?: readonly number[]
  /** Control groups, parents first, each called by its path; those of autogroup come with the runs. Absent: none. */
  readonly groups?: readonly GroupSpec[]
  /** What the groups are and whom they hold, one line per group, for people. */
  readonly groupSummary?: readonly string[]
  readonly variants: readonly ResolvedVariant[]
  /** Index into variants. */
  readonly baseline: number
  readonly durationNs: number
  readonly warmupNs: number
  readonly seeds: readonly number[]
  /** What is kept of each run beyond its results. Absent: nothing. */
  readonly record?: { readonly decisions: true }
  /** Things a reader kept but wants known, e.g. duplicate rt-app keys. */
  readonly notes: readonly string[]
}

/** One run to do. */
export interface PlannedRun {
  readonly key: RunKey
  readonly variant: number
  readonly seed: number
  readonly spec: RunSpec
}

type Counted = 'voluntarySwitches' | 'involuntarySwitches' | 'runDelayNs'

/** A task's figures as the library keeps them; null where the run is from before Vlag counted them: not measured. */
export type TaskRecord = Omit<TaskResult, Counted | 'histograms'> & {
  readonly [K in Counted]: TaskResult[K] | null
}

/** How many decisions of a run were recorded, and how many more there was no room for. */
export interface DecisionCount {
  readonly recorded: number
  readonly dropped: number
}

export interface RunRecord {
  readonly seed: number
  readonly digest: string
  readonly outcome: Outcome
  readonly outcomeDetail: string | null
  readonly events: number
  readonly simulatedNs: number
  readonly wallMs: number
  readonly metrics: Readonly<Record<string, MetricValue>>
  /** Null where the run is from before Vlag counted: not measured. */
  readonly counters: RunCounters | null
  /** Absent where none were recorded. */
  readonly decisions?: DecisionCount
  readonly tasks: readonly TaskRecord[]
}

export interface MetricSummary {
  readonly unit: string
  /** Null where no run measured it; `reason` then says why. */
  readonly mean: number | null
  /** 95 % interval of the mean over seeds (Student t); null with fewer than two measured runs. */
  readonly ci95: readonly [number, number] | null
  /** Measured runs. */
  readonly n: number
  readonly reason?: string
}

export interface VariantResult extends ResolvedVariant {
  readonly runs: readonly RunRecord[]
  /** By id of `counterInfos`: the mean of a run over seeds; null where not measured or not defined. */
  readonly counterMeans: Readonly<Record<string, number | null>>
  readonly summary: Readonly<Record<string, MetricSummary>>
}

export interface Comparison {
  readonly metric: string
  readonly baseline: string
  readonly variant: string
  /** mean(variant) / mean(baseline); null where undefined (nothing measured, or a zero baseline). */
  readonly ratio: number | null
  /** 95 % interval of the ratio from seeds paired; null with fewer than two pairs, or where it has no bounds. */
  readonly ci95: readonly [number, number] | null
  /** Pairs of seeds. */
  readonly n: number
  /** Whether the paired differences exclude 0 at 5 %; null with fewer than two pairs. */
  readonly significant: boolean | null
}

/** What `run --json` prints. */
export interface ExperimentResult {
  readonly schema: 1
  readonly engineVersion: string
  readonly specHash: string
  readonly spec: ResolvedExperiment
  readonly variants: readonly VariantResult[]
  readonly comparisons: readonly Comparison[]
}

export type ExperimentState = 'queued' | 'running' | 'completed' | 'cancelled' | 'failed' | 'interrupted'

/** A row of the library. */
export interface ExperimentRow {
  readonly id: ExperimentId
  readonly name: string
  readonly state: ExperimentState
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly engineVersion: string
  readonly specHash: string
  readonly machine: { readonly id: string; readonly title: string; readonly cpus: number }
  readonly workloadSummary: readonly string[]
  readonly variants: readonly { readonly name: string; readonly policy: string }[]
  readonly seeds: number
  readonly runsDone: number
  readonly runsTotal: number
  readonly runsFailed: number
  /** Mean over seeds of a few metrics, per variant, for the table. */
  readonly headline: readonly Readonly<Record<string, number | null>>[]
  /** Worst outcome over runs. */
  readonly outcome: Outcome | null
  readonly deletedAt: string | null
}

export interface FailedRun {
  readonly variant: number
  readonly seed: number
  readonly message: string
}

/** All of one saved experiment. `result` holds what is done, also while it runs. */
export interface ExperimentDetail {
  readonly row: ExperimentRow
  /** The text that was opened, to show and copy. */
  readonly source: string
  readonly sourceName: string
  readonly result: ExperimentResult
  /** Per variant: wake-up and wait histograms merged over seeds. */
  readonly histograms: readonly { readonly wakeup: HistogramData; readonly wait: HistogramData }[]
  readonly failures: readonly FailedRun[]
}
