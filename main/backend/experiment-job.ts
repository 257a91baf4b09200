// Runs what an experiment lacks: claims each run, computes it in the pool, stores it, and counts it as done only then.
// Stopped, it keeps what is stored. A failure of the library ends the job, a failure of a run only that run.
import type { Progress } from '../../contract/api'
import { toErrorData, VlagError, type ErrorData } from '../../contract/errors'
import type { ExperimentId } from '../../contract/ids'
import type { ExperimentState, PlannedRun, ResolvedExperiment } from '../../contract/results'
import { ENGINE_VERSION } from '../../engine'
import { decisionFile, type FinishedRun, type Reuse } from '../../db'
import type { DbClient } from './db-client'
import { buildRates, buildRunning, type ActiveUnit } from './job-progress'
import type { Log } from './log'
import type { ActiveRun, Pool } from './pool'
import { createRunWriter } from './run-writer'
import type { DoneReply } from './sim-task'
import type { Ending } from './types'

export interface JobOptions {
  readonly id: ExperimentId
  readonly experiment: ResolvedExperiment
  readonly plan: readonly PlannedRun[]
  /** Keys of `plan` that the library has. */
  readonly storedKeys: ReadonlySet<string>
  /** Where 'none', what is stored is computed too, and the library compares. */
  readonly reuse: Reuse
  /** Files of decisions go beside it. */
  readonly libraryPath: string
  readonly db: DbClient
  readonly pool: Pool
  readonly log: Log
  /** At most 10 a second, and at each change of state. */
  readonly onProgress: (progress: Progress) => void
}

export interface Job {
  readonly ended: Promise<Ending>
  progress(): Progress
  /** What is in flight is given up; resolves as `ended` does. */
  stop(state: 'cancelled' | 'interrupted'): Promise<Ending>
}

const PROGRESS_MS = 100
/** Failures of the place where results go: no run's fault, and the next would meet them too. */
const PLACE_CODES: readonly ErrorData['code'][] = ['disk-full', 'read-only']

/** Slots that one run answers: variants that are the same share it. */
type Unit = readonly [PlannedRun, ...PlannedRun[]]

export function createJob(options: JobOptions): Job {
  const job = new ExperimentJob(options)
  const ended = job.run()
  return {
    ended,
    progress: () => job.progress(),
    stop: (state) => {
      job.stop(state)
      return ended
    },
  }
}

class ExperimentJob {
  private state: ExperimentState = 'queued'
  private stopState: 'cancelled' | 'interrupted' | null = null
  private error: ErrorData | null = null
  private readonly queue: Unit[]
  private readonly unitsTotal: number
  private readonly perVariant: number[]
  private readonly active = new Map<Unit, ActiveRun>()
  private readonly writer
  private done = 0
  private failed = 0
  private cached = 0
  private unitsEnded = 0
  private eventsEnded = 0
  private beginMs = 0

  constructor(private readonly options: JobOptions) {
    this.perVariant = options.experiment.variants.map(() => 0)
    this.writer = createRunWriter(options.db, options.id)
    const units = groupByKey(options.plan)
    const isStored = (unit: Unit): boolean => options.storedKeys.has(unit[0].key)
    for (const unit of units) if (isStored(unit)) this.countDone(unit, true)
    this.queue = units.filter((unit) => !isStored(unit))
    this.unitsTotal = this.queue.length
  }

  async run(): Promise<Ending> {
    const { db, id, pool } = this.options
    this.beginMs = performance.now()
    const timer = setInterval(() => {
      this.emit()
    }, PROGRESS_MS)
    try {
      await db.call('setRunning', id)
      this.state = 'running'
      this.emit()
      // Two per thread: while one run is stored the next is computed.
      await Promise.all(Array.from({ length: pool.workers * 2 }, () => this.work()))
    } catch (error) {
      this.fail(error)
    }
    clearInterval(timer)
    await this.finish()
    this.emit()
    return { id, state: this.state, error: this.error }
  }

  stop(state: 'cancelled' | 'interrupted'): void {
    this.stopState ??= state
    for (const run of this.active.values()) run.stop()
  }

