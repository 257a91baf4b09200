// Opens the library, whatever state its file is in: new, older, locked, read-only, damaged, left by a crash, or made
// by a newer Vlag. What can be shown is shown; nothing is ever deleted or overwritten to get there.
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { VlagError, type ErrorCode, type ErrorData } from '../contract/errors'
import { connect, type Sqlite } from './driver'
import { openExperimentsOf } from './experiment-reads'
import { finishExperiment } from './experiment-writes'
import { makeFolder } from './make-folder'
import { isOurs, migrate, newestVersion, schemaVersion, type Migration } from './migrate'
import { migrations as allMigrations } from './migrations'
import { refuseOddPlace, watchPlace } from './place'
import { beat, beginSession, deadSessions, endSession, type Session } from './sessions'
import { corruptError, toDatabaseError } from './sqlite-errors'

export interface LibraryOptions {
  readonly path: string
  /** Who opens it: 'app' or 'cli'. */
  readonly program: string
  /** Metrics whose means the list shows. */
  readonly headlineMetrics: readonly string[]
  readonly migrations?: readonly Migration[]
  readonly busyTimeoutMs?: number
}

export interface Library {
  readonly db: Sqlite
  readonly headlineMetrics: readonly string[]
  /** Why nothing can be written; null where it can. Looked up anew: the file may be moved away while it is open. */
  readonly readOnly: ErrorData | null
  /** What happened at the start, as sentences for people. */
  readonly notices: readonly string[]
  /** The own session; throws the reason where the library is read-only. */
  session(): Session
  /** Says that this process lives. */
  beat(nowMs: number): void
  /** Marks what died processes left open as interrupted; returns the ids of those experiments. */
  adoptOrphans(nowMs: number): string[]
  close(): void
}

/**
 * Never throws for the state of the file: a library that cannot be written is opened to read, one that cannot be
 * read is an empty one in memory, and `readOnly` says why. Checks the file: see checkIntegrity.
 */
export function openLibrary(options: LibraryOptions): Library {
  const reason = attempt(options.path, () => openWritable(options))
  if (!(reason instanceof VlagError)) return reason
  if (!READABLE.includes(reason.code)) return emptyLibrary(options, reason)
  const second = attempt(options.path, () => openToRead(options, reason))
  return second instanceof VlagError ? emptyLibrary(options, second) : second
}

/** Conditions under which the file can still be read. */
const READABLE: readonly ErrorCode[] = ['database-future', 'read-only', 'disk-full']

/** The library, or what is wrong with its file; faults of the program are thrown. */
function attempt(path: string, open: () => Library): Library | VlagError {
  try {
    return open()
  } catch (error) {
    const reason = toDatabaseError(error, path)
    if (reason instanceof VlagError && reason.code !== 'internal') return reason
    throw reason
  }
}

function openWritable(options: LibraryOptions): Library {
  const { path } = options
  const migrations = options.migrations ?? allMigrations
  refuseOddPlace(path)
  makeFolder(dirname(path))
  const db = connectTo(path, options, false)
  try {
    const lost = watchPlace(path)
    if (!isOurs(db)) throw foreignError(path)
    const version = schemaVersion(db)
    const newest = newestVersion(migrations)
    if (version > newest) throw futureError(path, version, newest)
    db.pragma('foreign_keys = ON')
    db.pragma('journal_mode = WAL')
    // In WAL mode NORMAL survives the death of the process without loss, and a power cut without damage.
    db.pragma('synchronous = NORMAL')
    const notices: string[] = []
    if (version > 0) checkIntegrity(db, deadSessions(db, Date.now()).length > 0)
    const moved = migrate(db, migrations, new Date())
    if (moved.backup !== null)
      notices.push(`The library was brought up to date. Its earlier state is in ${moved.backup}.`)
    const orphans = adoptOrphans(db, options.headlineMetrics, Date.now())
    if (orphans.length > 0) {
      const those = orphans.length === 1 ? 'An experiment was' : `${orphans.length} experiments were`
      notices.push(
        `${those} interrupted when Vlag ended unexpectedly. Finished runs were kept; the rest can be resumed.`,
      )
    }
    return writableLibrary(db, options, notices, lost)
  } catch (error) {
    db.close()
    throw error
  }
}

/** `lost` tells whether the file is still in its place; asked before anything is written. */
function writableLibrary(
  db: Sqlite,
  options: LibraryOptions,
  notices: readonly string[],
  lost: () => VlagError | null,
): Library {
  const session = beginSession(db, options.program, Date.now())
  const own = (): Session => {
    const reason = lost()
    if (reason !== null) throw reason
    return session
  }
  return {
    db,
    headlineMetrics: options.headlineMetrics,
    get readOnly() {
      return lost()?.toData() ?? null
    },
    notices,
    session: own,
    beat: (nowMs) => {
      beat(db, own(), nowMs)
    },
    adoptOrphans: (nowMs) => {
      own()
      return adoptOrphans(db, options.headlineMetrics, nowMs)
    },
    close: () => {
      try {
        if (lost() === null) endSession(db, session)
      } finally {
        db.close()
      }
    },
  }
}

