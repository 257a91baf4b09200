// Which metrics are shown while runs come in, and what stands where nothing has come in yet.
import { expect, it } from 'vitest'
import type { MetricSummary, RunRecord, VariantResult } from '../../../contract/results'
import { buildPartialResults } from './partial-results'

const metric = (id: string) => ({
  kind: 'metric' as const,
  id,
  title: id,
  unit: 'ns',
  goal: 'min' as const,
  group: 'latency' as const,
  rank: 1,
  help: '',
})
const summary = (mean: number | null): MetricSummary => ({
  unit: 'ns',
  mean,
  ci95: null,
  n: mean === null ? 0 : 1,
  ...(mean === null ? { reason: 'No task slept.' } : {}),
})
const run: RunRecord = {
  seed: 1,
  digest: '0'.repeat(16),
  outcome: 'completed',
  outcomeDetail: null,
  events: 1,
  simulatedNs: 1,
  wallMs: 1,
  metrics: {},
  counters: null,
  tasks: [],
}
const variant = (
  name: string,
  runs: readonly RunRecord[],
  summaries: VariantResult['summary'],
): VariantResult => ({
  name,
  policy: 'eevdf',
  params: {},
  given: [],
  runs,
  counterMeans: {},
  summary: summaries,
})

it('shows measured headline metrics in their own order, and nothing for variants without a run', () => {
  const partial = buildPartialResults(
    {
      spec: { baseline: 0 },
      variants: [
        variant('a', [run], {
          wait_p99: summary(5e6),
          wakeup_latency_p99: summary(2e6),
          wakeup_latency_max: summary(null),
          other: summary(1),
        }),
        variant('b', [], {}),
      ],
    },
    ['other', 'wait_p99', 'wakeup_latency_max', 'wakeup_latency_p99'].map(metric),
  )
  expect(partial.columns.map((column) => column.id)).toEqual(['wakeup_latency_p99', 'wait_p99'])
  expect(partial.columns[0]?.scale.unit).toBe('ms')
  expect(partial.rows[0]).toMatchObject({ name: 'a', n: 1, isBaseline: true, nth: 0 })
  expect(partial.rows[1]).toMatchObject({ name: 'b', n: 0, nth: 1, cells: [null, null] })
})
