// Experiments as they are written: saved with all their runs queued, renamed, binned, taken up again, finished.
// Each of these is one short transaction.
import type { ExperimentId } from '../contract/ids'
import type { ExperimentState, ResolvedExperiment } from '../contract/results'
import type { Sqlite } from './driver'
import { IS_OPEN, notFound, type Outcome } from './experiment-reads'
import { storedKeys, type Reuse } from './runs'

/** One (variant, seed) of an experiment and the run that answers it. */
export interface Slot {
  readonly variant: number
  readonly seed: number
  readonly key: string
}

export interface NewExperiment {
  readonly id: ExperimentId
  readonly experiment: ResolvedExperiment
  readonly specHash: string
  readonly engineVersion: string
  readonly source: string
  readonly sourceName: string
  readonly slots: readonly Slot[]
  /** Which of the library's runs count as done at once; the others are queued. */
  readonly reuse: Reuse
}

/** From best to worst. */
const OUTCOMES: readonly Outcome[] = ['completed', 'starved', 'empty', 'stalled']

/** Saves an experiment as queued; runs that the library has are done at once. Returns how many are queued. */
export function insertExperiment(db: Sqlite, entry: NewExperiment, sessionId: string, nowMs: number): number {
  return db.immediate(() => {
    insertHead(db, entry, sessionId, nowMs)
    entry.experiment.variants.forEach((variant, position) => {
      const row = [entry.id, position, variant.name, variant.policy, '{}'] as const
      db.run('INSERT INTO variants VALUES (?, ?, ?, ?, ?)', ...row)
    })
    return insertSlots(db, entry.id, entry.slots, entry.reuse)
  })
}

/** Takes an ended experiment up again; returns how many runs are queued, since the library has them not. */
export function requeueExperiment(
  db: Sqlite,
  id: string,
  entry: Pick<NewExperiment, 'slots' | 'engineVersion' | 'reuse'>,
  sessionId: string,
  nowMs: number,
): number {
  return db.immediate(() => {
    const changed = db.run(
      `UPDATE experiments SET state = 'queued', session_id = ?, finished_at = NULL, engine_version = ?, updated_at = ?
       WHERE id = ?`,
      sessionId,
      entry.engineVersion,
      nowMs,
      id,
    )
    if (changed === 0) throw notFound(id)
    db.run('DELETE FROM experiment_runs WHERE experiment_id = ?', id)
    return insertSlots(db, id, entry.slots, entry.reuse)
  })
}

export function setExperimentRunning(db: Sqlite, id: string, nowMs: number): void {
  db.run(`UPDATE experiments SET state = 'running', updated_at = ? WHERE id = ?`, nowMs, id)
}

/** Ends an experiment; its runs that are not done become `cancelled` or `interrupted`. */
export function finishExperiment(
  db: Sqlite,
  id: string,
  state: ExperimentState,
  headlineMetrics: readonly string[],
  nowMs: number,
): void {
  db.immediate(() => {
    const left = state === 'cancelled' ? 'cancelled' : 'interrupted'
    db.run(`UPDATE experiment_runs SET state = ? WHERE experiment_id = ? AND ${IS_OPEN}`, left, id)
    db.run(
      'UPDATE experiments SET state = ?, session_id = NULL, finished_at = ?, updated_at = ? WHERE id = ?',
      state,
      nowMs,
      nowMs,
      id,
    )
    summarise(db, id, headlineMetrics)
  })
}

/** Throws `not-found`. */
export function renameExperiment(db: Sqlite, id: string, name: string, nowMs: number): void {
  const changed = db.run('UPDATE experiments SET name = ?, updated_at = ? WHERE id = ?', name, nowMs, id)
  if (changed === 0) throw notFound(id)
}

