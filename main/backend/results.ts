// From stored runs to what is printed and shown: per variant the mean of each metric over seeds, and each variant's
// ratio to the baseline over the seeds that both have.
import { metrics as catalogMetrics } from '../../engine'
import type {
  Comparison,
  ExperimentResult,
  MetricSummary,
  ResolvedExperiment,
  RunRecord,
  VariantResult,
} from '../../contract/results'
import type { VariantRun } from '../../db'
import { buildCounterMeans } from './counter-means'
import { estimateMean, estimateRatio } from './statistics'

export interface ResultBasis {
  readonly spec: ResolvedExperiment
  readonly specHash: string
  readonly engineVersion: string
  /** What is done; in any order. */
  readonly runs: readonly VariantRun[]
}

export function buildResult({ spec, specHash, engineVersion, runs }: ResultBasis): ExperimentResult {
  const recordsOf = spec.variants.map((_, variant) => recordsBySeed(spec.seeds, runs, variant))
  const variants = spec.variants.map((variant, i): VariantResult => {
    const records = recordsOf[i] ?? []
    return {
      ...variant,
      runs: records,
      counterMeans: buildCounterMeans(records),
      summary: buildSummary(records),
    }
  })
  const baseline = variants[spec.baseline]
  const comparisons =
    baseline === undefined
      ? []
      : variants.flatMap((variant) => (variant === baseline ? [] : compare(spec.seeds, baseline, variant)))
  return { schema: 1, engineVersion, specHash, spec, variants, comparisons }
}

/** One variant's runs in the order of the experiment's seeds. */
function recordsBySeed(
  seeds: readonly number[],
  runs: readonly VariantRun[],
  variant: number,
): readonly RunRecord[] {
  const bySeed = new Map(
    runs.filter((run) => run.variant === variant).map((run) => [run.record.seed, run.record]),
  )
  return seeds.flatMap((seed) => bySeed.get(seed) ?? [])
}

/** Metrics of the catalog in its order, then those that only older runs have. */
function metricIds(records: readonly RunRecord[]): readonly string[] {
  const found = new Set(records.flatMap((record) => Object.keys(record.metrics)))
  const known = catalogMetrics.map((metric) => metric.id).filter((id) => found.has(id))
  return [...new Set([...known, ...found])]
}

function buildSummary(records: readonly RunRecord[]): Readonly<Record<string, MetricSummary>> {
  return Object.fromEntries(metricIds(records).map((id) => [id, summarise(records, id)]))
}

function summarise(records: readonly RunRecord[], id: string): MetricSummary {
  const values = records.flatMap((record) => record.metrics[id] ?? [])
  const { value: mean, ci95, n } = estimateMean(values.map((metric) => metric.value))
  const missing = values.find((metric) => metric.value === null)
  const unit = values[0]?.unit ?? ''
  if (missing?.value !== null) return { unit, mean, ci95, n }
  const reason =
    n === 0 ? missing.reason : `in ${values.length - n} of ${values.length} runs: ${missing.reason}`
  return { unit, mean, ci95, n, reason }
}

function compare(
  seeds: readonly number[],
  baseline: VariantResult,
  variant: VariantResult,
): readonly Comparison[] {
  const valuesOf = (result: VariantResult, id: string): (number | null)[] => {
    const bySeed = new Map(result.runs.map((run) => [run.seed, run.metrics[id]?.value ?? null]))
    return seeds.map((seed) => bySeed.get(seed) ?? null)
  }
  return metricIds([...baseline.runs, ...variant.runs]).map((metric) => {
    const found = estimateRatio(valuesOf(variant, metric), valuesOf(baseline, metric))
    const { value: ratio, ci95, n, significant } = found
    return { metric, baseline: baseline.name, variant: variant.name, ratio, ci95, n, significant }
  })
}
