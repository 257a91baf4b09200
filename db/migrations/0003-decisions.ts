// How many decisions of a run were recorded, and how many more there was no room for. The decisions themselves are in
// a file beside the library. NULL: none were recorded.
import type { Migration } from '../migrate'

export const decisions: Migration = {
  version: 3,
  intent: 'decisions',
  up: (db) => {
    db.exec(`
      ALTER TABLE runs ADD COLUMN decisions_recorded INTEGER;
      ALTER TABLE runs ADD COLUMN decisions_dropped INTEGER
        CHECK ((decisions_dropped IS NULL) = (decisions_recorded IS NULL));
    `)
  },
}
