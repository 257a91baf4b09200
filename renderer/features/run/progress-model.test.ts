// What the run screen says in each state.
import { describe, expect, it } from 'vitest'
import type { Progress } from '../../../contract/api'
import type { ExperimentState, RunRecord } from '../../../contract/results'
import { buildProgress, type Counted } from './progress-model'

const run = (seed: number): RunRecord => ({
  seed,
  digest: '0'.repeat(16),
  outcome: 'completed',
  outcomeDetail: null,
  events: 1,
  simulatedNs: 1,
  wallMs: 1,
  metrics: {},
  counters: null,
  tasks: [],
})
const counted = (
  state: ExperimentState,
  done: readonly number[],
  failures: Counted['failures'] = [],
): Counted => ({
  row: {
    state,
    runsDone: done.reduce((a, b) => a + b, 0),
    runsFailed: failures.length,
    runsTotal: 10 * done.length,
  },
  failures,
  result: {
    spec: { seeds: Array.from({ length: 10 }, (_, index) => index + 1) },
    variants: done.map((count, index) => ({
      name: `v${index}`,
      policy: 'eevdf',
      runs: Array.from({ length: count }, (_, seed) => run(seed + 1)),
    })),
  },
})
const progress = (change: Partial<Progress> = {}): Progress => ({
  id: `exp_${'0'.repeat(26)}`,
  state: 'running',
  total: 30,
  done: 13,
  failed: 0,
  cached: 0,
  perVariant: [10, 3, 0],
  running: [{ variant: 1, seed: 5, fraction: 0.5 }],
  secondsLeft: 11.2,
  eventsPerSecond: 2_310_000,
  timesRealTime: 3.4,
  ...change,
})

describe('buildProgress', () => {
  it('counts the run that is under way', () => {
    const view = buildProgress(counted('running', [10, 2, 0]), progress())
    expect(view).toMatchObject({
      headline: '14 of 30',
      sentence: 'runs, 13 kept, about 11 s left',
      active: 0.5,
    })
    expect(view.variants.map((variant) => variant.text)).toEqual([
      '10 of 10',
      '3 of 10, seed 5 running',
      'waiting',
    ])
    expect(view.variants.map((variant) => variant.nth)).toEqual([0, 1, 2])
  })

  it('names what came from the library and what failed', () => {
    const failures = [{ variant: 0, seed: 1, message: 'The worker died.' }]
    const view = buildProgress(
      counted('running', [9, 3, 0], failures),
      progress({ done: 12, failed: 1, cached: 5, perVariant: [9, 3, 0], secondsLeft: null }),
    )
    expect(view.sentence).toBe('runs, 12 kept (5 from the library), 1 failed')
    expect(view.variants[0]?.text).toBe('9 of 10, 1 failed')
  })

  it('never counts beyond the total', () => {
    expect(buildProgress(counted('running', [10, 10, 10]), progress({ done: 30 })).headline).toBe('30 of 30')
  })

  it('reads the counts of the database where nothing runs', () => {
    const view = buildProgress(counted('cancelled', [10, 3, 0]), null)
    expect(view).toMatchObject({
      headline: '13 of 30',
      sentence: 'runs; cancelled, 13 kept, 17 not run',
      done: 13,
      active: 0,
    })
    expect(view.variants[2]?.text).toBe('not run')
    expect(buildProgress(counted('interrupted', [7, 0, 0]), null).sentence).toBe(
      'runs; Vlag ended while it ran, 7 kept, 23 not run',
    )
    expect(buildProgress(counted('queued', [0, 0, 0]), null).sentence).toBe('runs, waiting for a free worker')
  })

  it('ignores runs that an ended experiment still lists', () => {
    const view = buildProgress(counted('cancelled', [10, 3, 0]), progress({ state: 'cancelled' }))
    expect(view).toMatchObject({ headline: '13 of 30', active: 0 })
    expect(view.variants[1]?.text).toBe('3 of 10')
  })

  it('passes on why it ended early', () => {
    const error = { code: 'disk-full' as const, message: 'The disk is full.', remedy: null, problems: [] }
    expect(buildProgress(counted('failed', [3, 0, 0]), progress({ state: 'failed', error })).error).toEqual(
      error,
    )
  })
})
