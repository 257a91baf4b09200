// The service behind `experiments.*`: opens, starts, cancels, resumes and shows experiments. Those that run in this
// process are jobs; all else is the library's.
import type { Progress, Source } from '../../contract/api'
import { VlagError } from '../../contract/errors'
import type { ExperimentId } from '../../contract/ids'
import type {
  ExperimentDetail,
  ExperimentState,
  PlannedRun,
  ResolvedExperiment,
} from '../../contract/results'
import { decisionFile, type Reuse } from '../../db'
import { ENGINE_VERSION } from '../../engine'
import type { DbClient } from './db-client'
import { readDecisionFile } from './decisions/decision-file'
import type { DecisionRecord } from './decisions/decision-record'
import { planRuns, specHash } from './experiment'
import { createIdSource } from './experiment-ids'
import { createJob, type Job } from './experiment-job'
import type { Log } from './log'
import { openSource, sourceError } from './open-source'
import type { Pool } from './pool'
import { buildResult } from './results'
import type { BackendHandlers, Ending, EventBus, StartOptions } from './types'

type Handled =
  | 'experiments.preview'
  | 'experiments.start'
  | 'experiments.cancel'
  | 'experiments.resume'
  | 'experiments.progress'
  | 'experiments.list'
  | 'experiments.get'
  | 'experiments.rename'
  | 'experiments.delete'
  | 'experiments.restore'

export interface ExperimentService {
  readonly handlers: Pick<BackendHandlers, Handled>
  readonly start: (source: Source, options?: StartOptions) => Promise<{ id: ExperimentId }>
  readonly finished: (id: ExperimentId) => Promise<Ending>
  readonly decisions: (id: ExperimentId, variant: number, seed: number) => Promise<DecisionRecord>
  /** True while anything runs here. */
  isBusy(): boolean
  /** Interrupts what runs here; resolves when that is stored. */
  dispose(): Promise<void>
}

export interface ServiceOptions {
  readonly db: DbClient
  readonly pool: Pool
  readonly events: EventBus
  readonly log: Log
  readonly examplesDir: string
  /** Files of decisions are beside it. */
  readonly libraryPath: string
}

export function createExperimentService(options: ServiceOptions): ExperimentService {
  const service = new Experiments(options)
  const handlers: ExperimentService['handlers'] = {
    'experiments.preview': ({ source }) => service.preview(source),
    'experiments.start': ({ source }) => service.start(source),
    'experiments.cancel': ({ id }) => service.cancel(id),
    'experiments.resume': ({ id }) => service.resume(id),
    'experiments.progress': ({ id }) => service.progress(id),
    'experiments.list': ({ bin }) => options.db.call('list', bin),
    'experiments.get': ({ id }) => service.get(id),
    'experiments.rename': ({ id, name }) => service.rename(id, name),
    'experiments.delete': ({ ids }) => service.delete(ids),
    'experiments.restore': ({ ids }) => service.setDeleted(ids, false),
  }
  return {
    handlers,
    start: (source, startOptions) => service.start(source, startOptions),
    finished: (id) => service.finished(id),
    decisions: (id, variant, seed) => service.decisions(id, variant, seed),
    isBusy: () => service.jobs.size > 0,
    dispose: async () => {
      await Promise.all([...service.jobs.values()].map((job) => job.stop('interrupted')))
    },
  }
}

class Experiments {
  readonly jobs = new Map<ExperimentId, Job>()
  /** Of experiments that ended here, with what the library does not keep: why one ended early. */
  private readonly endings = new Map<ExperimentId, Ending>()
  /** Being taken up again, but not a job yet. */
  private readonly resuming = new Set<ExperimentId>()
  private readonly nextId = createIdSource()
  private readonly db: DbClient

  constructor(private readonly options: ServiceOptions) {
    this.db = options.db
  }

  async preview(source: Source) {
    const { sourceName, text, format, experiment, plan, problems } = openSource(
      source,
      this.options.examplesDir,
    )
    const stored = await this.storedKeys(plan, experiment === null ? 'none' : reuseFor(experiment))
    const runsCached = plan.filter(({ key }) => stored.has(key)).length
    return { source, sourceName, text, format, experiment, runsTotal: plan.length, runsCached, problems }
  }

  async start(source: Source, { fresh = false }: StartOptions = {}): Promise<{ id: ExperimentId }> {
    const opened = openSource(source, this.options.examplesDir)
    const { experiment, plan } = opened
    if (experiment === null) throw sourceError(opened)
    const id = this.nextId(Date.now())
    const reuse = fresh ? 'none' : reuseFor(experiment)
    const storedKeys = await this.storedKeys(plan, reuse)
    await this.db.call('insert', {
      id,
      experiment,
      specHash: specHash(experiment),
      engineVersion: ENGINE_VERSION,
      source: opened.text,
      sourceName: opened.sourceName,
      slots: slotsOf(plan),
      reuse,
    })
    this.run({ id, experiment, plan, storedKeys, reuse })
    return { id }
  }

