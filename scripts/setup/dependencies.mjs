// The locked npm packages: installed with `npm ci` where node_modules is missing or is not what package-lock.json says.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeJson } from './files.mjs'
import { modules, root } from './paths.mjs'
import { mustRun, npm } from './processes.mjs'
import { step } from './report.mjs'

const stampFile = join(modules, '.vlag-dependencies.json')

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} Lock */

/** True where node_modules is what the lock file says, on this kind of machine. */
export function dependenciesReady() {
  const stamp = /** @type {{ lock?: string } | null} */ (readJson(stampFile))
  if (stamp?.lock === lockKey()) return true
  const locked = /** @type {Lock | null} */ (readJson(join(root, 'package-lock.json')))
  const installed = /** @type {Lock | null} */ (readJson(join(modules, '.package-lock.json')))
  // A stamp of another machine's kind (a copied or mounted folder) means that the optional binaries are wrong.
  if (stamp !== null && !stamp.lock?.startsWith(machine())) return false
  if (locked === null || installed === null || !installedMatches(locked, installed)) return false
  writeJson(stampFile, { lock: lockKey() })
  return true
}

export async function ensureDependencies() {
  if (dependenciesReady()) return
  const title = existsSync(modules)
    ? 'npm packages changed: npm ci'
    : 'Installing the locked npm packages: npm ci'
  const [command, args, options] = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  await step(title, () =>
    mustRun(command, args, {
      ...options,
      cwd: root,
      remedy:
        'The npm registry must be reachable for the first start; check the network or the proxy settings of npm.',
    }),
  )
  writeJson(stampFile, { lock: lockKey() })
}

/**
 * Whether npm's own record of node_modules holds every package of the lock file in its version. Optional packages may
 * be absent: they are binaries for other machines.
 * @param {Lock} locked
 * @param {Lock} installed
 */
export function installedMatches(locked, installed) {
  return Object.entries(locked.packages ?? {}).every(([path, { version, optional, link }]) => {
    if (path === '' || link === true) return true
    const found = installed.packages?.[path]
    return found === undefined ? optional === true : found.version === version
  })
}

function machine() {
  return `${process.platform}-${process.arch}`
}

function lockKey() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${machine()}-${createHash('sha256').update(lock).digest('hex')}`
}
