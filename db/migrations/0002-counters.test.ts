// What the second schema promises: rows from before are kept and say "not measured", never 0.
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../driver'
import { migrate } from '../migrate'
import { experimentsAndRuns } from './0001-experiments-and-runs'
import { counters } from './0002-counters'

test('earlier runs and tasks are kept, with NULL for what was not counted', () => {
  const db = connect(':memory:')
  onTestFinished(() => {
    db.close()
  })
  migrate(db, [experimentsAndRuns], new Date(0))
  db.exec(`INSERT INTO runs VALUES (1, 'k', '0.1.0', 1, 'd', 'completed', NULL, 1, 1, 1.5, 0)`)
  db.exec(`INSERT INTO run_tasks VALUES (1, 0, 'hogA', 0, 0.5, 1, 2, 3, 4, '{}', '{}', '{}')`)
  counters.up(db)
  expect(db.all('SELECT key, counters FROM runs')).toEqual([{ key: 'k', counters: null }])
  expect(
    db.all('SELECT migrations, voluntary_switches, involuntary_switches, run_delay_ns FROM run_tasks'),
  ).toEqual([{ migrations: 4, voluntary_switches: null, involuntary_switches: null, run_delay_ns: null }])
  expect(() => {
    db.exec(`UPDATE runs SET counters = 'no JSON'`)
  }).toThrow('CHECK')
})
