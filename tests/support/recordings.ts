// Schedules recorded on real kernels: what ran, under which settings, and the figures per task and repetition.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('../fixtures/groundtruth/', import.meta.url)

/** Facts of a recording (case.json). */
export interface RecordedCase {
  readonly name: string
  readonly seconds: number
  readonly cpus: number
  readonly kernel: string
  readonly hz: number
  /** Recorded in an emulator whose clock counts instructions: nothing disturbs it. */
  readonly emulated?: boolean
  /** Two-CPU cases inform, they do not judge. */
  readonly informative: boolean
  /** Time from the tasks' start to the next tick, per repetition; null: not visible or without influence. */
  readonly tickPhaseUs: readonly number[] | null
  readonly baseSliceNs?: number
  readonly latencyNs?: number
  readonly minGranularityNs?: number
  readonly wakeupGranularityNs?: number
  readonly featuresChanged?: readonly string[]
}

interface Repetition {
  readonly duration_s: number
  readonly tasks: Readonly<Record<string, { readonly share: number; readonly switches_per_s: number }>>
}

export interface RecordedTask {
  readonly name: string
  /** CPU time over recorded time, 0..1, and times switched in per second: means over the repetitions. */
  readonly share: number
  readonly switchesPerSecond: number
}

export const recordingNames: readonly string[] = readdirSync(folder).sort()

const read = (name: string, file: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}/${file}`, folder), 'utf8'))

export const workloadPath = (name: string): string =>
  fileURLToPath(new URL(`${name}/workload.rtapp.json`, folder))

export function recordedCase(name: string): RecordedCase {
  return { ...(read(name, 'case.json') as RecordedCase), name }
}

/** Recorded seconds (start-up included) and the figures of each task. */
export function recordedFigures(name: string): { seconds: number; tasks: readonly RecordedTask[] } {
  const repetitions = Object.values(read(name, 'real.json') as Record<string, Repetition>)
  const mean = (of: (r: Repetition) => number): number =>
    repetitions.reduce((sum, r) => sum + of(r), 0) / repetitions.length
  const tasks = Object.keys(repetitions[0]!.tasks).map((task) => ({
    name: task,
    share: mean((r) => r.tasks[task]!.share) / 100,
    switchesPerSecond: mean((r) => r.tasks[task]!.switches_per_s),
  }))
  return { seconds: mean((r) => r.duration_s), tasks }
}
