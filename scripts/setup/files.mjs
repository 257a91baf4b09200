// Small files that the set-up keeps: stamps that say what was already done, written so that two processes at once
// never see half of one.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * @param {string} path
 * @returns {unknown} what the file holds, or null where there is none or it is not JSON
 */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Replaces the file in one step.
 * @param {string} path
 * @param {unknown} value
 */
export function writeJson(path, value) {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, `${JSON.stringify(value, null, 1)}\n`)
  renameSync(temporary, path)
}

/**
 * @param {string} path
 * @returns {string | null} changes when the file is replaced or edited; null where there is none
 */
export function fileIdentity(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.mtimeMs}:${stat.size}`
}
