// Counts of what the scheduler did: of a run as one JSON object, since they are only ever read together and the engine
// may count more one day, and three figures per task. Rows from before have NULL: not measured.
import type { Migration } from '../migrate'

export const counters: Migration = {
  version: 2,
  intent: 'counters',
  up: (db) => {
    db.exec(`
      ALTER TABLE runs ADD COLUMN counters TEXT CHECK (json_valid(counters));
      ALTER TABLE run_tasks ADD COLUMN voluntary_switches INTEGER;
      ALTER TABLE run_tasks ADD COLUMN involuntary_switches INTEGER;
      ALTER TABLE run_tasks ADD COLUMN run_delay_ns REAL;
    `)
  },
}
