// Opening a library in every state its file can be in.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from './driver'
import { getExperiment, listExperiments } from './experiment-reads'
import { openLibrary } from './library'
import type { Migration } from './migrate'
import { migrations } from './migrations'
import { recordRuns } from './runs'
import {
  finishedRun,
  idOf,
  keyOf,
  openTestLibrary,
  saveExperiment,
  temporaryFolder,
} from './library.test-data'

function savedLibrary(): string {
  const library = openTestLibrary()
  for (let n = 1; n <= 20; n++) saveExperiment(library, n)
  library.close()
  return library.db.path
}

/** As kill -9 leaves it: an open experiment and a session whose process is gone. */
function abandon(path: string): void {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const db = connect(path)
  db.run('INSERT INTO sessions VALUES (?, ?, ?, NULL, ?, 0, 0)', 'ses_dead', pid, hostname(), 'cli')
  db.run('UPDATE experiments SET session_id = ?', 'ses_dead')
  db.close()
}

function makeHole(path: string): void {
  const bytes = readFileSync(path)
  bytes.fill(0x5a, 9000, 60_000)
  writeFileSync(path, bytes)
}

test('a new library is made, with its folder', () => {
  const path = join(temporaryFolder(), 'deep', 'er', 'library.sqlite')
  const library = openTestLibrary(path)
  expect(library).toMatchObject({ readOnly: null, notices: [] })
  expect(library.db.pragma('journal_mode')).toBe('wal')
  expect(existsSync(path)).toBe(true)
})

test('a clean close leaves one file, no session and no notice', () => {
  const library = openTestLibrary()
  library.close()
  expect(existsSync(`${library.db.path}-wal`)).toBe(false)
  const again = openTestLibrary(library.db.path)
  expect(again.notices).toEqual([])
  expect(again.db.get('SELECT count(*) AS n FROM sessions')).toEqual({ n: 1 })
})

test('after a crash the file is checked, finished runs are there and the rest is interrupted', () => {
  const first = openTestLibrary()
  const id = saveExperiment(first, 1)
  recordRuns(first.db, id, [{ kind: 'done', run: finishedRun(keyOf(0, 1), 1) }], 5)
  first.close()
  abandon(first.db.path)
  const library = openTestLibrary(first.db.path)
  expect(library.readOnly).toBeNull()
  expect(library.notices[0]).toMatch(/^An experiment was interrupted .* Finished runs were kept/)
  expect(getExperiment(library.db, id)).toMatchObject({ state: 'interrupted', runsDone: 1, runsTotal: 4 })
})

