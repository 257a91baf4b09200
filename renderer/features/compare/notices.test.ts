// Which notices stand above the numbers, and what they say.
import { describe, expect, it } from 'vitest'
import type { ExperimentDetail, RunRecord } from '../../../contract/results'
import { variant } from './fixture.test-data'
import { buildNotices } from './notices'

const run = (seed: number, change: Partial<RunRecord> = {}): RunRecord => ({
  seed,
  digest: `d${seed}`,
  outcome: 'completed',
  outcomeDetail: null,
  events: 1,
  simulatedNs: 1,
  wallMs: 1,
  metrics: {},
  counters: null,
  tasks: [],
  ...change,
})

type Input = Parameters<typeof buildNotices>[0]
function detail(change: {
  runs: readonly (readonly RunRecord[])[]
  seeds?: readonly number[]
  done?: number
  failures?: ExperimentDetail['failures']
  notes?: readonly string[]
}): Input {
  const variants = change.runs.map((runs, index) => ({ ...variant(`v${index}`, 'eevdf', {}), runs }))
  return {
    row: { runsTotal: 10, runsDone: change.done ?? 10, runsFailed: 0, state: 'cancelled' },
    failures: change.failures ?? [],
    result: { variants, spec: { seeds: change.seeds ?? [1, 2], notes: change.notes ?? [] } },
  }
}

describe('buildNotices', () => {
  it('says nothing about sound results', () => {
    expect(
      buildNotices(
        detail({
          runs: [
            [run(1), run(2)],
            [run(1), run(2)],
          ],
        }),
      ),
    ).toEqual([])
  })

  it('names failed runs with their reason', () => {
    const failures = [
      { variant: 1, seed: 4, message: 'The worker died.' },
      { variant: 9, seed: 5, message: 'Out of memory.' },
    ]
    expect(buildNotices(detail({ runs: [[run(1)], [run(1), run(2)]], failures }))[0]).toEqual({
      id: 'failed',
      tone: 'error',
      text: '2 of 10 runs failed and are left out. v1, seed 4: The worker died.',
      more: ['Variant 10, seed 5: Out of memory.'],
    })
  })

  it('says where results are not complete', () => {
    const runs = [
      [run(1), run(2)],
      [run(1), run(2)],
    ]
    expect(buildNotices(detail({ runs, done: 4 }))).toEqual([
      {
        id: 'unfinished',
        tone: 'info',
        text: '4 of 10 runs are done (cancelled): these are the results so far.',
        more: [],
      },
    ])
  })

  it('gives outcomes other than completed their own name', () => {
    const starved = { outcome: 'starved', outcomeDetail: 'hog never ran after 1.2 s.' } as const
    const [notice] = buildNotices(
      detail({
        runs: [
          [run(1), run(2, starved), run(3, starved)],
          [run(1), run(2)],
        ],
      }),
    )
    expect(notice).toEqual({
      id: 'starved v0',
      tone: 'warn',
      text: 'v0 starved a task in 2 of 3 runs. Seed 2: hog never ran after 1.2 s.',
      more: ['Seed 3: hog never ran after 1.2 s.'],
    })
  })

  it('explains a single seed only where variants are compared', () => {
    const ids = (runs: readonly (readonly RunRecord[])[]) =>
      buildNotices(detail({ runs, seeds: [1] })).map((n) => n.id)
    expect(ids([[run(1)], [run(1)]])).toEqual(['one-seed'])
    expect(ids([[run(1)]])).toEqual([])
  })

  it('says so where the seeds make no difference', () => {
    const same = [run(1, { digest: 'x' }), run(2, { digest: 'x' })]
    expect(buildNotices(detail({ runs: [same, same] })).map((notice) => notice.id)).toEqual(['same-results'])
    expect(buildNotices(detail({ runs: [same, [run(1), run(2)]] }))).toEqual([])
  })

  it('passes on what a reader of files noted', () => {
    expect(
      buildNotices(detail({ runs: [[run(1), run(2)]], notes: ['A key was there twice.', 'Second.'] })),
    ).toEqual([{ id: 'notes', tone: 'info', text: 'A key was there twice.', more: ['Second.'] }])
  })
})
