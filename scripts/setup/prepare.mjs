// Brings a checkout to where a command can run, from nothing but Node: npm packages, what the system must have,
// Electron, the SQLite addon, the build. Where all is in place it only looks, takes no lock and says nothing.
import { buildReady, ensureBuild } from './build.mjs'
import { dependenciesReady, ensureDependencies } from './dependencies.mjs'
import { hasDisplay } from './display.mjs'
import { electronReady, ensureElectron, findElectron } from './electron.mjs'
import { withLock } from './lock.mjs'
import { compilerNeeded, ensureNative, nativeReady } from './native.mjs'
import { say, seconds } from './report.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

/** For the command line: Node alone, no Electron and nothing of a desktop. */
export async function prepareCli() {
  const ready = () => dependenciesReady() && nativeReady([process.execPath]) && buildReady()
  await unlessReady(ready, async () => {
    await ensureDependencies()
    await ensureNative([process.execPath])
    await ensureBuild()
  })
}

/**
 * For the window and the tests.
 * @param {{ screen?: boolean, build?: boolean }} [options] `screen`: whether a window must open (default: yes), on a
 * virtual screen where there is no other; `build: false` leaves the build to the caller
 * @returns {Promise<import('./electron.mjs').Electron>}
 */
export async function prepareApp({ screen = true, build = true } = {}) {
  /** @type {import('./system-packages.mjs').Kind[]} */
  const kinds = screen && !hasDisplay() ? ['libraries', 'screen'] : ['libraries']
  const ready = () => {
    if (!dependenciesReady() || !electronReady()) return false
    const exe = findElectron()?.exe
    return exe !== undefined && nativeReady([process.execPath, exe]) && (!build || buildReady())
  }
  // Looked for at each start: it takes milliseconds, and the answer is not this checkout's to remember.
  if (ready()) await ensureSystemPackages(kinds)
  else
    await unlessReady(ready, async () => {
      await ensureDependencies()
      await ensureSystemPackages(compilerNeeded() ? [...kinds, 'compiler'] : kinds)
      const { exe } = await ensureElectron()
      await ensureNative([process.execPath, exe])
      if (build) await ensureBuild()
    })
  return /** @type {import('./electron.mjs').Electron} */ (findElectron())
}

/**
 * @param {() => boolean} ready
 * @param {() => Promise<void>} work
 */
async function unlessReady(ready, work) {
  if (ready()) return
  const started = performance.now()
  await withLock(async () => {
    // Another process may have done it while this one waited for the lock.
    if (ready()) return
    await work()
    say(`Set-up finished in ${seconds(started)}.`)
  })
}
