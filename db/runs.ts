// Runs and what they measured. A run is found by its key; present means done, whoever computed it.
import { existsSync } from 'node:fs'
import type { ExperimentDetail, FailedRun, RunRecord } from '../contract/results'
import { decisionFile } from './decision-files'
import type { Sqlite } from './driver'
import { assertFinite, NotANumber } from './finite'
import { buildMergedHistogram, decodeBuckets, encodeBuckets, type Histogram } from './histogram-codec'

export type RunHistograms = ExperimentDetail['histograms'][number]

/** A finished run as it goes in. */
export interface FinishedRun {
  readonly key: string
  readonly engineVersion: string
  readonly record: RunRecord
  readonly histograms: RunHistograms
}

export type RunEnd =
  | { readonly kind: 'done'; readonly run: FinishedRun }
  | { readonly kind: 'failed'; readonly key: string; readonly message: string }

type Task = RunRecord['tasks'][number]

/** Which stored runs answer a request: none (all is computed), those with results, or those with decisions too. */
export type Reuse = 'none' | 'results' | 'decisions'

/** Those of `keys` that the library has. A run whose file of decisions is gone has none. */
export function storedKeys(db: Sqlite, keys: readonly string[], reuse: Reuse): string[] {
  if (reuse === 'none') return []
  const found = db.all<{ key: string; recorded: number | null }>(
    `SELECT key, decisions_recorded AS recorded FROM runs WHERE key IN (SELECT value FROM json_each(?))`,
    JSON.stringify(keys),
  )
  const hasDecisions = ({ key, recorded }: (typeof found)[number]): boolean =>
    recorded !== null && existsSync(decisionFile(db.path, key))
  return found.filter((row) => reuse === 'results' || hasDecisions(row)).map(({ key }) => key)
}

/**
 * Asks for a run just before it is computed: true and marked `running`, or false and marked done, where another
 * process was faster.
 */
export function claimRun(db: Sqlite, experimentId: string, key: string, reuse: Reuse): boolean {
  return db.immediate(() => {
    const isStored = storedKeys(db, [key], reuse).length > 0
    db.run(
      'UPDATE experiment_runs SET state = ?, cached = ?, error = NULL WHERE experiment_id = ? AND run_key = ?',
      isStored ? 'done' : 'running',
      isStored ? 1 : 0,
      experimentId,
      key,
    )
    return !isStored
  })
}

/**
 * Stores ended runs of one experiment in one transaction. A run that is there already is compared instead: its
 * digest must be the same. A run that disagrees or holds what is no number fails its slots, with the reason.
 * Returns the messages of those that failed here, by key.
 */
export function recordRuns(
  db: Sqlite,
  experimentId: string,
  ends: readonly RunEnd[],
  nowMs: number,
): { readonly key: string; readonly message: string }[] {
  return db.immediate(() => {
    const faults: { key: string; message: string }[] = []
    for (const end of ends) {
      const key = end.kind === 'done' ? end.run.key : end.key
      const fault = end.kind === 'done' ? storeRun(db, end.run, nowMs) : null
      if (fault !== null) faults.push({ key, message: fault })
      const error = end.kind === 'failed' ? end.message : fault
      db.run(
        'UPDATE experiment_runs SET state = ?, error = ? WHERE experiment_id = ? AND run_key = ?',
        error === null ? 'done' : 'failed',
        error,
        experimentId,
        key,
      )
    }
    db.run('UPDATE experiments SET updated_at = ? WHERE id = ?', nowMs, experimentId)
    return faults
  })
}

export function countStoredRuns(db: Sqlite): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM runs')?.n ?? 0
}

export function failedRuns(db: Sqlite, experimentId: string): FailedRun[] {
  return db.all<FailedRun>(
    `SELECT variant, seed, error AS message FROM experiment_runs
     WHERE experiment_id = ? AND state = 'failed' ORDER BY variant, seed`,
    experimentId,
  )
}

/** Null, or why the run cannot be taken. */
function storeRun(db: Sqlite, run: FinishedRun, nowMs: number): string | null {
  const { key, record } = run
  const stored = db.get<{ digest: string }>('SELECT digest FROM runs WHERE key = ?', key)?.digest
  if (stored !== undefined) {
    if (stored === record.digest) return addDecisions(db, run)
    return (
      `Determinism fault: this run gave digest ${record.digest}, but the library holds ${stored} for the same ` +
      `specification, seed and engine version (run ${key.slice(0, 12)}).`
    )
  }
  try {
    assertFinite(record, 'run')
    assertFinite(run.histograms, 'histograms')
    insertRun(db, run, nowMs)
    return null
  } catch (error) {
    if (error instanceof NotANumber) return error.message
    throw error
  }
}

