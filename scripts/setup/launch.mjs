// The environment and the flags with which Electron is started from a checkout.
import { delimiter, dirname, join } from 'node:path'
import { findElectron } from './electron.mjs'
import { modules } from './paths.mjs'
import { SetupError } from './report.mjs'

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
  if (isRoot()) env.NO_SANDBOX = '1'
  return env
}

/** Flags for a user's own screen: only what the machine forces. Root needs --no-sandbox, or Chromium refuses to start. */
export function desktopFlags() {
  return isRoot() ? ['--no-sandbox'] : []
}

/** Flags for a machine without a screen: software drawing, little shared memory, no complaints about a missing D-Bus. */
export function ciFlags() {
  return [...desktopFlags(), '--disable-gpu', '--disable-dev-shm-usage', '--log-level=3']
}

function isRoot() {
  return process.platform === 'linux' && process.getuid?.() === 0
}
