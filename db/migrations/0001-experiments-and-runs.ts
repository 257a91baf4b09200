// The first schema: experiments with their variants and texts, runs with their results, and who is running what.
// Runs belong to no experiment: they are found by key, so any experiment that needs one shares it.
import { APPLICATION_ID, type Migration } from '../migrate'

export const experimentsAndRuns: Migration = {
  version: 1,
  intent: 'experiments-and-runs',
  up: (db) => {
    db.exec(`
      PRAGMA application_id = ${APPLICATION_ID};

      -- One row per process that has the library open for writing; a clean close removes it.
      CREATE TABLE sessions (
        id TEXT PRIMARY KEY,
        pid INTEGER NOT NULL,
        host TEXT NOT NULL,
        process_start TEXT,              -- the system's start mark of that pid; NULL where it has none
        program TEXT NOT NULL,
        started_at INTEGER NOT NULL,     -- every *_at is ms since 1970, UTC
        heartbeat_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- What the library's list shows, and nothing large: the list reads this table and variants only.
      CREATE TABLE experiments (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('queued','running','completed','cancelled','failed','interrupted')),
        session_id TEXT REFERENCES sessions (id) ON DELETE SET NULL,  -- who runs it
        created_at INTEGER NOT NULL,
        finished_at INTEGER,
        deleted_at INTEGER,
        updated_at INTEGER NOT NULL,
        engine_version TEXT NOT NULL,
        spec_hash TEXT NOT NULL,
        machine_id TEXT NOT NULL,
        machine_title TEXT NOT NULL,
        cpus INTEGER NOT NULL,
        workload_summary TEXT NOT NULL CHECK (json_valid(workload_summary)),
        seeds INTEGER NOT NULL,
        runs_total INTEGER NOT NULL,
        runs_done INTEGER NOT NULL,      -- of the last stop; counted from experiment_runs while it runs
        runs_failed INTEGER NOT NULL,
        outcome TEXT                     -- the worst of its runs
      ) STRICT;
      CREATE INDEX experiments_updated ON experiments (updated_at);

      CREATE TABLE experiment_texts (
        experiment_id TEXT PRIMARY KEY REFERENCES experiments (id) ON DELETE CASCADE,
        source_name TEXT NOT NULL,
        source TEXT NOT NULL,
        spec TEXT NOT NULL CHECK (json_valid(spec))  -- the resolved experiment
      ) STRICT;

      CREATE TABLE variants (
        experiment_id TEXT NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        policy TEXT NOT NULL,
        headline TEXT NOT NULL CHECK (json_valid(headline)),  -- { metric: mean or null }
        PRIMARY KEY (experiment_id, position)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE experiment_runs (
        experiment_id TEXT NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
        variant INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        run_key TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('queued','running','done','failed','cancelled','interrupted')),
        cached INTEGER NOT NULL CHECK (cached IN (0, 1)),  -- was in the library before
        error TEXT,
        PRIMARY KEY (experiment_id, variant, seed),
        CHECK ((state = 'failed') = (error IS NOT NULL))
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,        -- present means done
        engine_version TEXT NOT NULL,
        seed INTEGER NOT NULL,
        digest TEXT NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('completed','starved','stalled','empty')),
        outcome_detail TEXT,
        events INTEGER NOT NULL,
        simulated_ns INTEGER NOT NULL,
        wall_ms REAL NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE run_metrics (
        run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        metric TEXT NOT NULL,
        unit TEXT NOT NULL,
        value REAL,                      -- NULL: not measured, and reason says why
        reason TEXT,
        PRIMARY KEY (run_id, position),
        CHECK ((value IS NULL) = (reason IS NOT NULL))
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE run_tasks (
        run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        nice INTEGER NOT NULL,
        cpu_share REAL NOT NULL,
        cpu_time_ns REAL NOT NULL,
        switches_per_second REAL NOT NULL,
        preemptions_per_second REAL NOT NULL,
        migrations INTEGER NOT NULL,
        wait TEXT NOT NULL CHECK (json_valid(wait)),
        wakeup TEXT NOT NULL CHECK (json_valid(wakeup)),
        stay TEXT NOT NULL CHECK (json_valid(stay)),
        PRIMARY KEY (run_id, position)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE run_histograms (
        run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('wakeup', 'wait')),
        buckets BLOB NOT NULL,
        sum_ns REAL NOT NULL,
        min_ns REAL,
        max_ns REAL,
        PRIMARY KEY (run_id, kind)
      ) STRICT;
    `)
  },
}
