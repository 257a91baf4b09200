// Brings a database to the newest schema. The version is SQLite's own user_version; all pending migrations are one
// transaction; a library with content is copied first.
import { renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Sqlite } from './driver'
import { makeFolder } from './make-folder'

/** 'Vlag' in ASCII; marks the file as ours. */
export const APPLICATION_ID = 0x566c6167

export interface Migration {
  /** 1, 2, 3, ... without gaps. */
  readonly version: number
  /** What it is for; also in its file's name. */
  readonly intent: string
  readonly up: (db: Sqlite) => void
}

export interface MigrationOutcome {
  readonly from: number
  readonly to: number
  /** The copy made before; null where nothing was there to lose, or nothing was done. */
  readonly backup: string | null
}

/** The schema's version of an open database; 0 for an empty one. */
export function schemaVersion(db: Sqlite): number {
  return Number(db.pragma('user_version'))
}

/** False for a SQLite file with another program's tables in it. */
export function isOurs(db: Sqlite): boolean {
  if (db.pragma('application_id') === APPLICATION_ID) return true
  return db.get<{ n: number }>('SELECT count(*) AS n FROM sqlite_schema')?.n === 0
}

export function newestVersion(migrations: readonly Migration[]): number {
  migrations.forEach((m, i) => {
    if (m.version !== i + 1) throw new Error(`migration ${m.intent} has version ${m.version}, not ${i + 1}`)
  })
  return migrations.length
}

/**
 * Runs what is pending. Two processes may do this at once: the second finds nothing left to do.
 * `now` names the copy. The database must not be from the future.
 */
export function migrate(db: Sqlite, migrations: readonly Migration[], now: Date): MigrationOutcome {
  const to = newestVersion(migrations)
  const from = schemaVersion(db)
  if (from >= to) return { from, to: from, backup: null }
  const backup = from > 0 ? backUp(db, from, now) : null
  db.immediate(() => {
    const pending = migrations.slice(schemaVersion(db))
    for (const migration of pending) migration.up(db)
    if (pending.length > 0) db.exec(`PRAGMA user_version = ${to}`)
  })
  return { from, to, backup }
}

/** A complete, compact copy in the folder `backups` beside the database; returns its path. */
function backUp(db: Sqlite, version: number, now: Date): string {
  const folder = join(dirname(db.path), 'backups')
  makeFolder(folder)
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  const stem = basename(db.path).replace(/\.[^.]*$/, '')
  const path = join(folder, `${stem}-v${version}-${stamp}-${process.pid}.sqlite`)
  const unfinished = `${path}.unfinished`
  db.run('VACUUM INTO ?', unfinished)
  renameSync(unfinished, path)
  return path
}
