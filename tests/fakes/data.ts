// Plausible data for looking at screens without a backend: invented figures, deterministic.
import type { ExperimentDetail, ExperimentRow, ExperimentState, MetricSummary } from '../../contract/results'
import type { HistogramData, TimeSummary } from '../../engine/model/run-result'
import type { MachineSpec, ParamValues } from '../../engine/model/run-spec'
import { flatTopology } from '../../engine/model/topology'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface FakeVariant {
  readonly name: string
  readonly policy: string
  readonly p99Ms: number | null
}

interface FakeExperiment {
  readonly name: string
  readonly machine: readonly [id: string, title: string, cpus: number]
  readonly workload: readonly string[]
  readonly variants: readonly FakeVariant[]
  readonly seeds: number
  readonly agoMs: number
  readonly state?: ExperimentState
  readonly outcome?: ExperimentRow['outcome']
  readonly done?: number
  readonly failed?: number
}

const celeron = ['celeron-2c', 'Celeron N4000', 2] as const
const laptop = ['laptop-15w', 'Laptop 15 W', 8] as const
const desktop = ['ryzen-5800x', 'Ryzen 7 5800X', 16] as const
const v = (name: string, policy: string, p99Ms: number | null): FakeVariant => ({ name, policy, p99Ms })

const LISTED: readonly FakeExperiment[] = [
  {
    name: 'Typing on a small laptop',
    machine: celeron,
    workload: ['document-typing: 4 tasks', 'build: make -j4, 120 jobs'],
    variants: [
      v('EEVDF 6.18', 'eevdf', 11.8),
      v('EEVDF, 3 ms slice', 'eevdf', 19.2),
      v('CFS 6.5', 'cfs', 14.6),
    ],
    seeds: 10,
    agoMs: 14 * MINUTE,
  },
  {
    name: 'Frame pacing beside a build',
    machine: desktop,
    workload: ['game-60fps: 7 tasks', 'build: make -j32'],
    variants: [v('EEVDF', 'eevdf', 4.42), v('CFS', 'cfs', 5.9)],
    seeds: 30,
    agoMs: 40_000,
    state: 'running',
    done: 38,
    failed: 1,
  },
  {
    name: 'Two hogs at nice −4 and 0',
    machine: celeron,
    workload: ['rt-app two-hogs.json: 2 tasks'],
    variants: [v('EEVDF', 'eevdf', null), v('CFS', 'cfs', null)],
    seeds: 5,
    agoMs: 2 * HOUR,
  },
  {
    name: 'One starved batch task among 32 hogs, to see when the kernel gives up on it',
    machine: laptop,
    workload: ['hogs: 32 tasks', 'batch: 1 task'],
    variants: [v('EEVDF', 'eevdf', 22.4), v('CFS', 'cfs', 31.7)],
    seeds: 10,
    agoMs: 5 * HOUR,
    outcome: 'starved',
  },
  {
    name: 'Ping-pong against a hog',
    machine: celeron,
    workload: ['rt-app ping-pong-hog.json: 3 tasks'],
    variants: [v('EEVDF 6.18', 'eevdf', 2.21), v('EEVDF 6.12', 'eevdf', 2.34), v('CFS', 'cfs', 3.9)],
    seeds: 10,
    agoMs: 26 * HOUR,
    state: 'cancelled',
    done: 12,
  },
  {
    name: 'Slice 0.7 ms beside an editor',
    machine: celeron,
    workload: ['document-typing: 4 tasks'],
    variants: [v('0.7 ms', 'eevdf', 5.61), v('3 ms', 'eevdf', 9.75)],
    seeds: 1,
    agoMs: 2 * DAY,
  },
  {
    name: 'Periodic light load, eight tasks',
    machine: laptop,
    workload: ['rt-app eight-periodic-light.json: 8 tasks'],
    variants: [v('EEVDF', 'eevdf', 0.412), v('CFS', 'cfs', 0.388)],
    seeds: 10,
    agoMs: 3 * DAY,
    state: 'interrupted',
    done: 7,
  },
  {
    name: 'schbench, 16 workers',
    machine: ['server-2llc', 'Server 2 LLC', 32],
    workload: ['schbench: 17 tasks'],
    variants: [v('EEVDF', 'eevdf', 4.87), v('CFS', 'cfs', 5.02)],
    seeds: 10,
    agoMs: 6 * DAY,
    state: 'failed',
    done: 18,
    failed: 2,
  },
]

/** Deterministic numbers in 0..1. */
export function fakeRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export const fakeId = (n: number): string => `exp_${n.toString(36).padStart(26, '0')}`

