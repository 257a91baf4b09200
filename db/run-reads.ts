// The finished runs of an experiment as records: three statements, joined here by run.
// Rows of a run's tasks and metrics come in the order in which they were stored.
import type { RunRecord } from '../contract/results'
import type { Sqlite } from './driver'

export interface VariantRun {
  readonly variant: number
  readonly record: RunRecord
}

type Task = RunRecord['tasks'][number]
type Metric = RunRecord['metrics'][string]

interface RunRow {
  readonly variant: number
  readonly seed: number
  readonly id: number
  readonly digest: string
  readonly outcome: RunRecord['outcome']
  readonly outcome_detail: string | null
  readonly events: number
  readonly simulated_ns: number
  readonly wall_ms: number
  readonly counters: string | null
  readonly decisions_recorded: number | null
  readonly decisions_dropped: number | null
}

interface MetricRow {
  readonly run_id: number
  readonly metric: string
  readonly unit: string
  readonly value: number | null
  readonly reason: string | null
}

interface TaskRow {
  readonly run_id: number
  readonly name: string
  readonly nice: number
  readonly cpu_share: number
  readonly cpu_time_ns: number
  readonly switches_per_second: number
  readonly preemptions_per_second: number
  readonly migrations: number
  readonly voluntary_switches: number | null
  readonly involuntary_switches: number | null
  readonly run_delay_ns: number | null
  readonly wait: string
  readonly wakeup: string
  readonly stay: string
}

/** Done runs by variant, then seed. */
export function doneRuns(db: Sqlite, experimentId: string): VariantRun[] {
  return db.snapshot(() => {
    const runs = db.all<RunRow>(
      `SELECT e.variant, e.seed, r.id, r.digest, r.outcome, r.outcome_detail, r.events, r.simulated_ns, r.wall_ms,
         r.counters, r.decisions_recorded, r.decisions_dropped
       FROM experiment_runs e JOIN runs r ON r.key = e.run_key
       WHERE e.experiment_id = ? AND e.state = 'done' ORDER BY e.variant, e.seed`,
      experimentId,
    )
    const metrics = metricsByRun(db, experimentId)
    const tasks = tasksByRun(db, experimentId)
    return runs.map((row) => ({
      variant: row.variant,
      record: {
        seed: row.seed,
        digest: row.digest,
        outcome: row.outcome,
        outcomeDetail: row.outcome_detail,
        events: row.events,
        simulatedNs: row.simulated_ns,
        wallMs: row.wall_ms,
        metrics: metrics.get(row.id) ?? {},
        // Written by JSON.stringify of the same type.
        counters: row.counters === null ? null : (JSON.parse(row.counters) as RunRecord['counters']),
        ...decisionsOf(row),
        tasks: tasks.get(row.id) ?? [],
      },
    }))
  })
}

function decisionsOf({ decisions_recorded, decisions_dropped }: RunRow): Pick<RunRecord, 'decisions'> {
  if (decisions_recorded === null || decisions_dropped === null) return {}
  return { decisions: { recorded: decisions_recorded, dropped: decisions_dropped } }
}

/** Key of the run of a slot, and whether its decisions were recorded; null where it is not done. */
export function doneRun(
  db: Sqlite,
  experimentId: string,
  variant: number,
  seed: number,
): { readonly key: string; readonly hasDecisions: boolean } | null {
  const row = db.get<{ key: string; recorded: number | null }>(
    `SELECT r.key, r.decisions_recorded AS recorded FROM experiment_runs e JOIN runs r ON r.key = e.run_key
     WHERE e.experiment_id = ? AND e.variant = ? AND e.seed = ? AND e.state = 'done'`,
    experimentId,
    variant,
    seed,
  )
  return row === undefined ? null : { key: row.key, hasDecisions: row.recorded !== null }
}

const RUN_IDS = `SELECT r.id FROM experiment_runs e JOIN runs r ON r.key = e.run_key
  WHERE e.experiment_id = ? AND e.state = 'done'`

function metricsByRun(db: Sqlite, experimentId: string): Map<number, Record<string, Metric>> {
  const found = new Map<number, Record<string, Metric>>()
  const rows = db.all<MetricRow>(
    `SELECT run_id, metric, unit, value, reason FROM run_metrics WHERE run_id IN (${RUN_IDS})
     ORDER BY run_id, position`,
    experimentId,
  )
  for (const { run_id, metric, unit, value, reason } of rows) {
    const metrics = found.get(run_id) ?? {}
    metrics[metric] = value === null ? { value, unit, reason: reason ?? '' } : { value, unit }
    found.set(run_id, metrics)
  }
  return found
}

function tasksByRun(db: Sqlite, experimentId: string): Map<number, Task[]> {
  const found = new Map<number, Task[]>()
  const rows = db.all<TaskRow>(
    `SELECT * FROM run_tasks WHERE run_id IN (${RUN_IDS}) ORDER BY run_id, position`,
    experimentId,
  )
  for (const row of rows) {
    const tasks = found.get(row.run_id) ?? []
    tasks.push(toTask(row))
    found.set(row.run_id, tasks)
  }
  return found
}

// The three summaries were written by JSON.stringify of the same types.
function toTask(row: TaskRow): Task {
  return {
    name: row.name,
    nice: row.nice,
    cpuShare: row.cpu_share,
    cpuTimeNs: row.cpu_time_ns,
    switchesPerSecond: row.switches_per_second,
    preemptionsPerSecond: row.preemptions_per_second,
    migrations: row.migrations,
    voluntarySwitches: row.voluntary_switches,
    involuntarySwitches: row.involuntary_switches,
    runDelayNs: row.run_delay_ns,
    waitNs: JSON.parse(row.wait) as Task['waitNs'],
    wakeupLatencyNs: JSON.parse(row.wakeup) as Task['wakeupLatencyNs'],
    runNs: JSON.parse(row.stay) as Task['runNs'],
  }
}
