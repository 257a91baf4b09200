// A small result for the unit tests of this folder: three variants, two metrics, with known verdicts.
import type { Comparison, MetricSummary, VariantResult } from '../../../contract/results'
import type { CatalogView, Compared } from './table-model'

const metric = (
  id: string,
  goal: 'min' | 'max' | 'none',
  group: 'latency' | 'overhead',
  unit: string,
): CatalogView['metrics'][number] => ({
  kind: 'metric',
  id,
  title: `Title of ${id}`,
  unit,
  goal,
  group,
  rank: 1,
  help: '',
})

export const catalog: CatalogView = {
  metrics: [
    metric('switches', 'none', 'overhead', '1/s'),
    metric('p99', 'min', 'latency', 'ns'),
    metric('unused', 'min', 'latency', 'ns'),
  ],
  policies: [
    {
      kind: 'policy',
      id: 'eevdf',
      title: 'EEVDF',
      summary: '',
      status: 'validated',
      since: 'Linux 6.6',
      params: [
        {
          name: 'baseSlice',
          title: 'Base slice',
          type: 'duration',
          unit: 'ns',
          default: 'auto',
          help: 'Length of a slice.',
          realKnob: 'base_slice_ns',
        },
        {
          name: 'runToParity',
          title: 'Run to parity',
          type: 'boolean',
          unit: '',
          default: true,
          help: '',
          realKnob: '',
        },
      ],
    },
    { kind: 'policy', id: 'cfs', title: 'CFS', summary: '', status: 'draft', since: 'Linux 6.5', params: [] },
  ],
}

export const summary = (mean: number | null, half: number | null, n: number, unit = 'ns'): MetricSummary => ({
  unit,
  mean,
  ci95: mean === null || half === null ? null : [mean - half, mean + half],
  n,
  ...(mean === null ? { reason: 'No task slept.' } : {}),
})

export const variant = (
  name: string,
  policy: string,
  summaries: Record<string, MetricSummary>,
  params: VariantResult['params'] = {},
  given: readonly string[] = [],
): VariantResult => ({ name, policy, params, given, runs: [], counterMeans: {}, summary: summaries })

export const comparison = (
  metricId: string,
  name: string,
  ratio: number | null,
  ci95: Comparison['ci95'],
  significant: boolean | null,
): Comparison => ({ metric: metricId, baseline: 'base', variant: name, ratio, ci95, n: 5, significant })

/** A result whose baseline is the variant called 'base'. */
export function buildResult(
  variants: readonly VariantResult[],
  comparisons: readonly Comparison[],
): Compared {
  return { spec: { baseline: variants.findIndex((entry) => entry.name === 'base') }, variants, comparisons }
}
