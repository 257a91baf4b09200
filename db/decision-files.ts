// Where the files of recorded decisions are: in a folder beside the library, one per run, called after its key, which
// names the library too, since several may share a folder. Their content is not the database's concern.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Sqlite } from './driver'

/** A file may be there before its run is stored, and an unfinished one may be in use. */
const STRAY_AFTER_MS = 24 * 3600 * 1000
const SUFFIX = '.decisions.gz'

const folderOf = (libraryPath: string): string => join(dirname(libraryPath), 'decisions')
const prefixOf = (libraryPath: string): string => `${basename(libraryPath).replace(/\.[^.]*$/, '')}-`

export function decisionFile(libraryPath: string, runKey: string): string {
  return join(folderOf(libraryPath), `${prefixOf(libraryPath)}${runKey}${SUFFIX}`)
}

/**
 * Removes this library's files that no run of it has any more: of runs that were deleted, and what a process left
 * behind that died. Returns their names.
 */
export function removeStrayDecisionFiles(db: Sqlite, nowMs: number): string[] {
  const folder = folderOf(db.path)
  if (!existsSync(folder)) return []
  const prefix = prefixOf(db.path)
  const strays = readdirSync(folder).filter((name) => {
    if (!name.startsWith(prefix)) return false
    const rest = name.slice(prefix.length)
    const key = /^([0-9a-f]{64})\.decisions\.gz/.exec(rest)?.[1]
    if (key === undefined) return false
    const modifiedMs = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? nowMs
    if (nowMs - modifiedMs < STRAY_AFTER_MS) return false
    return rest !== key + SUFFIX || !isRecorded(db, key)
  })
  for (const name of strays) rmSync(join(folder, name), { force: true })
  return strays
}

function isRecorded(db: Sqlite, key: string): boolean {
  return db.get('SELECT 1 FROM runs WHERE key = ? AND decisions_recorded IS NOT NULL', key) !== undefined
}
