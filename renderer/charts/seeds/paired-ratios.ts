// Seed by seed: the value of a metric over the baseline's on the same seed.
import type { Comparison, VariantResult } from '../../../contract/results'

export interface PairedRatios {
  /** Index into the variants. */
  readonly variant: number
  readonly pairs: readonly { readonly seed: number; readonly ratio: number }[]
  /** Ratio of the means and its 95 % interval, as compared by the backend. */
  readonly ratio: number | null
  readonly ci95: readonly [number, number] | null
}

/** One entry per variant other than the baseline; seeds without a value, or with a baseline of 0, have no pair. */
export function buildPairedRatios(
  variants: readonly VariantResult[],
  baseline: number,
  metric: string,
  comparisons: readonly Comparison[],
): readonly PairedRatios[] {
  const base = new Map(variants[baseline]?.runs.map((run) => [run.seed, run.metrics[metric]?.value ?? null]))
  return variants.flatMap((data, variant) => {
    if (variant === baseline) return []
    const pairs = data.runs.flatMap((run) => {
      const own = run.metrics[metric]?.value ?? null
      const other = base.get(run.seed) ?? null
      const ratio = own === null || other === null ? Number.NaN : own / other
      return Number.isFinite(ratio) ? [{ seed: run.seed, ratio }] : []
    })
    const found = comparisons.find((entry) => entry.metric === metric && entry.variant === data.name)
    return [{ variant, pairs, ratio: found?.ratio ?? null, ci95: found?.ci95 ?? null }]
  })
}