function buildRow(fake: FakeExperiment, n: number, nowMs: number): ExperimentRow {
  const total = fake.seeds * fake.variants.length
  const state = fake.state ?? 'completed'
  return {
    id: fakeId(n),
    name: fake.name,
    state,
    createdAt: new Date(nowMs - fake.agoMs).toISOString(),
    finishedAt: state === 'running' ? null : new Date(nowMs - fake.agoMs + 4000).toISOString(),
    engineVersion: '0.1.0',
    specHash: n.toString(16).padStart(64, '0'),
    machine: { id: fake.machine[0], title: fake.machine[1], cpus: fake.machine[2] },
    workloadSummary: fake.workload,
    variants: fake.variants.map(({ name, policy }) => ({ name, policy })),
    seeds: fake.seeds,
    runsDone: fake.done ?? total,
    runsTotal: total,
    runsFailed: fake.failed ?? 0,
    headline: fake.variants.map((one) => ({
      wakeup_latency_p99: one.p99Ms === null ? null : one.p99Ms * 1e6,
      context_switches: 400 + n * 37 + (one.p99Ms ?? 1) * 30,
    })),
    outcome: fake.outcome ?? 'completed',
    deletedAt: null,
  }
}

/** The listed experiments, or `count` of them with invented names. */
export function buildRows(count: number, nowMs: number): ExperimentRow[] {
  return Array.from({ length: count }, (_, n) => {
    const base = LISTED[n % LISTED.length] ?? LISTED[0]
    if (base === undefined) throw new Error('no fakes')
    if (n < LISTED.length) return buildRow(base, n, nowMs)
    const { state: _state, done: _done, failed: _failed, ...finished } = base
    return buildRow({ ...finished, name: `${base.name}, take ${n}`, agoMs: base.agoMs + n * HOUR }, n, nowMs)
  })
}

export const fakeMachine: MachineSpec = {
  id: 'celeron-2c',
  title: 'Celeron N4000',
  cpus: 2,
  topology: flatTopology(2),
  hz: 250,
  tickPhaseNs: null,
  wakePlacement: 'stock',
  costs: {
    contextSwitchNs: 1500,
    tickNs: 2000,
    timerInterruptNs: 1000,
    timerDelayNs: [1000, 5000],
    preemptDelayNs: [1000, 3000],
    idleExitDelayNs: [2000, 50_000],
    callPreemptDelayNs: [1000, 3000],
    callNs: 800,
    tickPreemptDelayNs: [1000, 3000],
    burstScale: 0,
    burstScaleJitter: 0,
    burstExtraNs: 0,
    disturbancePerMs: 0,
    disturbanceMaxNs: 0,
    kernelThreadsPerSecond: 0,
    kernelThreadRunNs: [0, 0],
    pastTimerNs: 0,
    startJitterNs: 0,
  },
}

function buildHistogram(p99Ns: number, random: () => number): HistogramData {
  const lowNs: number[] = []
  const highNs: number[] = []
  const counts: number[] = []
  for (let low = 1000; low < p99Ns * 2.5; low = Math.ceil(low * 1.12)) {
    const x = Math.log(low / (p99Ns / 6))
    const count = Math.round(9000 * Math.exp(-x * x) * (0.8 + 0.4 * random()))
    if (count === 0) continue
    lowNs.push(low)
    highNs.push(Math.ceil(low * 1.12) - 1)
    counts.push(count)
  }
  return {
    lowNs,
    highNs,
    counts,
    sumNs: lowNs.reduce((sum, low, i) => sum + low * (counts[i] ?? 0), 0),
    minNs: lowNs[0] ?? null,
    maxNs: highNs.at(-1) ?? null,
  }
}

function summary(mean: number | null, unit: string, n: number): MetricSummary {
  if (mean === null)
    return { unit, mean: null, ci95: null, n: 0, reason: 'No task slept, so none was woken.' }
  const half = mean * 0.04
  return { unit, mean, ci95: n > 1 ? [mean - half, mean + half] : null, n }
}

const time = (ns: number): TimeSummary => ({
  count: 1200,
  mean: ns / 5,
  p50: ns / 8,
  p90: ns / 3,
  p99: ns,
  p999: ns * 1.4,
  max: ns * 1.9,
})
const PARAMS: ParamValues = {
  kernel: '6.18',
  baseSlice: 1_400_000,
  runToParity: true,
  migrationCost: 500_000,
}

