// Experiments, runs and histograms made by hand, for tests of what stores and compares them.
import type {
  HistogramData,
  RunCounters,
  RunResult,
  TaskResult,
  TimeSummary,
} from '../../engine/model/run-result'
import type { TaskSpec } from '../../engine/model/run-spec'
import { flatTopology } from '../../engine/model/topology'
import type { ResolvedExperiment } from '../../contract/results'

export const noTime: TimeSummary = {
  count: 0,
  mean: null,
  p50: null,
  p90: null,
  p99: null,
  p999: null,
  max: null,
}

export const emptyHistogram: HistogramData = {
  lowNs: [],
  highNs: [],
  counts: [],
  sumNs: 0,
  minNs: null,
  maxNs: null,
}

export function fakeTime(meanNs: number): TimeSummary {
  return { count: 10, mean: meanNs, p50: meanNs, p90: meanNs, p99: meanNs, p999: meanNs, max: meanNs }
}

export function fakeTask(name: string, cpuShare: number): TaskResult {
  return {
    name,
    nice: 0,
    cpuShare,
    cpuTimeNs: cpuShare * 1e9,
    switchesPerSecond: 100.25,
    preemptionsPerSecond: 3.1,
    migrations: 2,
    voluntarySwitches: 0,
    involuntarySwitches: 31,
    runDelayNs: 1_234_500,
    waitNs: fakeTime(1234.5),
    wakeupLatencyNs: noTime,
    runNs: fakeTime(3_000_000),
  }
}

const noBalance = { attempts: 0, pulls: 0 }

/** Of two hogs on one CPU: four checks, one of them granted. */
export const fakeCounters: RunCounters = {
  switches: 62,
  switchesToIdle: 0,
  voluntarySwitches: 0,
  involuntarySwitches: 62,
  runDelayNs: 2_469_000,
  kernelThreadsNs: 0,
  wakeups: 2,
  forks: 0,
  yields: 0,
  reschedRequests: 62,
  preemptChecks: 4,
  preemptGranted: 1,
  preemptByPatch: 0,
  migrations: {
    wakeup: 0,
    newlyIdle: 0,
    periodic: 0,
    kicked: 0,
    active: 0,
    affinity: 0,
    realTime: 0,
  },
  balance: { newlyIdle: noBalance, periodic: noBalance, kicked: noBalance, active: noBalance },
}

export interface FakeRun {
  readonly digest?: string
  readonly latencyNs?: number | null
  readonly outcome?: RunResult['outcome']
}

/** A finished run with one measured metric, one that was not, two tasks and small histograms. */
export function fakeRunResult(options: FakeRun = {}): Omit<RunResult, 'decisions'> {
  const latencyNs = options.latencyNs === undefined ? 1500.25 : options.latencyNs
  const outcome = options.outcome ?? 'completed'
  return {
    outcome,
    outcomeDetail: outcome === 'completed' ? null : `made to be ${outcome}`,
    digest: options.digest ?? '0123456789abcdef',
    events: 1000,
    simulatedNs: 10_000_000_000,
    metrics: {
      wakeup_latency_p99:
        latencyNs === null
          ? { value: null, unit: 'ns', reason: 'no task was woken' }
          : { value: latencyNs, unit: 'ns' },
      energy: { value: null, unit: 'J', reason: 'the machine has no power model' },
    },
    tasks: [fakeTask('hogA', 0.7095), fakeTask('hogB', 0.2905)],
    cpus: [{ cpu: 0, busyNs: 10_000_000_000, switches: 1000 }],
    counters: fakeCounters,
    activations: { total: 0, late: 0 },
    histograms: {
      wakeup: { lowNs: [0, 10], highNs: [0, 12], counts: [3, 4], sumNs: 44, minNs: 0, maxNs: 12 },
      wait: emptyHistogram,
    },
  }
}

export function fakeTaskSpec(name: string): TaskSpec {
  return {
    name,
    nice: 0,
    policy: 'other',
    affinity: null,
    sliceNs: null,
    startNs: 0,
    program: [{ op: 'loop', count: 1000, body: [{ op: 'run', ns: 1_000_000 }] }],
  }
}

export function fakeExperiment(options: { seeds?: readonly number[]; variants?: readonly string[] } = {}) {
  const experiment: ResolvedExperiment = {
    version: 1,
    name: 'Two hogs',
    description: '',
    machine: {
      id: 'ideal',
      title: 'Ideal machine',
      cpus: 1,
      topology: flatTopology(1),
      hz: 250,
      tickPhaseNs: 0,
      wakePlacement: 'stock',
      costs: {
        contextSwitchNs: 0,
        callNs: 0,
        tickNs: 0,
        timerInterruptNs: 0,
        timerDelayNs: [0, 0],
        preemptDelayNs: [0, 0],
        idleExitDelayNs: [0, 0],
        callPreemptDelayNs: [0, 0],
        tickPreemptDelayNs: [0, 0],
        burstScale: 1,
        burstScaleJitter: 0,
        burstExtraNs: 0,
        disturbancePerMs: 0,
        disturbanceMaxNs: 0,
        kernelThreadsPerSecond: 0,
        kernelThreadRunNs: [0, 0],
        pastTimerNs: 0,
        startJitterNs: 0,
      },
    },
    workloadSummary: ['two tasks that only compute'],
    tasks: [fakeTaskSpec('hogA'), fakeTaskSpec('hogB')],
    variants: (options.variants ?? ['EEVDF', 'CFS']).map((name) => ({
      name,
      policy: name.toLowerCase(),
      params: {},
      given: [],
    })),
    baseline: 0,
    durationNs: 10_000_000_000,
    warmupNs: 0,
    seeds: options.seeds ?? [1, 2],
    notes: [],
  }
  return experiment
}