/** A run that was stored without decisions and was computed again for their sake. */
function addDecisions(db: Sqlite, { key, record: { decisions } }: FinishedRun): null {
  if (decisions === undefined) return null
  db.run(
    'UPDATE runs SET decisions_recorded = ?, decisions_dropped = ? WHERE key = ?',
    decisions.recorded,
    decisions.dropped,
    key,
  )
  return null
}

function insertRun(db: Sqlite, { key, engineVersion, record, histograms }: FinishedRun, nowMs: number): void {
  const buckets = { wakeup: encodeBuckets(histograms.wakeup), wait: encodeBuckets(histograms.wait) }
  const inserted = db.get<{ id: number }>(
    `INSERT INTO runs (key, engine_version, seed, digest, outcome, outcome_detail, events, simulated_ns, wall_ms, created_at,
       counters, decisions_recorded, decisions_dropped)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    key,
    engineVersion,
    record.seed,
    record.digest,
    record.outcome,
    record.outcomeDetail,
    record.events,
    record.simulatedNs,
    record.wallMs,
    nowMs,
    record.counters === null ? null : JSON.stringify(record.counters),
    record.decisions?.recorded ?? null,
    record.decisions?.dropped ?? null,
  )
  if (inserted === undefined) throw new Error('INSERT ... RETURNING gave no row')
  insertMetrics(db, inserted.id, record.metrics)
  record.tasks.forEach((task, position) => insertTask(db, inserted.id, position, task))
  for (const kind of ['wakeup', 'wait'] as const) {
    const { sumNs, minNs, maxNs } = histograms[kind]
    const row = [inserted.id, kind, buckets[kind], sumNs, minNs, maxNs] as const
    db.run('INSERT INTO run_histograms VALUES (?, ?, ?, ?, ?, ?)', ...row)
  }
}

function insertMetrics(db: Sqlite, runId: number, metrics: RunRecord['metrics']): void {
  Object.entries(metrics).forEach(([id, metric], position) => {
    const reason = metric.value === null ? metric.reason : null
    const row = [runId, position, id, metric.unit, metric.value, reason] as const
    db.run('INSERT INTO run_metrics VALUES (?, ?, ?, ?, ?, ?)', ...row)
  })
}

function insertTask(db: Sqlite, runId: number, position: number, task: Task): void {
  db.run(
    `INSERT INTO run_tasks (run_id, position, name, nice, cpu_share, cpu_time_ns, switches_per_second,
       preemptions_per_second, migrations, wait, wakeup, stay, voluntary_switches, involuntary_switches, run_delay_ns)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    runId,
    position,
    task.name,
    task.nice,
    task.cpuShare,
    task.cpuTimeNs,
    task.switchesPerSecond,
    task.preemptionsPerSecond,
    task.migrations,
    JSON.stringify(task.waitNs),
    JSON.stringify(task.wakeupLatencyNs),
    JSON.stringify(task.runNs),
    task.voluntarySwitches,
    task.involuntarySwitches,
    task.runDelayNs,
  )
}

interface HistogramRow {
  readonly variant: number
  readonly kind: 'wakeup' | 'wait'
  readonly buckets: Uint8Array
  readonly sum_ns: number
  readonly min_ns: number | null
  readonly max_ns: number | null
}

/** Per variant the histograms of its finished runs, added up. */
export function mergedHistograms(db: Sqlite, experimentId: string, variants: number): RunHistograms[] {
  return Array.from({ length: variants }, (_, variant) => {
    const rows = db.all<HistogramRow>(
      `SELECT h.kind, h.buckets, h.sum_ns, h.min_ns, h.max_ns
       FROM experiment_runs e JOIN runs r ON r.key = e.run_key JOIN run_histograms h ON h.run_id = r.id
       WHERE e.experiment_id = ? AND e.variant = ? AND e.state = 'done' ORDER BY e.seed`,
      experimentId,
      variant,
    )
    const merged = (kind: HistogramRow['kind']): Histogram =>
      buildMergedHistogram(
        rows
          .filter((row) => row.kind === kind)
          .map((row) => ({
            ...decodeBuckets(row.buckets),
            sumNs: row.sum_ns,
            minNs: row.min_ns,
            maxNs: row.max_ns,
          })),
      )
    return { wakeup: merged('wakeup'), wait: merged('wait') }
  })
}