const fakeCounterMeans = (factor: number): Readonly<Record<string, number | null>> => ({
  switches: 84_120 * factor,
  switchesToIdle: 20_310,
  voluntarySwitches: 41_200,
  involuntarySwitches: 22_610 * factor,
  runDelayNs: 31.4e9 * factor,
  wakeups: 41_204,
  forks: 0,
  yields: 0,
  reschedRequests: 23_400 * factor,
  preemptChecks: 38_050,
  preemptGranted: 4_310 * factor,
  preemptByPatch: 0,
  preemptSuccess: (4_310 * factor) / 38_050,
  migrations: 3_204,
  'migrations.wakeup': 2_911,
  'migrations.newlyIdle': 293,
  'balance.newlyIdle.attempts': 18_420,
  'balance.newlyIdle.pulls': 293,
})

/** All of one experiment, in the shape of its row. */
export function buildDetail(row: ExperimentRow, source: string): ExperimentDetail {
  const random = fakeRandom(row.name.length)
  const names = ['editor', 'compositor', 'cc1.0', 'cc1.1', 'audio']
  const perVariant = Math.floor(row.runsDone / row.variants.length)
  const variants = row.variants.map((variant, i) => {
    const p99 = row.headline[i]?.['wakeup_latency_p99'] ?? null
    return {
      ...variant,
      params: { ...PARAMS, ...(i === 1 ? { baseSlice: 3_000_000 } : {}) },
      given: i === 1 ? ['baseSlice'] : ['kernel'],
      runs: Array.from({ length: perVariant }, (_, seed) => ({
        seed: seed + 1,
        digest: (row.name.length * 7919 + seed * 104729).toString(16).padStart(16, 'a'),
        outcome: row.outcome ?? 'completed',
        outcomeDetail: null,
        events: 794_000 + seed,
        simulatedNs: 10e9,
        wallMs: 310,
        metrics: { wakeup_latency_p99: { value: (p99 ?? 1e6) * (0.9 + 0.2 * random()), unit: 'ns' } },
        counters: null,
        tasks: names.map((name, t) => ({
          name,
          nice: 0,
          cpuShare: (0.5 - t * 0.09) * (1 + i * 0.05),
          cpuTimeNs: 3e9,
          switchesPerSecond: 210 - t * 20,
          preemptionsPerSecond: 14 + t,
          migrations: t,
          voluntarySwitches: 1800 - t * 150,
          involuntarySwitches: 140 + t * 10,
          runDelayNs: (p99 ?? 1e6) * 40 * (1 + t),
          waitNs: time((p99 ?? 1e6) * (1 + t / 3)),
          wakeupLatencyNs: time((p99 ?? 1e6) * (1 + t / 5)),
          runNs: time(2e6),
        })),
      })),
      counterMeans: perVariant === 0 ? {} : fakeCounterMeans(1 + i * 0.3),
      summary: {
        wakeup_latency_mean: summary(p99 === null ? null : p99 / 5, 'ns', perVariant),
        wakeup_latency_p99: summary(p99, 'ns', perVariant),
        context_switches: summary(row.headline[i]?.['context_switches'] ?? null, '1/s', perVariant),
      },
    }
  })
  const base = variants[0]
  return {
    row,
    source,
    sourceName: 'example.json',
    result: {
      schema: 1,
      engineVersion: row.engineVersion,
      specHash: row.specHash,
      spec: {
        version: 1,
        name: row.name,
        description: '',
        machine: fakeMachine,
        workloadSummary: row.workloadSummary,
        tasks: [],
        variants: variants.map(({ name, policy, params, given }) => ({ name, policy, params, given })),
        baseline: 0,
        durationNs: 10e9,
        warmupNs: 1e9,
        seeds: Array.from({ length: row.seeds }, (_, i) => i + 1),
        notes: [],
      },
      variants,
      comparisons: variants.slice(1).flatMap((variant) =>
        Object.keys(variant.summary).map((metric) => {
          const a = base?.summary[metric as keyof typeof variant.summary].mean ?? null
          const b = variant.summary[metric as keyof typeof variant.summary].mean
          const ratio = a === null || b === null ? null : b / a
          const unclear = ratio !== null && Math.abs(ratio - 1) < 0.06
          return {
            metric,
            baseline: base?.name ?? '',
            variant: variant.name,
            ratio,
            ci95: ratio === null || perVariant < 2 ? null : ([ratio * 0.94, ratio * 1.06] as const),
            n: perVariant,
            significant: ratio === null || perVariant < 2 ? null : !unclear,
          }
        }),
      ),
    },
    histograms: row.headline.map((headline) => {
      const p99 = headline['wakeup_latency_p99'] ?? null
      const empty = { lowNs: [], highNs: [], counts: [], sumNs: 0, minNs: null, maxNs: null }
      const histogram = p99 === null ? empty : buildHistogram(p99, random)
      return { wakeup: histogram, wait: histogram }
    }),
    failures:
      row.runsFailed > 0
        ? [{ variant: 0, seed: 7, message: 'The simulation thread stopped unexpectedly.' }]
        : [],
  }
}
