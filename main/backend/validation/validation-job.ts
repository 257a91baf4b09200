// A validation in the pool's threads: how far it is at any time, and a way to stop it.
import type { Progress } from '../../../contract/api'
import { VlagError } from '../../../contract/errors'
import type { ValidationResult } from '../../../contract/validation'
import type { RunResult, RunSpec } from '../../../engine'
import type { ActiveRun, Pool } from '../pool'
import { runValidation, type ValidationPlan } from './validate'

/** What of an experiment's progress a validation has too. */
export type ValidationProgress = Omit<Progress, 'id' | 'perVariant'>

export interface ValidationJob {
  /** Rejects with a VlagError: `cancelled` where it was stopped, else that of the run that failed. */
  readonly ended: Promise<ValidationResult>
  progress(): ValidationProgress
  stop(): void
}

/** Rates of a shorter time than this are noise. */
const MEASURE_MS = 400

/** Starts at once. */
export function createValidationJob(plan: ValidationPlan, pool: Pool): ValidationJob {
  const job = new PoolValidation(plan, pool)
  return {
    ended: runValidation(plan, (spec) => job.run(spec)),
    progress: () => job.progress(),
    stop: () => job.stop(),
  }
}

class PoolValidation {
  private readonly active = new Map<RunSpec, ActiveRun>()
  private readonly waiting: (() => void)[] = []
  private readonly beginMs = performance.now()
  private readonly totalNs: number
  private isStopped = false
  private done = 0
  private doneNs = 0
  private doneEvents = 0

  constructor(
    private readonly plan: ValidationPlan,
    private readonly pool: Pool,
  ) {
    this.totalNs = plan.specs.reduce((sum, { durationNs }) => sum + durationNs, 0)
  }

  async run(spec: RunSpec): Promise<RunResult> {
    // One more than there are threads, so that none waits for the next run's spec.
    if (this.active.size > this.pool.workers) await new Promise<void>((go) => this.waiting.push(go))
    if (this.isStopped) throw cancelled()
    const run = this.pool.run(spec)
    this.active.set(spec, run)
    const reply = await run.reply
    this.active.delete(spec)
    if (reply.kind === 'failed') this.stop()
    this.waiting.shift()?.()
    if (reply.kind === 'failed') throw VlagError.fromData(reply.error)
    if (reply.kind === 'stopped') throw cancelled()
    this.done++
    this.doneNs += spec.durationNs
    this.doneEvents += reply.result.events
    return reply.result
  }

  stop(): void {
    this.isStopped = true
    for (const run of this.active.values()) run.stop()
    for (const go of this.waiting.splice(0)) go()
  }

  progress(): ValidationProgress {
    const running = [...this.active].map(([spec, run]) => ({ spec, ...run.progress() }))
    const simulatedNs = running.reduce((sum, run) => sum + run.fraction * run.spec.durationNs, this.doneNs)
    const events = running.reduce((sum, run) => sum + run.events, this.doneEvents)
    const seconds = (performance.now() - this.beginMs) / 1000
    const isMeasured = seconds * 1000 >= MEASURE_MS && simulatedNs > 0
    return {
      state: 'running',
      total: this.plan.specs.length,
      done: this.done,
      failed: 0,
      cached: 0,
      running: running
        .filter((run) => run.isStarted)
        .map(({ spec, fraction }) => ({ variant: 0, seed: spec.seed, fraction })),
      secondsLeft: isMeasured ? ((this.totalNs - simulatedNs) / simulatedNs) * seconds : null,
      eventsPerSecond: isMeasured ? events / seconds : null,
      timesRealTime: isMeasured ? simulatedNs / 1e9 / seconds : null,
    }
  }
}

const cancelled = (): VlagError =>
  new VlagError('cancelled', 'Interrupted.', { remedy: 'A validation stores nothing; start it again.' })
