// Experiments as they are read: the library's list (three statements whatever its length), one row, its texts, counts.
import { VlagError } from '../contract/errors'
import type { ExperimentRow, ExperimentState, ResolvedExperiment } from '../contract/results'
import type { Sqlite, SqlValue } from './driver'

export type Outcome = NonNullable<ExperimentRow['outcome']>

export interface ExperimentTexts {
  readonly source: string
  readonly sourceName: string
  readonly spec: ResolvedExperiment
}

/** How far an experiment is, from its rows. */
export interface Counts {
  readonly state: ExperimentState
  readonly total: number
  readonly failed: number
  readonly cached: number
  readonly donePerVariant: readonly number[]
}

interface ListRow {
  readonly id: string
  readonly name: string
  readonly state: ExperimentState
  readonly created_at: number
  readonly finished_at: number | null
  readonly deleted_at: number | null
  readonly engine_version: string
  readonly spec_hash: string
  readonly machine_id: string
  readonly machine_title: string
  readonly cpus: number
  readonly workload_summary: string
  readonly seeds: number
  readonly runs_total: number
  readonly runs_done: number
  readonly runs_failed: number
  readonly outcome: Outcome | null
}

interface VariantRow {
  readonly experiment_id: string
  readonly name: string
  readonly policy: string
  readonly headline: string
}

interface LiveCounts {
  readonly id: string
  readonly done: number
  readonly failed: number
}

/** An experiment that some process has in work. */
export const IS_OPEN = `state IN ('queued', 'running')`

export function notFound(id: string): VlagError {
  return new VlagError('not-found', `The library has no experiment ${id}.`, {
    remedy: 'The library in the window, or `vlag list`, shows what is there.',
  })
}

/** Newest first; of the bin or of the library proper. */
export function listExperiments(db: Sqlite, bin: boolean): ExperimentRow[] {
  return selectRows(db, bin ? 'deleted_at IS NOT NULL' : 'deleted_at IS NULL')
}

/** Throws `not-found`. */
export function getExperiment(db: Sqlite, id: string): ExperimentRow {
  const row = selectRows(db, 'id = ?', id)[0]
  if (row === undefined) throw notFound(id)
  return row
}

/** Newest one outside the bin; null in an empty library. */
export function latestExperimentId(db: Sqlite): string | null {
  const sql = 'SELECT id FROM experiments WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 1'
  return db.get<{ id: string }>(sql)?.id ?? null
}

/** Throws `not-found`. */
export function experimentTexts(db: Sqlite, id: string): ExperimentTexts {
  const row = db.get<{ source_name: string; source: string; spec: string }>(
    'SELECT source_name, source, spec FROM experiment_texts WHERE experiment_id = ?',
    id,
  )
  if (row === undefined) throw notFound(id)
  // Only `insertExperiment` writes it, from a ResolvedExperiment.
  const spec = JSON.parse(row.spec) as ResolvedExperiment
  return { source: row.source, sourceName: row.source_name, spec }
}

/** The other living process that runs it; null where none does. */
export function runningElsewhere(
  db: Sqlite,
  id: string,
  ownSessionId: string,
): { pid: number; program: string } | null {
  const found = db.get<{ pid: number; program: string }>(
    `SELECT s.pid, s.program FROM experiments e JOIN sessions s ON s.id = e.session_id
     WHERE e.id = ? AND e.${IS_OPEN} AND s.id <> ?`,
    id,
    ownSessionId,
  )
  return found ?? null
}

/** Null for an unknown id. */
export function countRuns(db: Sqlite, id: string): Counts | null {
  const head = db.get<{ state: ExperimentState; variants: number }>(
    `SELECT state, (SELECT count(*) FROM variants WHERE experiment_id = experiments.id) AS variants
     FROM experiments WHERE id = ?`,
    id,
  )
  if (head === undefined) return null
  const rows = db.all<{ variant: number; total: number; done: number; failed: number; cached: number }>(
    `SELECT variant, count(*) AS total, sum(state = 'done') AS done, sum(state = 'failed') AS failed,
       sum(cached AND state = 'done') AS cached
     FROM experiment_runs WHERE experiment_id = ? GROUP BY variant`,
    id,
  )
  const donePerVariant = new Array<number>(head.variants).fill(0)
  let [total, failed, cached] = [0, 0, 0]
  for (const row of rows) {
    donePerVariant[row.variant] = row.done
    total += row.total
    failed += row.failed
    cached += row.cached
  }
  return { state: head.state, total, failed, cached, donePerVariant }
}

/** Ids of experiments that changed at `sinceMs` or later. */
export function changedSince(db: Sqlite, sinceMs: number): string[] {
  return db
    .all<{ id: string }>('SELECT id FROM experiments WHERE updated_at >= ?', sinceMs)
    .map((row) => row.id)
}

/** Open experiments that belong to one of these sessions or to none. */
export function openExperimentsOf(db: Sqlite, sessionIds: readonly string[]): string[] {
  return db
    .all<{ id: string }>(
      `SELECT id FROM experiments WHERE ${IS_OPEN}
       AND (session_id IS NULL OR session_id IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(sessionIds),
    )
    .map((row) => row.id)
}

function selectRows(db: Sqlite, where: string, ...values: readonly SqlValue[]): ExperimentRow[] {
  return db.snapshot(() => {
    const variants = new Map<string, VariantRow[]>()
    const variantRows = db.all<VariantRow>(
      `SELECT experiment_id, name, policy, headline FROM variants
       WHERE experiment_id IN (SELECT id FROM experiments WHERE ${where}) ORDER BY experiment_id, position`,
      ...values,
    )
    for (const variant of variantRows) {
      const list = variants.get(variant.experiment_id)
      if (list === undefined) variants.set(variant.experiment_id, [variant])
      else list.push(variant)
    }
    const live = db.all<LiveCounts>(
      `SELECT experiment_id AS id, sum(state = 'done') AS done, sum(state = 'failed') AS failed
       FROM experiment_runs
       WHERE experiment_id IN (SELECT id FROM experiments WHERE ${where} AND ${IS_OPEN}) GROUP BY experiment_id`,
      ...values,
    )
    const liveById = new Map(live.map((row) => [row.id, row]))
    return db
      .all<ListRow>(`SELECT * FROM experiments WHERE ${where} ORDER BY id DESC`, ...values)
      .map((row) => toExperimentRow(row, variants.get(row.id) ?? [], liveById.get(row.id)))
  })
}

const toIso = (ms: number): string => new Date(ms).toISOString()

function toExperimentRow(
  row: ListRow,
  variants: readonly VariantRow[],
  live: LiveCounts | undefined,
): ExperimentRow {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    createdAt: toIso(row.created_at),
    finishedAt: row.finished_at === null ? null : toIso(row.finished_at),
    engineVersion: row.engine_version,
    specHash: row.spec_hash,
    machine: { id: row.machine_id, title: row.machine_title, cpus: row.cpus },
    workloadSummary: JSON.parse(row.workload_summary) as string[],
    variants: variants.map(({ name, policy }) => ({ name, policy })),
    seeds: row.seeds,
    runsDone: live?.done ?? row.runs_done,
    runsTotal: row.runs_total,
    runsFailed: live?.failed ?? row.runs_failed,
    headline: variants.map((variant) => JSON.parse(variant.headline) as Record<string, number | null>),
    outcome: row.outcome,
    deletedAt: row.deleted_at === null ? null : toIso(row.deleted_at),
  }
}
