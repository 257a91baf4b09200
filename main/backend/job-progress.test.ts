// Rates and time left from measured figures; unknown until there is something to measure.
import { expect, test } from 'vitest'
import type { PlannedRun } from '../../contract/results'
import { fakeExperiment } from '../../tests/fakes/results'
import { buildRates, buildRunning, type ActiveUnit } from './job-progress'
import { createRunControl } from './run-control'

const figures = { elapsedMs: 2000, unitsTotal: 10, unitsEnded: 1, eventsEnded: 1000, simulatedNs: 4e9 }

function activeAt(fraction: number, events: number): ActiveUnit {
  const { machine, tasks, durationNs, warmupNs } = fakeExperiment()
  const spec = { machine, tasks, durationNs, warmupNs, policy: { id: 'cfs', params: {} }, seed: 3 }
  const slots: PlannedRun[] = [0, 1].map((variant) => ({ key: 'k', variant, seed: 3, spec }))
  const control = createRunControl()
  if (fraction > 0) createRunControl(control.shared).report(fraction, events)
  return { slots, progress: control.read() }
}

test('a run in flight counts for its part', () => {
  expect(buildRates(figures, [activeAt(0.5, 500), activeAt(0.5, 500)])).toEqual({
    secondsLeft: 8, // 2 of 10 in 2 s
    eventsPerSecond: 1000,
    timesRealTime: 4,
  })
})

test.each([
  ['too short a time', { ...figures, elapsedMs: 100 }],
  ['nothing done', { ...figures, unitsEnded: 0, eventsEnded: 0 }],
])('%s gives no rate', (_, given) => {
  expect(buildRates(given, [activeAt(0, 0)])).toEqual({
    secondsLeft: null,
    eventsPerSecond: null,
    timesRealTime: null,
  })
})

test('a run that waits for a thread is not shown as running; one that two variants share is shown for both', () => {
  expect(buildRunning([activeAt(0, 0), activeAt(0.25, 9)])).toEqual([
    { variant: 0, seed: 3, fraction: 0.25 },
    { variant: 1, seed: 3, fraction: 0.25 },
  ])
})

test('a stop crosses the shared memory', () => {
  const control = createRunControl()
  const other = createRunControl(control.shared)
  expect(other.isStopped()).toBe(false)
  control.stop()
  expect(other.isStopped()).toBe(true)
})
