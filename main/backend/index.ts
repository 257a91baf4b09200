// The backend: everything of Vlag but its window. Used by the app, the command line and the tests alike.
import process from 'node:process'
import type { BackendHandlers, Backend, BackendOptions } from './types'
import { ENGINE_VERSION } from '../../engine'
import { createDbClient, type DbClient } from './db-client'
import { createEventBus } from './event-bus'
import { listExamples } from './experiment'
import { createExperimentService, type ExperimentService } from './experiments'
import { createLog, type Log } from './log'
import { databasePath } from './paths'
import { createPool } from './pool'

export { databasePath, homeFolder } from './paths'
export { createLog } from './log'
export { createPool, defaultWorkers, type Pool } from './pool'
export type * from './types'
export type { DecisionRecord } from './decisions/decision-record'
export { describeDecision, findDecisions } from './decisions/describe'

/** Metrics whose means the list of experiments shows. */
const HEADLINE_METRICS = [
  'wakeup_latency_p99',
  'wakeup_latency_mean',
  'wait_p99',
  'context_switches',
  'cpu_utilisation',
]

const CHANGES_MS = 1_000
/** Well within the limit after which a silent process counts as gone. */
const HEARTBEAT_MS = 10_000

/** Opens the library (see `readOnly` for one that cannot be written) and starts the threads on demand. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { home, workersDir, workers, examplesDir, program } = options
  const path = options.databasePath ?? databasePath(home)
  const log = createLog(home)
  const db = await createDbClient({ path, program, headlineMetrics: HEADLINE_METRICS, workersDir, log })
  const { readOnly, notices } = await db.call('status')
  for (const notice of notices) log.write('start', notice)
  if (readOnly !== null) log.write('start', readOnly.message)
  const pool = createPool({ workersDir, log, ...(workers === undefined ? {} : { workers }) })
  const events = createEventBus()
  const service = createExperimentService({ db, pool, events, log, examplesDir, libraryPath: path })

  const info: BackendHandlers['app.info'] = async () => {
    const { runs, bytes } = await db.call('size')
    const now = await db.call('status')
    return {
      ...options.host,
      engineVersion: ENGINE_VERSION,
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      databasePath: path,
      databaseBytes: bytes,
      runCount: runs,
      readOnly: now.readOnly,
      workers: pool.workers,
      notices,
    }
  }
  const stopKeeping = readOnly === null ? keepHouse(program, db, service, events.emit, log) : () => undefined

  let disposed: Promise<void> | null = null
  const dispose = async (): Promise<void> => {
    stopKeeping()
    await service.dispose()
    await pool.dispose()
    await db.close()
  }
  return {
    handlers: {
      'app.info': info,
      'examples.list': () => Promise.resolve(listExamples(examplesDir)),
      ...service.handlers,
    },
    events,
    readOnly,
    notices,
    start: service.start,
    finished: service.finished,
    decisions: service.decisions,
    latestId: () => db.call('latestId'),
    dispose: () => (disposed ??= dispose()),
  }
}

/**
 * While something runs here, says so to other processes. The app also looks for what others changed, and for
 * experiments of processes that died. Ends when the library's file is gone, which the window is told as a change.
 * Returns the function that ends it.
 */
function keepHouse(
  program: BackendOptions['program'],
  db: DbClient,
  service: ExperimentService,
  emit: Backend['events']['emit'],
  log: Log,
): () => void {
  const guarded = (work: () => Promise<void>) => () => {
    work().catch((error: unknown) => {
      log.write('housekeeping', String(error))
    })
  }
  const timers: NodeJS.Timeout[] = []
  const stop = (): void => {
    for (const timer of timers) clearInterval(timer)
  }
  const beat = async (): Promise<void> => {
    const { readOnly } = await db.call('status')
    if (readOnly !== null) {
      stop()
      log.write('library', readOnly.message)
      emit('experiments.changed', { ids: [] })
      return
    }
    if (service.isBusy()) await db.call('beat')
    if (program !== 'app') return
    const orphans = await db.call('adoptOrphans')
    if (orphans.length > 0) emit('experiments.changed', { ids: orphans })
  }
  const look = async (): Promise<void> => {
    const ids = await db.call('changes')
    if (ids.length > 0) emit('experiments.changed', { ids })
  }
  guarded(async () => {
    const strays = await db.call('removeStrayDecisionFiles')
    if (strays.length > 0) log.write('decisions', `removed files that no run has: ${strays.join(', ')}`)
  })()
  timers.push(setInterval(guarded(beat), HEARTBEAT_MS))
  if (program === 'app') timers.push(setInterval(guarded(look), CHANGES_MS))
  return stop
}
