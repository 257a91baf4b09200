// What the third schema promises: earlier runs recorded no decisions, and the two counts come together.
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../driver'
import { migrate } from '../migrate'
import { experimentsAndRuns } from './0001-experiments-and-runs'
import { counters } from './0002-counters'
import { decisions } from './0003-decisions'

test('earlier runs are kept without decisions, and one count needs the other', () => {
  const db = connect(':memory:')
  onTestFinished(() => {
    db.close()
  })
  migrate(db, [experimentsAndRuns, counters], new Date(0))
  db.exec(`INSERT INTO runs VALUES (1, 'k', '0.1.0', 1, 'd', 'completed', NULL, 1, 1, 1.5, 0, NULL)`)
  decisions.up(db)
  const select = 'SELECT key, decisions_recorded, decisions_dropped FROM runs'
  expect(db.all(select)).toEqual([{ key: 'k', decisions_recorded: null, decisions_dropped: null }])
  expect(() => {
    db.exec('UPDATE runs SET decisions_recorded = 5')
  }).toThrow('CHECK')
  db.exec('UPDATE runs SET decisions_recorded = 5, decisions_dropped = 0')
  expect(db.all(select)).toEqual([{ key: 'k', decisions_recorded: 5, decisions_dropped: 0 }])
})
