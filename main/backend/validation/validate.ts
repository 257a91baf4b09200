// Simulates recorded cases and compares. Runs are independent: a runner computes them, the pool's threads or this one.
import { VlagError, type Problem } from '../../../contract/errors'
import type { ValidationResult } from '../../../contract/validation'
import { simulate, type RunResult, type RunSpec } from '../../../engine'
import { quote } from '../../../formats/wording/wording'
import { readCases } from './case-files'
import { planCase, type CasePlan } from './case-plan'
import { buildRows } from './cells'
import { parseOverrides, type Overrides } from './overrides'
import { buildResult, type CaseOutcome } from './verdict'

export interface ValidationRequest {
  /** Directory of cases, or the folder of one. */
  readonly directory: string
  /** Names of cases, `*` for any text; empty: all. */
  readonly cases: readonly string[]
  /** `POLICY.PARAMETER=VALUE`, for all cases of that policy. */
  readonly set: readonly string[]
}

export interface ValidationPlan {
  readonly cases: readonly CasePlan[]
  readonly overrides: Overrides
  /** All runs, in the order of the cases. */
  readonly specs: readonly RunSpec[]
}

/** Computes one run. */
export type Runner = (spec: RunSpec) => Promise<RunResult>

/** Reads and checks everything. Throws a VlagError: `bad-data` for recordings, `usage` for what the request names. */
export function planValidation({ directory, cases: wanted, set }: ValidationRequest): ValidationPlan {
  const overrides = parseOverrides(set)
  const problems: Problem[] = []
  const cases = readCases(directory, wanted).flatMap((recorded) => {
    const planned = planCase(recorded, overrides)
    if ('plan' in planned) return [planned.plan]
    problems.push(...planned.problems)
    return []
  })
  if (problems.length > 0) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
    throw new VlagError(
      'bad-data',
      `The recordings in ${quote(directory, 200)} cannot be simulated: ${count}.`,
      {
        problems,
      },
    )
  }
  return { cases, overrides, specs: cases.flatMap(({ specs }) => specs) }
}

/** Runs all and compares; rejects as soon as a run does. */
export async function runValidation(plan: ValidationPlan, runner: Runner): Promise<ValidationResult> {
  const outcomes = await Promise.all(
    plan.cases.map(async (casePlan): Promise<CaseOutcome> => {
      const results = await Promise.all(casePlan.specs.map(runner))
      const runs = results.map(({ tasks }) => new Map(tasks.map((task) => [task.name, task])))
      return { plan: casePlan, rows: buildRows(casePlan, runs), notes: oddOutcomes(results) }
    }),
  )
  return buildResult(outcomes, plan.overrides)
}

/** In this thread, one run after the other. */
export const runHere: Runner = (spec) => {
  const result = simulate(spec)
  if (result === null) throw new Error('a run stopped although nobody asked for it')
  return Promise.resolve(result)
}

/** A starved task or a stall is a finding, not a failure: the rows show what came of it. */
function oddOutcomes(results: readonly RunResult[]): readonly string[] {
  const details = results.flatMap(({ outcome, outcomeDetail }) =>
    outcome === 'completed' ? [] : [`${outcome}: ${outcomeDetail ?? ''}`],
  )
  const [first] = details
  return first === undefined ? [] : [`${details.length} of ${results.length} runs did not complete; ${first}`]
}