/** Into the bin or out of it; returns the ids that moved. */
export function setExperimentsDeleted(
  db: Sqlite,
  ids: readonly string[],
  isDeleted: boolean,
  nowMs: number,
): string[] {
  const sql =
    'UPDATE experiments SET deleted_at = ?, updated_at = ? WHERE id = ? AND (deleted_at IS NULL) = ?'
  const move = (id: string): boolean =>
    db.run(sql, isDeleted ? nowMs : null, nowMs, id, isDeleted ? 1 : 0) > 0
  return db.immediate(() => ids.filter(move))
}

function insertHead(db: Sqlite, entry: NewExperiment, sessionId: string, nowMs: number): void {
  const { experiment, id } = entry
  db.run(
    `INSERT INTO experiments (id, name, state, session_id, created_at, updated_at, engine_version, spec_hash,
       machine_id, machine_title, cpus, workload_summary, seeds, runs_total, runs_done, runs_failed)
     VALUES (?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`,
    id,
    experiment.name,
    sessionId,
    nowMs,
    nowMs,
    entry.engineVersion,
    entry.specHash,
    experiment.machine.id,
    experiment.machine.title,
    experiment.machine.cpus,
    JSON.stringify(experiment.workloadSummary),
    experiment.seeds.length,
    entry.slots.length,
  )
  const spec = JSON.stringify(experiment)
  db.run('INSERT INTO experiment_texts VALUES (?, ?, ?, ?)', id, entry.sourceName, entry.source, spec)
}

function insertSlots(db: Sqlite, id: string, slots: readonly Slot[], reuse: Reuse): number {
  const stored = new Set(
    storedKeys(
      db,
      slots.map(({ key }) => key),
      reuse,
    ),
  )
  let queued = 0
  for (const { variant, seed, key } of slots) {
    const isStored = stored.has(key)
    if (!isStored) queued++
    const row = [id, variant, seed, key, isStored ? 'done' : 'queued', isStored ? 1 : 0] as const
    db.run('INSERT INTO experiment_runs VALUES (?, ?, ?, ?, ?, ?, NULL)', ...row)
  }
  return queued
}

/** Counts, worst outcome and headline means, from the rows of its runs. */
function summarise(db: Sqlite, id: string, headlineMetrics: readonly string[]): void {
  const counts = db.get<{ done: number; failed: number }>(
    `SELECT coalesce(sum(state = 'done'), 0) AS done, coalesce(sum(state = 'failed'), 0) AS failed
     FROM experiment_runs WHERE experiment_id = ?`,
    id,
  )
  const found = db.all<{ outcome: Outcome }>(
    `SELECT DISTINCT r.outcome FROM experiment_runs e JOIN runs r ON r.key = e.run_key
     WHERE e.experiment_id = ? AND e.state = 'done'`,
    id,
  )
  const worst = Math.max(-1, ...found.map((row) => OUTCOMES.indexOf(row.outcome)))
  db.run(
    'UPDATE experiments SET runs_done = ?, runs_failed = ?, outcome = ? WHERE id = ?',
    counts?.done ?? 0,
    counts?.failed ?? 0,
    OUTCOMES[worst] ?? null,
    id,
  )
  const means = db.all<{ variant: number; metric: string; mean: number | null }>(
    `SELECT e.variant, m.metric, avg(m.value) AS mean
     FROM experiment_runs e JOIN runs r ON r.key = e.run_key JOIN run_metrics m ON m.run_id = r.id
     WHERE e.experiment_id = ? AND e.state = 'done' AND m.metric IN (SELECT value FROM json_each(?))
     GROUP BY e.variant, m.metric ORDER BY e.variant, m.metric`,
    id,
    JSON.stringify(headlineMetrics),
  )
  const headlines = new Map<number, Record<string, number | null>>()
  for (const { variant, metric, mean } of means) {
    headlines.set(variant, { ...headlines.get(variant), [metric]: mean })
  }
  for (const [variant, headline] of headlines) {
    db.run(
      'UPDATE variants SET headline = ? WHERE experiment_id = ? AND position = ?',
      JSON.stringify(headline),
      id,
      variant,
    )
  }
}