  progress(): Progress {
    const { id, experiment, plan } = this.options
    const active = [...this.active].map(([slots, run]): ActiveUnit => ({ slots, progress: run.progress() }))
    const figures = {
      elapsedMs: performance.now() - this.beginMs,
      unitsTotal: this.unitsTotal,
      unitsEnded: this.unitsEnded,
      eventsEnded: this.eventsEnded,
      simulatedNs: experiment.durationNs + experiment.warmupNs,
    }
    return {
      id,
      state: this.state,
      total: plan.length,
      done: this.done,
      failed: this.failed,
      cached: this.cached,
      perVariant: [...this.perVariant],
      running: buildRunning(active),
      ...buildRates(figures, active),
      ...(this.error === null ? {} : { error: this.error }),
    }
  }

  private emit(): void {
    this.options.onProgress(this.progress())
  }

  private async work(): Promise<void> {
    while (this.stopState === null) {
      const unit = this.queue.shift()
      if (unit === undefined) return
      try {
        await this.runUnit(unit)
      } catch (error) {
        this.fail(error)
      }
    }
  }

  private async runUnit(unit: Unit): Promise<void> {
    const { id, db, pool, reuse, libraryPath } = this.options
    const { key, seed, spec } = unit[0]
    if (!(await db.call('claim', { id, key, reuse }))) {
      this.unitsEnded++
      this.countDone(unit, true)
      return
    }
    if (this.isStopped()) return
    const run = pool.run(spec, decisionFile(libraryPath, key))
    this.active.set(unit, run)
    const reply = await run.reply
    this.active.delete(unit)
    if (reply.kind === 'stopped') return
    if (reply.kind === 'failed' && PLACE_CODES.includes(reply.error.code))
      throw VlagError.fromData(reply.error)
    const fault =
      reply.kind === 'done'
        ? await this.writer.write({ kind: 'done', run: toFinishedRun(key, seed, reply) })
        : await this.writeFailure(key, reply.error)
    this.unitsEnded++
    if (reply.kind === 'done') this.eventsEnded += reply.result.events
    if (fault === null) this.countDone(unit, false)
    else {
      this.failed += unit.length
      this.options.log.write('run', `${id} seed ${seed}: ${fault}`)
    }
  }

  private async writeFailure(key: string, { message, remedy }: ErrorData): Promise<string> {
    // A thrown error's message is no sentence.
    const sentence = /[.!?]$/.test(message) ? message : `${message}.`
    const text = remedy === null ? sentence : `${sentence} ${remedy}`
    await this.writer.write({ kind: 'failed', key, message: text })
    return text
  }

  private countDone(unit: Unit, isCached: boolean): void {
    for (const { variant } of unit) {
      this.done++
      if (isCached) this.cached++
      this.perVariant[variant] = (this.perVariant[variant] ?? 0) + 1
    }
  }

  // A method, since a stop may come while a caller waits.
  private isStopped(): boolean {
    return this.stopState !== null
  }

  private fail(error: unknown): void {
    this.error ??= toErrorData(error)
    this.options.log.write('job', `${this.options.id}: ${this.error.message}`)
    this.stop('interrupted')
  }

  private async finish(): Promise<void> {
    const isComplete = this.done + this.failed === this.options.plan.length
    const end = this.failed > 0 ? 'failed' : 'completed'
    this.state = isComplete ? end : (this.stopState ?? 'interrupted')
    try {
      await this.options.db.call('finish', { id: this.options.id, state: this.state })
    } catch (error) {
      this.fail(error) // the next start finds it open and marks it interrupted
      this.state = 'interrupted'
    }
  }
}

function groupByKey(plan: readonly PlannedRun[]): Unit[] {
  const units = new Map<string, [PlannedRun, ...PlannedRun[]]>()
  for (const planned of plan) {
    const unit = units.get(planned.key)
    if (unit === undefined) units.set(planned.key, [planned])
    else unit.push(planned)
  }
  return [...units.values()]
}

function toFinishedRun(key: string, seed: number, { result, wallMs, decisions }: DoneReply): FinishedRun {
  const { digest, outcome, outcomeDetail, events, simulatedNs, metrics, counters, tasks, histograms } = result
  const head = { seed, digest, outcome, outcomeDetail, events, simulatedNs, wallMs }
  const record = { ...head, metrics, counters, ...(decisions === undefined ? {} : { decisions }), tasks }
  return { key, engineVersion: ENGINE_VERSION, record, histograms }
}
