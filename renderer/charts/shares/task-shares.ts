// CPU share per task and variant, over seeds: the rows of the share chart.
import type { VariantResult } from '../../../contract/results'

/** Shares of one task under one variant, 0..1 of one CPU. */
export interface Share {
  readonly mean: number
  readonly min: number
  readonly max: number
  /** Runs. */
  readonly n: number
}

export interface TaskShares {
  readonly name: string
  /** One per variant, in the given order; null where no run has this task. */
  readonly shares: readonly (Share | null)[]
}

/**
 * One row per task, the largest share first. Tasks are matched by name; those that share one name, as the workers of
 * a pool do, by their place among them.
 */
export function buildTaskShares(variants: readonly Pick<VariantResult, 'runs'>[]): readonly TaskShares[] {
  const rows = new Map<string, { name: string; values: number[][] }>()
  variants.forEach((variant, index) => {
    for (const run of variant.runs) {
      const seen = new Map<string, number>()
      for (const task of run.tasks) {
        const nth = (seen.get(task.name) ?? 0) + 1
        seen.set(task.name, nth)
        const key = `${task.name}\n${nth}`
        const row = rows.get(key) ?? { name: task.name, values: variants.map(() => []) }
        rows.set(key, row)
        if (Number.isFinite(task.cpuShare)) row.values[index]?.push(task.cpuShare)
      }
    }
  })
  return [...rows.values()]
    .map(({ name, values }) => ({ name, shares: values.map(summarize) }))
    .sort((a, b) => largest(b) - largest(a))
}

function summarize(values: readonly number[]): Share | null {
  if (values.length === 0) return null
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    min: values.reduce((a, b) => Math.min(a, b)),
    max: values.reduce((a, b) => Math.max(a, b)),
    n: values.length,
  }
}

/** Largest mean of a row, to sort by and to set the axis. */
export function largest(row: TaskShares): number {
  return row.shares.reduce((most, share) => Math.max(most, share?.mean ?? 0), 0)
}