test.each([
  [
    'text',
    (path: string) => {
      writeFileSync(path, 'This is no database. '.repeat(500))
    },
  ],
  [
    'half a file',
    (path: string) => {
      truncateSync(path, 20_000)
    },
  ],
  ['a file with a hole', makeHole],
  [
    'a file with a hole after a crash',
    (path: string) => {
      abandon(path)
      makeHole(path)
    },
  ],
])('%s is reported with path, cause and remedy, and left as it is', (_, damage) => {
  const path = savedLibrary()
  damage(path)
  const before = readFileSync(path)
  const library = openTestLibrary(path)
  expect(library.readOnly?.code).toBe('database-corrupt')
  expect(library.readOnly?.message).toContain(path)
  expect(library.readOnly?.remedy).toContain('.damaged')
  expect(listExperiments(library.db, false)).toEqual([])
  expect(() => saveExperiment(library, 99)).toThrow('is damaged')
  library.close()
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('a library of a newer Vlag is read, never written', () => {
  const path = savedLibrary()
  const future: Migration = {
    version: migrations.length + 1,
    intent: 'the-future',
    up: (db) => {
      db.exec('CREATE TABLE stars (experiment_id TEXT) STRICT')
    },
  }
  openLibrary({ path, program: 'test', headlineMetrics: [], migrations: [...migrations, future] }).close()
  const library = openTestLibrary(path)
  expect(library.readOnly?.code).toBe('database-future')
  expect(library.readOnly?.message).toContain(
    `newer Vlag (schema ${future.version}; this one knows ${migrations.length})`,
  )
  expect(listExperiments(library.db, false)).toHaveLength(20)
  expect(() => saveExperiment(library, 99)).toThrow('newer Vlag')
  expect(() => library.db.run('DELETE FROM experiments')).toThrow('cannot be written')
})

test('a newer schema that lacks what we read says so instead of naming a column', () => {
  const path = savedLibrary()
  const future: Migration = {
    version: migrations.length + 1,
    intent: 'the-future',
    up: (db) => {
      db.exec('ALTER TABLE experiments RENAME COLUMN deleted_at TO binned_at')
    },
  }
  openLibrary({ path, program: 'test', headlineMetrics: [], migrations: [...migrations, future] }).close()
  const library = openTestLibrary(path)
  expect(() => listExperiments(library.db, false)).toThrow('newer Vlag')
})

test('the database of another program is left alone', () => {
  const path = join(temporaryFolder(), 'places.sqlite')
  const other = connect(path)
  other.exec('CREATE TABLE moz_places (id INTEGER); PRAGMA user_version = 80')
  other.close()
  const library = openTestLibrary(path)
  expect(library.readOnly).toMatchObject({
    code: 'bad-data',
    message: expect.stringContaining('another program') as string,
  })
  const after = connect(path)
  onTestFinished(() => {
    after.close()
  })
  expect(after.pragma('journal_mode')).toBe('delete')
})

test.each([
  ['a folder', 'it is a folder', mkdirSync],
  ['a pipe', 'it is no ordinary file', (path: string) => spawnSync('mkfifo', [path])],
  [
    'a device',
    'it is no ordinary file',
    (path: string) => {
      symlinkSync('/dev/null', path)
    },
  ],
  [
    'a link to itself',
    'leads back to itself',
    (path: string) => {
      symlinkSync(path, path)
    },
  ],
])('%s in place of the file is named as one, and nothing is left beside it', (_, words, make) => {
  const path = join(temporaryFolder(), 'library.sqlite')
  make(path)
  const library = openTestLibrary(path)
  expect(library.readOnly?.code).toBe('usage')
  expect(library.readOnly?.message).toContain(path)
  expect(library.readOnly?.message).toContain(words)
  expect(() => saveExperiment(library, 1)).toThrow(words)
  expect(readdirSync(dirname(path))).toEqual(['library.sqlite'])
  expect(existsSync('/dev/null-wal') || existsSync('/dev/null-journal')).toBe(false)
})

test.each([
  [
    'moved away',
    'was removed or moved',
    (path: string) => {
      renameSync(path, `${path}.old`)
    },
  ],
  [
    'replaced',
    'was replaced',
    (path: string) => {
      copyFileSync(path, `${path}.new`)
      renameSync(`${path}.new`, path)
    },
  ],
])('a file that is %s while it is open is not written to any more', (_, words, change) => {
  const library = openTestLibrary()
  const { path } = library.db
  saveExperiment(library, 1)
  expect(library.readOnly).toBeNull()
  change(path)
  expect(library.readOnly).toMatchObject({
    code: 'read-only',
    message: expect.stringContaining(words) as string,
  })
  expect(() => saveExperiment(library, 2)).toThrow(words)
  expect(() => {
    library.beat(Date.now())
  }).toThrow(words)
  expect(() => library.adoptOrphans(Date.now())).toThrow(words)
  // What was saved can still be looked at, and nothing new was put in its place.
  expect(listExperiments(library.db, false)).toHaveLength(1)
  const wasThere = existsSync(path)
  library.close()
  expect(existsSync(path)).toBe(wasThere)
})

test('a place that cannot be made gives an empty library and the reason', () => {
  const library = openTestLibrary('/proc/no-such/library.sqlite')
  expect(library.readOnly?.code).toBe('read-only')
  expect(listExperiments(library.db, false)).toEqual([])
})

test('a disk that is full before anything is in the file gives an empty library and the reason', () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  let isFull = true
  const filling = migrations.map((migration) => ({
    ...migration,
    up: (db: Parameters<Migration['up']>[0]): void => {
      if (isFull) {
        isFull = false
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      }
      migration.up(db)
    },
  }))
  const library = openLibrary({ path, program: 'test', headlineMetrics: [], migrations: filling })
  expect(library.readOnly?.code).toBe('disk-full')
  expect(listExperiments(library.db, false)).toEqual([])
  library.close()
})

test('a library that stays locked is busy, after the wait', () => {
  const path = savedLibrary()
  const holder = connect(path)
  onTestFinished(() => {
    holder.close()
  })
  holder.exec('BEGIN IMMEDIATE')
  const library = openLibrary({ path, program: 'test', headlineMetrics: [], busyTimeoutMs: 30 })
  onTestFinished(() => {
    library.close()
  })
  expect(library.readOnly).toMatchObject({
    code: 'busy',
    remedy: expect.stringContaining('Try again') as string,
  })
})

test('two processes write to one library', () => {
  const first = openTestLibrary()
  const second = openTestLibrary(first.db.path)
  saveExperiment(first, 1)
  saveExperiment(second, 2)
  expect(listExperiments(first.db, false).map((row) => row.id)).toEqual([idOf(2), idOf(1)])
})
