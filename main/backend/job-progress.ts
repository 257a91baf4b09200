// How far a running experiment is, and how long the rest will take, from what was measured so far.
import type { Progress, RunningRun } from '../../contract/api'
import type { PlannedRun } from '../../contract/results'
import type { RunProgress } from './run-control'

/** Rates of a shorter time than this are noise. */
const MEASURE_MS = 400

export interface ActiveUnit {
  /** The (variant, seed) pairs that this run answers; usually one. */
  readonly slots: readonly PlannedRun[]
  readonly progress: RunProgress
}

export interface JobFigures {
  readonly elapsedMs: number
  /** Runs to compute, done with them, and their events; without what the library had. */
  readonly unitsTotal: number
  readonly unitsEnded: number
  readonly eventsEnded: number
  /** Simulated time of one run, warm-up included. */
  readonly simulatedNs: number
}

type Rates = Pick<Progress, 'secondsLeft' | 'eventsPerSecond' | 'timesRealTime'>

export function buildRates(figures: JobFigures, active: readonly ActiveUnit[]): Rates {
  const unitsDone = active.reduce((sum, unit) => sum + unit.progress.fraction, figures.unitsEnded)
  const events = active.reduce((sum, unit) => sum + unit.progress.events, figures.eventsEnded)
  if (figures.elapsedMs < MEASURE_MS || unitsDone === 0) {
    return { secondsLeft: null, eventsPerSecond: null, timesRealTime: null }
  }
  const seconds = figures.elapsedMs / 1000
  return {
    secondsLeft: ((figures.unitsTotal - unitsDone) / unitsDone) * seconds,
    eventsPerSecond: events / seconds,
    timesRealTime: (unitsDone * figures.simulatedNs) / 1e9 / seconds,
  }
}

export function buildRunning(active: readonly ActiveUnit[]): RunningRun[] {
  return active
    .filter((unit) => unit.progress.isStarted)
    .flatMap(({ slots, progress }) =>
      slots.map(({ variant, seed }) => ({ variant, seed, fraction: progress.fraction })),
    )
}