  async cancel(id: ExperimentId): Promise<{ kept: number }> {
    const job = this.jobs.get(id)
    if (job !== undefined) await job.stop('cancelled')
    else await this.db.call('refuseWhereOpenElsewhere', id)
    const { runsDone } = await this.db.call('row', id)
    return { kept: runsDone }
  }

  /** Under another engine version than before, all its runs are planned anew: results of two are never mixed. */
  async resume(id: ExperimentId): Promise<{ queued: number }> {
    if (this.jobs.has(id) || this.resuming.has(id)) return { queued: 0 }
    this.resuming.add(id)
    try {
      const experiment = await this.db.call('spec', id)
      const plan = planRuns(experiment)
      const slots = slotsOf(plan)
      const reuse = reuseFor(experiment)
      const queued = await this.db.call('requeue', { id, slots, engineVersion: ENGINE_VERSION, reuse })
      this.run({ id, experiment, plan, storedKeys: await this.storedKeys(plan, reuse), reuse })
      return { queued }
    } finally {
      this.resuming.delete(id)
    }
  }

  async progress(id: ExperimentId): Promise<Progress | null> {
    const running = this.jobs.get(id)?.progress()
    if (running !== undefined) return running
    const counts = await this.db.call('counts', id)
    if (counts === null) return null
    const { state, total, failed, cached, donePerVariant } = counts
    const error = this.endings.get(id)?.error ?? null
    return {
      id,
      state,
      total,
      done: donePerVariant.reduce((sum, n) => sum + n, 0),
      failed,
      cached,
      perVariant: donePerVariant,
      running: [],
      secondsLeft: null,
      eventsPerSecond: null,
      timesRealTime: null,
      ...(error === null ? {} : { error }),
    }
  }

  async get(id: ExperimentId): Promise<ExperimentDetail> {
    const { row, source, sourceName, spec, runs, histograms, failures } = await this.db.call('experiment', id)
    const { specHash: hash, engineVersion } = row
    const result = buildResult({ spec, specHash: hash, engineVersion, runs })
    return { row, source, sourceName, result, histograms, failures }
  }

  async decisions(id: ExperimentId, variant: number, seed: number): Promise<DecisionRecord> {
    const run = await this.db.call('doneRun', { id, variant, seed })
    if (run === null) {
      throw new VlagError('not-found', `The run of seed ${seed} is not done.`, {
        remedy: 'Run the experiment file again: it does what is missing.',
      })
    }
    if (!run.hasDecisions) {
      throw new VlagError('not-found', `No decisions were recorded of the run of seed ${seed}.`, {
        remedy: 'Put "record": { "decisions": true } into the experiment file and run it again.',
      })
    }
    return readDecisionFile(decisionFile(this.options.libraryPath, run.key))
  }

  async rename(id: ExperimentId, name: string): Promise<Record<string, never>> {
    await this.db.call('rename', { id, name })
    this.changed([id])
    return {}
  }

  async delete(ids: readonly ExperimentId[]): Promise<{ ids: string[] }> {
    for (const id of ids) {
      await this.jobs.get(id)?.stop('cancelled')
      await this.db.call('refuseWhereOpenElsewhere', id)
    }
    return this.setDeleted(ids, true)
  }

  async setDeleted(ids: readonly ExperimentId[], isDeleted: boolean): Promise<{ ids: string[] }> {
    const moved = await this.db.call('setDeleted', { ids, isDeleted })
    this.changed(moved)
    return { ids: moved }
  }

  async finished(id: ExperimentId): Promise<Ending> {
    const ended = (await this.jobs.get(id)?.ended) ?? this.endings.get(id)
    if (ended !== undefined) return ended
    const { state } = await this.db.call('row', id)
    return { id, state, error: null }
  }

  private run(entry: {
    id: ExperimentId
    experiment: ResolvedExperiment
    plan: readonly PlannedRun[]
    storedKeys: ReadonlySet<string>
    reuse: Reuse
  }): void {
    const { db, pool, log, events, libraryPath } = this.options
    const { id } = entry
    let shown: ExperimentState | null = null
    const onProgress = (progress: Progress): void => {
      events.emit('experiments.progress', progress)
      if (progress.state !== shown) this.changed([id])
      shown = progress.state
    }
    this.endings.delete(id)
    const job = createJob({ ...entry, db, pool, log, libraryPath, onProgress })
    this.jobs.set(id, job)
    void job.ended.then((ending) => {
      this.jobs.delete(id)
      this.endings.set(id, ending)
    })
    this.changed([id])
  }

  private async storedKeys(plan: readonly PlannedRun[], reuse: Reuse): Promise<ReadonlySet<string>> {
    const keys = [...new Set(plan.map(({ key }) => key))]
    return new Set(await this.db.call('storedKeys', { keys, reuse }))
  }

  private changed(ids: readonly ExperimentId[]): void {
    if (ids.length > 0) this.options.events.emit('experiments.changed', { ids })
  }
}

/** A run that is stored without decisions does not answer an experiment that wants them. */
const reuseFor = ({ record }: ResolvedExperiment): Reuse =>
  record?.decisions === true ? 'decisions' : 'results'

function slotsOf(plan: readonly PlannedRun[]) {
  return plan.map(({ variant, seed, key }) => ({ variant, seed, key }))
}
