// Turns SQLite's result codes into the contract's errors: what happened, to which file, and what to do.
import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { VlagError } from '../contract/errors'

/** The code of an error thrown by the driver or by Node's file system, else null. */
function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** SQLite reports a full disk as an I/O error where it grows the shared-memory file. */
function isDiskFull(path: string): boolean {
  const folder = dirname(path)
  if (!existsSync(folder)) return false
  return statfsSync(folder).bavail === 0
}

export function corruptError(path: string, finding: string): VlagError {
  return new VlagError('database-corrupt', `The library ${path} is damaged: ${finding}.`, {
    remedy:
      `Nothing was changed. To start a new library, move the file away: mv '${path}' '${path}.damaged' ` +
      `(and '${path}-wal' likewise, if it is there). An earlier state may be in the folder 'backups' beside it, ` +
      `and what is readable can often be had with: sqlite3 '${path}.damaged' .recover`,
  })
}

export function readOnlyError(path: string, cause: string): VlagError {
  return new VlagError('read-only', `The library ${path} cannot be written: ${cause}.`, {
    remedy: 'Make the file and its folder writable, or name another place with VLAG_HOME or --db FILE.',
  })
}

/** A path at which no library can be, whatever its permissions. */
export function placeError(path: string, cause: string): VlagError {
  return new VlagError('usage', `${path} cannot hold a library: ${cause}.`, {
    remedy: 'Name another file with VLAG_HOME or --db FILE; a new one is made where none is.',
  })
}

function diskFullError(path: string): VlagError {
  return new VlagError('disk-full', `The disk that holds the library ${path} is full.`, {
    remedy: 'Free some space and try again. Finished runs are kept.',
  })
}

/** Errors of making the folder, copying the file and the like. */
function toFileError(error: Error, code: string, path: string): unknown {
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFullError(path)
  if (['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'].includes(code))
    return readOnlyError(path, error.message)
  if (code === 'ELOOP') return placeError(path, 'a link in its path leads back to itself')
  if (code === 'ENAMETOOLONG') return placeError(path, 'its name is too long')
  return error
}

/** A driver error as a VlagError; anything else is returned as it is. */
export function toDatabaseError(error: unknown, path: string): unknown {
  if (error instanceof VlagError) return error
  const code = errorCode(error)
  if (code === null || !(error instanceof Error)) return error
  if (!code.startsWith('SQLITE_')) return toFileError(error, code, path)
  const is = (...names: string[]): boolean => names.some((n) => code === n || code.startsWith(`${n}_`))
  if (is('SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL')) {
    return new VlagError('busy', `The library ${path} is locked by another process.`, {
      remedy: 'Try again when the other process is done. Finished runs are kept.',
    })
  }
  if (is('SQLITE_FULL') || (is('SQLITE_IOERR') && isDiskFull(path))) return diskFullError(path)
  if (is('SQLITE_READONLY', 'SQLITE_PERM', 'SQLITE_AUTH')) return readOnlyError(path, error.message)
  if (is('SQLITE_CANTOPEN')) return readOnlyError(path, 'it cannot be opened or made')
  if (is('SQLITE_CORRUPT', 'SQLITE_NOTADB')) return corruptError(path, error.message)
  return new VlagError('internal', `The library ${path} failed: ${error.message} (${code}).`, {
    remedy: is('SQLITE_IOERR')
      ? 'The disk may be failing or gone; check the system log. Finished runs are kept.'
      : 'This is a fault in Vlag; please report it.',
  })
}
