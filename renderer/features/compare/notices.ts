// What must be known before the numbers are believed: failed runs, odd outcomes, one seed, no randomness, notes of readers.
import type { ExperimentDetail, ResolvedExperiment, VariantResult } from '../../../contract/results'
import type { Outcome } from '../../../engine/model/run-result'

export interface Notice {
  readonly id: string
  readonly tone: 'info' | 'warn' | 'error'
  readonly text: string
  /** Further lines, shown on demand. */
  readonly more: readonly string[]
}

const outcomeWords: Readonly<Record<Exclude<Outcome, 'completed'>, string>> = {
  starved: 'starved a task',
  stalled: 'stalled',
  empty: 'ran no task',
}

/** The parts of a saved experiment that notices are made of. */
export interface Noticed extends Pick<ExperimentDetail, 'failures'> {
  readonly row: Pick<ExperimentDetail['row'], 'runsTotal' | 'runsDone' | 'runsFailed' | 'state'>
  readonly result: Pick<ExperimentDetail['result'], 'variants'> & {
    readonly spec: Pick<ResolvedExperiment, 'seeds' | 'notes'>
  }
}

/** In order of weight. */
export function buildNotices(detail: Noticed): readonly Notice[] {
  const { variants, spec } = detail.result
  return [
    ...failed(detail),
    ...unfinished(detail),
    ...variants.flatMap(oddOutcomes),
    ...(spec.seeds.length === 1 && variants.length > 1
      ? [
          {
            id: 'one-seed',
            tone: 'info' as const,
            text: 'One seed: values without intervals and differences without verdicts. Use several seeds to tell a difference from chance.',
            more: [],
          },
        ]
      : []),
    ...sameResults(variants),
    ...(spec.notes.length === 0
      ? []
      : [
          {
            id: 'notes',
            tone: 'info' as const,
            text: spec.notes[0] ?? '',
            more: spec.notes.slice(1),
          },
        ]),
  ]
}

function failed({ failures, result, row }: Noticed): readonly Notice[] {
  const lines = failures.map(
    ({ variant, seed, message }) =>
      `${result.variants[variant]?.name ?? `Variant ${variant + 1}`}, seed ${seed}: ${message}`,
  )
  if (lines.length === 0) return []
  const text = `${lines.length} of ${row.runsTotal} runs failed and ${lines.length === 1 ? 'is' : 'are'} left out. ${lines[0] ?? ''}`
  return [{ id: 'failed', tone: 'error', text, more: lines.slice(1) }]
}

function unfinished({ row }: Noticed): readonly Notice[] {
  if (row.runsDone + row.runsFailed >= row.runsTotal) return []
  const text = `${row.runsDone} of ${row.runsTotal} runs are done (${row.state}): these are the results so far.`
  return [{ id: 'unfinished', tone: 'info', text, more: [] }]
}

function oddOutcomes(variant: VariantResult): readonly Notice[] {
  return (['stalled', 'starved', 'empty'] as const).flatMap((outcome) => {
    const runs = variant.runs.filter((run) => run.outcome === outcome)
    if (runs.length === 0) return []
    const where = variant.runs.length === 1 ? '' : ` in ${runs.length} of ${variant.runs.length} runs`
    const details = runs.flatMap((run) =>
      run.outcomeDetail === null ? [] : [`seed ${run.seed}: ${run.outcomeDetail}`],
    )
    const text = `${variant.name} ${outcomeWords[outcome]}${where}. ${details.length > 0 ? capital(details[0] ?? '') : ''}`
    return [
      {
        id: `${outcome} ${variant.name}`,
        tone: 'warn',
        text: text.trim(),
        more: details.slice(1).map(capital),
      },
    ]
  })
}

/** All runs of each variant took the same decisions: the seeds make no difference. */
function sameResults(variants: readonly VariantResult[]): readonly Notice[] {
  const same = variants.every(
    (variant) => variant.runs.length > 1 && new Set(variant.runs.map((run) => run.digest)).size === 1,
  )
  const seeds = variants[0]?.runs.length ?? 0
  if (!same || variants.length === 0) return []
  return [
    {
      id: 'same-results',
      tone: 'info',
      text: `Identical over ${seeds} seeds: nothing in this experiment is random, so one seed says it all.`,
      more: [],
    },
  ]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
