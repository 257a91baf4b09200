// The library's file as the file system has it: whether a path can hold one at all, and whether the file that was
// opened is still the one at that path. SQLite goes on writing to a file that was removed, and nobody would find it.
import { statSync } from 'node:fs'
import { VlagError } from '../contract/errors'
import { placeError, toDatabaseError } from './sqlite-errors'

/** Throws `usage` for a folder, device or pipe: SQLite would wait for it, or put its journals beside it. */
export function refuseOddPlace(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.isFile()) return
  throw placeError(path, stats.isDirectory() ? 'it is a folder' : 'it is no ordinary file')
}

/** Remembers which file is at `path` now. The function returned gives the reason once another or none is there. */
export function watchPlace(path: string): () => VlagError | null {
  const opened = identityOf(path)
  let lost: VlagError | null = null
  return () => {
    if (lost !== null) return lost
    const current = identityOf(path)
    // For good: what happened to the file meanwhile is not known, even if it comes back.
    if (current !== opened) lost = lostError(path, current === null ? 'removed or moved' : 'replaced')
    return lost
  }
}

function identityOf(path: string): string | null {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? null : `${stats.dev}:${stats.ino}`
  } catch (error) {
    throw toDatabaseError(error, path)
  }
}

function lostError(path: string, what: string): VlagError {
  return new VlagError(
    'read-only',
    `The library ${path} was ${what} while Vlag had it open, so nothing more is saved.`,
    { remedy: 'Put the file back, or leave it away for a new library, and start Vlag again.' },
  )
}
