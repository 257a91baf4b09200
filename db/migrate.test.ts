// Migrations run once, in order, as one; a library with content is copied before.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connect, type Sqlite } from './driver'
import { migrate, schemaVersion, type Migration } from './migrate'
import { migrations } from './migrations'
import { temporaryFolder } from './library.test-data'

const first: Migration = {
  version: 1,
  intent: 'notes',
  up: (db) => {
    db.exec('CREATE TABLE notes (text TEXT NOT NULL) STRICT')
  },
}
const second: Migration = {
  version: 2,
  intent: 'stars',
  up: (db) => {
    db.exec('ALTER TABLE notes ADD COLUMN stars INTEGER')
  },
}
const broken: Migration = {
  version: 2,
  intent: 'broken',
  up: (db) => {
    db.exec('ALTER TABLE notes ADD COLUMN stars INTEGER')
    db.exec('ALTER TABLE nothing ADD COLUMN stars INTEGER')
  },
}

function open(path: string): Sqlite {
  const db = connect(path)
  onTestFinished(() => {
    if (db.isOpen()) db.close()
  })
  return db
}

test('an empty database gets everything and no copy', () => {
  const db = open(join(temporaryFolder(), 'a.sqlite'))
  expect(migrate(db, [first, second], new Date(0))).toEqual({ from: 0, to: 2, backup: null })
  expect(migrate(db, [first, second], new Date(0))).toEqual({ from: 2, to: 2, backup: null })
})

test('a library with content is copied, complete, before it changes', () => {
  const db = open(join(temporaryFolder(), 'a.sqlite'))
  migrate(db, [first], new Date(0))
  db.run('INSERT INTO notes VALUES (?)', 'kept')
  const { backup } = migrate(db, [first, second], new Date(0))
  expect(backup).toMatch(/backups[/\\]a-v1-1970-01-01T00-00-00-000Z-\d+\.sqlite$/)
  const copy = open(backup ?? '')
  expect(copy.all('SELECT * FROM notes')).toEqual([{ text: 'kept' }])
  expect(schemaVersion(copy)).toBe(1)
  expect(db.all('SELECT * FROM notes')).toEqual([{ text: 'kept', stars: null }])
  expect(readdirSync(dirname(backup ?? ''))).toHaveLength(1)
})

test('a migration that fails changes nothing', () => {
  const db = open(join(temporaryFolder(), 'a.sqlite'))
  migrate(db, [first], new Date(0))
  expect(() => migrate(db, [first, broken], new Date(0))).toThrow('nothing')
  expect(schemaVersion(db)).toBe(1)
  expect(db.all('SELECT name FROM pragma_table_info(?)', 'notes')).toEqual([{ name: 'text' }])
})

test('a gap in the numbers is refused', () => {
  expect(() => migrate(open(':memory:'), [first, { ...second, version: 3 }], new Date(0))).toThrow(
    'has version 3',
  )
})

test('each migration has its file and its test', () => {
  const files = readdirSync(join(import.meta.dirname, 'migrations'))
  for (const { version, intent } of migrations) {
    const stem = `${String(version).padStart(4, '0')}-${intent}`
    expect(files).toContain(`${stem}.ts`)
    expect(files).toContain(`${stem}.test.ts`)
  }
  expect(files.filter((f) => /^\d{4}-.*(?<!\.test)\.ts$/.test(f))).toHaveLength(migrations.length)
})
