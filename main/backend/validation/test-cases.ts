// For the tests of this folder: folders of recorded cases made up on the spot, plans of them, and simulated tasks with
// given figures.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { HistogramData, TaskResult } from '../../../engine'
import { readCases } from './case-files'
import { planCase, type CasePlan } from './case-plan'
import type { RealTask } from './case-schema'
import { parseOverrides } from './overrides'

export const hog = { run: 1_000_000, loop: -1, cpus: [0] }
export const periodic = {
  loop: -1,
  cpus: [0],
  run: 1000,
  timer: { ref: 'perA-timer', period: 4000, mode: 'absolute' },
}
export const oneCpuFacts = { seconds: 10, cpus: 1, kernel: '6.12.117', distribution: 'Debian', hz: 250 }

/** Figures of a task that waited often, all the same; `over` replaces some. */
export function realTask(over: Partial<RealTask> = {}): RealTask {
  return {
    share: 50,
    switches_per_s: 100,
    preempted_per_s: 100,
    wait_us: { p50: 2000, p99: 4000 },
    wakeup_us: { n: 0, p50: null, p99: null },
    ...over,
  }
}

export interface MadeUp {
  readonly facts?: object
  readonly tasks: Readonly<Record<string, object>>
  /** Figures by task, per repetition. */
  readonly real: readonly Readonly<Record<string, object>>[]
  readonly durationS?: number
}

/** A directory that is gone after the test, with the given files (text as it is, all else as JSON). */
export function makeDirectory(files: Readonly<Record<string, unknown>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'vlag-validation-'))
  onTestFinished(() => {
    rmSync(directory, { recursive: true, force: true })
  })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(directory, path, '..'), { recursive: true })
    writeFileSync(join(directory, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return directory
}

/** The three files of a case, in `folder`. */
export function caseFiles(
  folder: string,
  { facts, tasks, real, durationS = 10 }: MadeUp,
): Record<string, unknown> {
  const repetitions = real.map((figures, i) => [
    `repetition${i + 1}`,
    { duration_s: durationS, tasks: figures },
  ])
  return {
    [join(folder, 'case.json')]: { ...oneCpuFacts, ...facts },
    [join(folder, 'real.json')]: Object.fromEntries(repetitions) as object,
    [join(folder, 'workload.rtapp.json')]: { tasks },
  }
}

export function planOf(madeUp: MadeUp): CasePlan {
  const [recorded] = readCases(makeDirectory(caseFiles('made-up', madeUp)))
  if (recorded === undefined) throw new Error('no case was made')
  const planned = planCase(recorded, parseOverrides([]))
  if ('problems' in planned) throw new Error(JSON.stringify(planned.problems))
  return planned.plan
}

/** A distribution with a bucket per value. */
export function histogramOf(valuesUs: readonly number[]): HistogramData {
  const values = valuesUs.map((us) => us * 1000).sort((a, b) => a - b)
  const distinct = [...new Set(values)]
  return {
    lowNs: distinct,
    highNs: distinct,
    counts: distinct.map((value) => values.filter((other) => other === value).length),
    sumNs: values.reduce((sum, value) => sum + value, 0),
    minNs: values[0] ?? null,
    maxNs: values[values.length - 1] ?? null,
  }
}

export interface Simulated {
  readonly share: number
  readonly switches?: number
  readonly preemptions?: number
  readonly waitsUs?: readonly number[]
  readonly wakeupsUs?: readonly number[]
}

/** Tasks of one simulated run; `share` in %. */
export function runOf(tasks: Readonly<Record<string, Simulated>>): ReadonlyMap<string, TaskResult> {
  const none = { count: 0, mean: null, p50: null, p90: null, p99: null, p999: null, max: null }
  return new Map(
    Object.entries(tasks).map(
      ([name, { share, switches = 100, preemptions = 100, waitsUs = [], wakeupsUs = [] }]) => [
        name,
        {
          name,
          nice: 0,
          cpuShare: share / 100,
          cpuTimeNs: share * 1e6,
          switchesPerSecond: switches,
          preemptionsPerSecond: preemptions,
          migrations: 0,
          voluntarySwitches: 0,
          involuntarySwitches: 0,
          runDelayNs: 0,
          waitNs: none,
          wakeupLatencyNs: none,
          runNs: none,
          histograms: { wait: histogramOf(waitsUs), wakeup: histogramOf(wakeupsUs) },
        },
      ],
    ),
  )
}
