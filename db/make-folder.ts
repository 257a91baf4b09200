// Makes a folder and those above it. Not `mkdirSync(..., { recursive: true })`: on Linux that never returns where
// the file system answers ENOENT to a folder that it will not make, as /proc does.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Throws Node's error (EROFS, EACCES, ENOENT, ...) where it cannot be made. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // else another process was faster
  }
}
