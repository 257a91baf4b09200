// The bench: how fast the engine is, told beside the bare event queue measured in the same process, so that figures
// from different machines compare. An event is one that was taken from the queue; none in there is ever stale.
import process from 'node:process'
import { simulate, type RunResult, type RunSpec } from '../../../engine'
import { buildBenchSpec, type BenchCase } from './cases'
import { cpuSeconds } from './cpu-seconds'
import { measureHold } from './hold'

export { benchCases, memoryCase, type BenchCase } from './cases'

export interface BenchOptions {
  /** An id of the catalog; its parameters are the defaults. */
  readonly policy: string
  /** Cases of speed. */
  readonly cases: readonly BenchCase[]
  /** The case of memory; null: not measured. */
  readonly memory: BenchCase | null
  /** Runs of each case; odd, so that a median is one of them. */
  readonly repetitions: number
  /** Operations of one measurement of the bare queue. */
  readonly holds: number
  /** Called with the title of what is measured next. */
  readonly onStep: (title: string) => void
}

export interface BenchCaseResult {
  readonly id: string
  readonly title: string
  readonly cpus: number
  readonly tasks: number
  /** Of one repetition: events, CPU seconds (the median), simulated seconds, and the run's digest. */
  readonly events: number
  readonly seconds: number
  readonly simulatedSeconds: number
  readonly digest: string
  /** Mean number of events that wait in the queue. */
  readonly queueLength: number
  readonly eventsPerSecond: number
  /** Of the bare queue at that length. */
  readonly holdPerSecond: number
  readonly ratioToHold: number
}

export interface BenchMemory {
  readonly title: string
  readonly events: number
  readonly digest: string
  /** Resident memory of the whole process after the run, what the run added, and the live heap; MB of 10^6 bytes. */
  readonly rssMb: number
  readonly rssGrowthMb: number
  readonly heapMb: number
}

export interface BenchResult {
  readonly policy: string
  /** What `seconds` are. */
  readonly clock: string
  readonly repetitions: number
  readonly cases: readonly BenchCaseResult[]
  /** Events/s of 4 CPUs over those of 64 at the same load per CPU; null unless both were measured. */
  readonly slowdownFrom4To64Cpus: number | null
  /** `rssMb` of `memory`; null where memory was not measured. */
  readonly memoryMb: number | null
  readonly memory: BenchMemory | null
}

/** Measures; takes some seconds per case. Memory comes first, in a process that has done nothing else. */
export function runBench(options: BenchOptions): BenchResult {
  const { policy, repetitions } = options
  const memory = options.memory === null ? null : measureMemory(options.memory, options)
  const cases = options.cases.map((benchCase) => measureCase(benchCase, options))
  const rateOf = (id: string): number | undefined => cases.find((c) => c.id === id)?.eventsPerSecond
  const [small, large] = [rateOf('b4'), rateOf('b')]
  return {
    policy,
    clock: 'CPU time of the process',
    repetitions,
    cases,
    slowdownFrom4To64Cpus: small === undefined || large === undefined ? null : small / large,
    memoryMb: memory?.rssMb ?? null,
    memory,
  }
}

function measureMemory(memoryCase: BenchCase, { policy, onStep }: BenchOptions): BenchMemory {
  onStep(memoryCase.title)
  const spec = buildBenchSpec(memoryCase, policy)
  const before = process.memoryUsage().rss
  const { result } = runOnce(spec)
  const { rss, heapUsed } = process.memoryUsage()
  return {
    title: memoryCase.title,
    events: result.events,
    digest: result.digest,
    rssMb: rss / 1e6,
    rssGrowthMb: (rss - before) / 1e6,
    heapMb: heapUsed / 1e6,
  }
}

/** Holds before and after each run; medians, since the machine may be shared. */
function measureCase(benchCase: BenchCase, options: BenchOptions): BenchCaseResult {
  const { id, title, cpus, durationNs } = benchCase
  options.onStep(title)
  const spec = buildBenchSpec(benchCase, options.policy)
  const first = runOnce(spec)
  const waiting = Math.max(1, Math.round(first.queueLength))
  const runSeconds: number[] = []
  const holds = [measureHold(waiting, options.holds)]
  for (let i = 0; i < options.repetitions; i++) {
    const { result, seconds } = runOnce(spec)
    if (result.digest !== first.result.digest)
      throw new Error(
        `case ${id} gave ${result.digest} after ${first.result.digest}: it is not deterministic`,
      )
    runSeconds.push(seconds)
    holds.push(measureHold(waiting, options.holds))
  }
  const { events, digest, tasks } = first.result
  const seconds = medianOf(runSeconds)
  const eventsPerSecond = events / seconds
  // The first hold also warms the code up.
  const holdPerSecond = medianOf(holds.slice(1))
  return {
    id,
    title,
    cpus,
    tasks: tasks.length,
    events,
    seconds,
    simulatedSeconds: durationNs / 1e9,
    digest,
    queueLength: first.queueLength,
    eventsPerSecond,
    holdPerSecond,
    ratioToHold: eventsPerSecond / holdPerSecond,
  }
}

function runOnce(spec: RunSpec): { result: RunResult; seconds: number; queueLength: number } {
  let samples = 0
  let waiting = 0
  const before = cpuSeconds()
  const result = simulate(spec, {
    onProgress: (_fraction, _events, queued) => {
      samples++
      waiting += queued
    },
  })
  const seconds = cpuSeconds() - before
  if (result === null) throw new Error('a run of the bench was stopped')
  return { result, seconds, queueLength: waiting / samples }
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
