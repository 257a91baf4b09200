// One set-up at a time per checkout: two commands started together must not both run npm ci or write the same build.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { out } from './paths.mjs'
import { say } from './report.mjs'

const POLL_MS = 100

/**
 * Runs `work` while no other process of this checkout does. A lock whose process has ended is taken over.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [path]
 * @returns {Promise<T>}
 */
export async function withLock(work, path = join(out, 'setup.lock')) {
  mkdirSync(join(path, '..'), { recursive: true })
  let waiting = false
  while (!tryTake(path)) {
    const holder = holderOf(path)
    if (holder !== null && !isAlive(holder)) {
      rmSync(path, { force: true })
      continue
    }
    if (!waiting) say(`Waiting for another set-up of this checkout (process ${holder ?? 'unknown'}) ...`)
    waiting = true
    await sleep(POLL_MS)
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** @param {string} path */
function tryTake(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/**
 * @param {string} path
 * @returns {number | null} null while the holder has not written itself yet, or has just gone
 */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || null
  } catch {
    return null
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
