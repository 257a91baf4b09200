// Pairs of seeds, and what has none.
import { describe, expect, it } from 'vitest'
import type { RunRecord, VariantResult } from '../../../contract/results'
import { buildPairedRatios } from './paired-ratios'

const run = (seed: number, value: number | null): RunRecord => ({
  seed,
  digest: '0'.repeat(16),
  outcome: 'completed',
  outcomeDetail: null,
  events: 1,
  simulatedNs: 1,
  wallMs: 1,
  metrics: { p99: value === null ? { value, unit: 'ns', reason: 'No task slept.' } : { value, unit: 'ns' } },
  counters: null,
  tasks: [],
})
const variant = (name: string, runs: readonly RunRecord[]): VariantResult => ({
  name,
  policy: 'eevdf',
  params: {},
  given: [],
  runs,
  counterMeans: {},
  summary: {},
})

describe('buildPairedRatios', () => {
  const base = variant('base', [run(1, 10), run(2, 20), run(3, 0), run(4, null)])

  it('divides by the baseline of the same seed, in any order', () => {
    const other = variant('other', [run(2, 10), run(1, 15)])
    const comparison = {
      metric: 'p99',
      baseline: 'base',
      variant: 'other',
      ratio: 0.83,
      ci95: [0.5, 1.2] as const,
      n: 2,
      significant: false,
    }
    expect(buildPairedRatios([base, other], 0, 'p99', [comparison])).toEqual([
      {
        variant: 1,
        pairs: [
          { seed: 2, ratio: 0.5 },
          { seed: 1, ratio: 1.5 },
        ],
        ratio: 0.83,
        ci95: [0.5, 1.2],
      },
    ])
  })

  it('leaves out seeds that have no ratio', () => {
    const other = variant('other', [run(1, null), run(3, 5), run(4, 5), run(9, 5)])
    expect(buildPairedRatios([base, other], 0, 'p99', [])[0]).toMatchObject({ pairs: [], ratio: null })
  })
})
