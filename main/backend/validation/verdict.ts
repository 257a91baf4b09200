// From the rows of all cases to the counts and the verdict.
import type {
  ValidationCase,
  ValidationCount,
  ValidationResult,
  ValidationRow,
} from '../../../contract/validation'
import { ENGINE_VERSION } from '../../../engine'
import type { CasePlan } from './case-plan'
import type { Overrides } from './overrides'

/** Percent of the judged cells that have to hold: of all, and of each judged case. */
export const REQUIRED = { percent: 95, casePercent: 80 } as const

export interface CaseOutcome {
  readonly plan: CasePlan
  readonly rows: readonly ValidationRow[]
  /** Runs that did not complete, as sentences. */
  readonly notes: readonly string[]
}

export function buildResult(outcomes: readonly CaseOutcome[], overrides: Overrides): ValidationResult {
  const rows = outcomes.flatMap((outcome) => outcome.rows)
  const cases = outcomes.map(caseOf)
  const judged = countOf(rows.filter((row) => row.judged))
  return {
    schema: 1,
    engineVersion: ENGINE_VERSION,
    ...judged,
    informative: countOf(rows.filter((row) => !row.judged)),
    holds: holds(judged, cases),
    required: REQUIRED,
    overrides: overrides.given,
    cases,
    rows,
  }
}

function caseOf({ plan, rows, notes }: CaseOutcome): ValidationCase {
  const { recorded, model, judged, specs } = plan
  const { cells, within } = countOf(rows)
  return {
    name: recorded.name,
    kernel: recorded.facts.kernel,
    model,
    judged,
    runs: specs.length,
    cells,
    within,
    notes: [...plan.notes, ...notes],
  }
}

function holds(all: ValidationCount, cases: readonly ValidationCase[]): boolean | null {
  if (all.percent === null) return null
  const judged = cases.filter((entry) => entry.judged && entry.cells > 0)
  return (
    all.percent >= REQUIRED.percent &&
    judged.every(({ cells, within }) => percentOf(cells, within) >= REQUIRED.casePercent)
  )
}

export const percentOf = (cells: number, within: number): number => (within * 100) / cells

function countOf(rows: readonly ValidationRow[]): ValidationCount {
  const within = rows.filter((row) => row.within).length
  return {
    cells: rows.length,
    within,
    percent: rows.length === 0 ? null : percentOf(rows.length, within),
  }
}
