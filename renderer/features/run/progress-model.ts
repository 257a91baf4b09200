// The progress of an experiment as the screen says it: one headline, one sentence, one line per variant.
import type { Progress } from '../../../contract/api'
import type { ErrorData } from '../../../contract/errors'
import type { ExperimentDetail, ExperimentState } from '../../../contract/results'
import { formatCount, formatTimeLeft } from '../../format'
import { nthOfPolicy } from '../../theme'

export interface VariantProgress {
  readonly name: string
  readonly policy: string
  /** Which variant of its policy, from 0. */
  readonly nth: number
  readonly total: number
  readonly done: number
  readonly failed: number
  /** Sum of the fractions of its running runs. */
  readonly active: number
  /** "3 of 10, seed 5 running". */
  readonly text: string
}

export interface ProgressView {
  readonly state: ExperimentState
  readonly total: number
  /** Finished, cached ones included, failed ones not: what a cancel keeps. */
  readonly done: number
  readonly cached: number
  readonly failed: number
  readonly active: number
  /** "14 of 30". */
  readonly headline: string
  /** "runs, 13 kept, about 11 s left". */
  readonly sentence: string
  readonly variants: readonly VariantProgress[]
  /** Why it ended early where that was no run's fault. */
  readonly error: ErrorData | null
}

/** The parts of a saved experiment that progress is read from where nothing runs. */
export interface Counted extends Pick<ExperimentDetail, 'failures'> {
  readonly row: Pick<ExperimentDetail['row'], 'state' | 'runsDone' | 'runsFailed' | 'runsTotal'>
  readonly result: {
    readonly spec: Pick<ExperimentDetail['result']['spec'], 'seeds'>
    readonly variants: readonly Pick<
      ExperimentDetail['result']['variants'][number],
      'name' | 'policy' | 'runs'
    >[]
  }
}

/** `progress` is the newest event of this session; null: the database's counts stand. */
export function buildProgress(detail: Counted, progress: Progress | null): ProgressView {
  const { row } = detail
  const state = progress?.state ?? row.state
  const done = progress?.done ?? row.runsDone
  const failed = progress?.failed ?? row.runsFailed
  const total = progress?.total ?? row.runsTotal
  const running = state === 'running' ? (progress?.running ?? []) : []
  const cached = progress?.cached ?? 0
  return {
    state,
    total,
    done,
    cached,
    failed,
    active: running.reduce((sum, run) => sum + run.fraction, 0),
    headline: `${formatCount(Math.min(total, done + failed + (running.length > 0 ? 1 : 0)))} of ${formatCount(total)}`,
    sentence: buildSentence(state, { done, failed, total, cached }, progress?.secondsLeft ?? null),
    variants: buildVariants(detail, progress, state),
    error: progress?.error ?? null,
  }
}

function buildSentence(
  state: ExperimentState,
  counts: { readonly done: number; readonly failed: number; readonly total: number; readonly cached: number },
  secondsLeft: number | null,
): string {
  const { done, failed, total, cached } = counts
  const kept = `${formatCount(done)} kept`
  const broken = failed > 0 ? `, ${formatCount(failed)} failed` : ''
  const missing = total - done - failed
  switch (state) {
    case 'queued':
      return `runs${done > 0 ? `, ${kept}` : ''}, waiting for a free worker`
    case 'running': {
      const left = formatTimeLeft(secondsLeft)
      const known = cached > 0 ? ` (${formatCount(cached)} from the library)` : ''
      return `runs, ${kept}${known}${broken}${left === null ? '' : `, ${left}`}`
    }
    case 'cancelled':
      return `runs; cancelled, ${kept}${broken}, ${formatCount(missing)} not run`
    case 'interrupted':
      return `runs; Vlag ended while it ran, ${kept}${broken}, ${formatCount(missing)} not run`
    case 'failed':
      return `runs, ${kept}${broken}${missing > 0 ? `, ${formatCount(missing)} not run` : ''}`
    case 'completed':
      return `runs, ${kept}${broken}`
  }
}

function buildVariants(
  detail: Counted,
  progress: Progress | null,
  state: ExperimentState,
): readonly VariantProgress[] {
  const { variants, spec } = detail.result
  const nths = nthOfPolicy(variants.map((variant) => variant.policy))
  return variants.map((variant, index) => {
    const done = progress?.perVariant[index] ?? variant.runs.length
    const failed = detail.failures.filter((failure) => failure.variant === index).length
    const running =
      state === 'running' ? (progress?.running.filter((run) => run.variant === index) ?? []) : []
    const total = spec.seeds.length
    return {
      name: variant.name,
      policy: variant.policy,
      nth: nths[index] ?? 0,
      total,
      done,
      failed,
      active: running.reduce((sum, run) => sum + run.fraction, 0),
      text: variantText(
        { done, failed, total },
        running.map((run) => run.seed),
        state,
      ),
    }
  })
}

function variantText(
  { done, failed, total }: { readonly done: number; readonly failed: number; readonly total: number },
  seeds: readonly number[],
  state: ExperimentState,
): string {
  const broken = failed > 0 ? `, ${failed} failed` : ''
  const count = `${done} of ${total}${broken}`
  if (seeds.length === 1) return `${count}, seed ${seeds[0] ?? ''} running`
  if (seeds.length > 1) return `${count}, ${seeds.length} running`
  if (done + failed > 0) return count
  return state === 'running' || state === 'queued' ? 'waiting' : 'not run'
}
