// The environment and the flags with which Electron is started from a checkout.
import { readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { findElectron } from './electron.mjs'
import { modules } from './paths.mjs'
import { SetupError } from './report.mjs'

const thisSystem = { superuser: process.getuid?.() === 0, readSetting: readKernelSetting }

/**
 * The executable that is there; fetches nothing.
 * @returns {string}
 */
export function resolveElectron() {
  const found = findElectron()
  if (found === null)
    throw new SetupError('Electron has not been fetched yet.', 'Run "node scripts/electron-runtime.mjs".')
  return found.exe
}

/**
 * The environment in which `electron .` and electron-vite find that executable.
 * @param {string} [exe]
 * @returns {Record<string, string>}
 */
export function electronEnv(exe = resolveElectron()) {
  /** @type {Record<string, string>} */
  const env = {}
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value
  // Set by tools that run Electron as plain Node; the app would start without a window.
  delete env.ELECTRON_RUN_AS_NODE
  env.ELECTRON_EXEC_PATH = exe
  env.ELECTRON_OVERRIDE_DIST_PATH = dirname(exe)
  env.PATH = join(modules, '.bin') + delimiter + (env.PATH ?? '')
  // Read by electron-vite.
  if (sandboxObstacle(exe) !== null) env.NO_SANDBOX = '1'
  return env
}

/**
 * Flags for a user's own screen: only what the machine forces.
 * @param {string} [exe]
 */
export function desktopFlags(exe = resolveElectron()) {
  return sandboxObstacle(exe) === null ? [] : ['--no-sandbox']
}

/**
 * Flags for a machine without a screen: software drawing, little shared memory, no complaints about a missing D-Bus.
 * @param {string} [exe]
 */
export function ciFlags(exe = resolveElectron()) {
  return [...desktopFlags(exe), '--disable-gpu', '--disable-dev-shm-usage', '--log-level=3']
}

/**
 * Why Chromium's sandbox cannot be had here, as a sentence; null where it can. Chromium ends at once where it can have
 * neither, so that the app would not open: as root, and on Linux distributions that keep unprivileged programs from
 * making user namespaces (Ubuntu 24.04) while npm cannot install the setuid helper.
 * @param {string} exe
 * @param {{ superuser: boolean, readSetting: (path: string) => string | null }} [system]
 * @returns {string | null}
 */
export function sandboxObstacle(exe, { superuser, readSetting } = thisSystem) {
  if (process.platform !== 'linux') return null
  if (superuser) return 'Chromium has no sandbox for root.'
  const helper = join(dirname(exe), 'chrome-sandbox')
  const stat = statSync(helper, { throwIfNoEntry: false })
  if (stat !== undefined && stat.uid === 0 && (stat.mode & 0o4000) !== 0) return null
  const forbidden =
    readSetting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    readSetting('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    readSetting('/proc/sys/user/max_user_namespaces') === '0'
  if (!forbidden) return null
  return (
    'This system keeps programs of ordinary users from making user namespaces, which the sandbox needs. To have it:\n' +
    `  sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"`
  )
}

/** @param {string} path */
function readKernelSetting(path) {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
