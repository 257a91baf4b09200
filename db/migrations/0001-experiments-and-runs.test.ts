// What the first schema promises: strict tables, references, and that "not measured" needs a reason.
import { expect, onTestFinished, test } from 'vitest'
import { connect, type Sqlite } from '../driver'
import { APPLICATION_ID, migrate } from '../migrate'
import { experimentsAndRuns } from './0001-experiments-and-runs'

function migrated(): Sqlite {
  const db = connect(':memory:')
  onTestFinished(() => {
    db.close()
  })
  migrate(db, [experimentsAndRuns], new Date(0))
  return db
}

const insertRun = (db: Sqlite): void => {
  db.exec(`INSERT INTO runs VALUES (1, 'k', '0.1.0', 1, 'd', 'completed', NULL, 1, 1, 1.5, 0)`)
}

test('all tables are strict and the file is marked as ours', () => {
  const db = migrated()
  const tables = db.all<{ name: string; strict: number }>(
    `SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'`,
  )
  expect(tables.map((t) => t.name).sort()).toEqual([
    'experiment_runs',
    'experiment_texts',
    'experiments',
    'run_histograms',
    'run_metrics',
    'run_tasks',
    'runs',
    'sessions',
    'variants',
  ])
  expect(tables.every((t) => t.strict === 1)).toBe(true)
  expect(db.pragma('application_id')).toBe(APPLICATION_ID)
})

test.each([
  ['no value and no reason', `NULL, NULL`],
  ['a value and a reason', `1.0, 'because'`],
])('a metric with %s is refused', (_, values) => {
  const db = migrated()
  insertRun(db)
  expect(() => {
    db.exec(`INSERT INTO run_metrics VALUES (1, 0, 'energy', 'J', ${values})`)
  }).toThrow('CHECK')
})

test('rows of a run need the run, and one key is one run', () => {
  const db = migrated()
  expect(() => {
    db.exec(`INSERT INTO run_metrics VALUES (1, 0, 'energy', 'J', 1.0, NULL)`)
  }).toThrow('FOREIGN KEY')
  insertRun(db)
  expect(() => {
    db.exec(`INSERT INTO runs VALUES (2, 'k', '0.1.0', 1, 'd', 'completed', NULL, 1, 1, 1.5, 0)`)
  }).toThrow('UNIQUE')
})

test('the list of the library reads no large column and its open rows by index', () => {
  const db = migrated()
  const plan = db
    .all<{ detail: string }>(`EXPLAIN QUERY PLAN SELECT id FROM experiments WHERE updated_at >= 5`)
    .map((row) => row.detail)
  expect(plan.join()).toContain('experiments_updated')
})