/** The file as it is, without writing a byte beside it. */
function openToRead(options: LibraryOptions, reason: VlagError): Library {
  const { path } = options
  if (!existsSync(path)) return emptyLibrary(options, reason)
  try {
    return readingLibrary(probe(connectTo(path, options, true), reason), options, reason, () => undefined)
  } catch (error) {
    // A file in WAL mode needs a shared-memory file beside it, which a read-only folder or a full disk refuses: read a copy instead.
    if (!(error instanceof VlagError) || !READABLE.includes(error.code)) throw error
    return openCopy(options, reason)
  }
}

function openCopy(options: LibraryOptions, reason: VlagError): Library {
  const folder = mkdtempSync(join(tmpdir(), 'vlag-read-only-'))
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const copy = join(folder, basename(options.path))
    copyFileSync(options.path, copy)
    if (existsSync(`${options.path}-wal`)) copyFileSync(`${options.path}-wal`, `${copy}-wal`)
    return readingLibrary(probe(connectTo(copy, options, false), reason), options, reason, remove)
  } catch (error) {
    remove()
    throw error
  }
}

/** An open alone reads nothing: the first statement finds what is wrong. Throws `reason` where nothing is in it yet. */
function probe(db: Sqlite, reason: VlagError): Sqlite {
  try {
    db.pragma('query_only = ON')
    if (schemaVersion(db) === 0) throw reason
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function readingLibrary(
  db: Sqlite,
  options: LibraryOptions,
  reason: VlagError,
  onClose: () => void,
): Library {
  return {
    db: reason.code === 'database-future' ? withFutureErrors(db, reason) : db,
    headlineMetrics: options.headlineMetrics,
    readOnly: reason.toData(),
    notices: [],
    session: () => {
      throw reason
    },
    beat: () => undefined,
    adoptOrphans: () => [],
    close: () => {
      db.close()
      onClose()
    },
  }
}

/** An empty library in memory, so that all that needs no library still works; every write gives `reason`. */
function emptyLibrary(options: LibraryOptions, reason: VlagError): Library {
  const db = connect(':memory:')
  migrate(db, options.migrations ?? allMigrations, new Date())
  db.pragma('query_only = ON')
  return readingLibrary(db, options, reason, () => undefined)
}

function connectTo(path: string, options: LibraryOptions, readOnly: boolean): Sqlite {
  const { busyTimeoutMs } = options
  return connect(path, { readOnly, ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }) })
}

/** Some 4 ms per MB: a small file is looked through at each start, any file whole after an unclean end. */
const SMALL_BYTES = 16 * 1024 * 1024

function checkIntegrity(db: Sqlite, isAfterCrash: boolean): void {
  if (!isAfterCrash && statSync(db.path).size > SMALL_BYTES) return
  const finding = String(db.pragma(isAfterCrash ? 'integrity_check(1)' : 'quick_check(1)'))
  if (finding !== 'ok') throw corruptError(db.path, finding.replace(/\s+/g, ' ').replace(/\.$/, ''))
}

function adoptOrphans(db: Sqlite, headlineMetrics: readonly string[], nowMs: number): string[] {
  const isQuiet = (dead: readonly string[]): boolean =>
    dead.length === 0 && openExperimentsOf(db, dead).length === 0
  if (isQuiet(deadSessions(db, nowMs))) return []
  // Asked again with the lock: another process may have been faster.
  return db.immediate(() => {
    const dead = deadSessions(db, nowMs)
    const orphans = openExperimentsOf(db, dead)
    for (const id of orphans) finishExperiment(db, id, 'interrupted', headlineMetrics, nowMs)
    for (const id of dead) db.run('DELETE FROM sessions WHERE id = ?', id)
    return orphans
  })
}

function foreignError(path: string): VlagError {
  return new VlagError('bad-data', `${path} is a database of another program, not a Vlag library.`, {
    remedy: 'Name another file with --db FILE; a new one is made where none is.',
  })
}

function futureError(path: string, version: number, newest: number): VlagError {
  return new VlagError(
    'database-future',
    `The library ${path} was written by a newer Vlag (schema ${version}; this one knows ${newest}), so it is open for reading only.`,
    { remedy: 'Install the newer Vlag again, or use another library with VLAG_HOME or --db FILE.' },
  )
}

/** A newer schema may lack what our statements name; that is no fault of ours and says so. */
function withFutureErrors(db: Sqlite, reason: VlagError): Sqlite {
  const explain = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw error instanceof VlagError && error.code === 'internal' ? reason : error
    }
  }
  return {
    ...db,
    all: (sql, ...values) => explain(() => db.all(sql, ...values)),
    get: (sql, ...values) => explain(() => db.get(sql, ...values)),
  }
}
