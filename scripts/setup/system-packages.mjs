// What the operating system must have: the shared libraries that Electron loads, Xvfb where there is no screen, a
// compiler where the SQLite addon must be built. Looks for the thing itself, not for package names, so that it works on
// every Linux; on Debian and Ubuntu as root what is missing is installed with apt after saying so.
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { capture, mustRun } from './processes.mjs'
import { SetupError, say, step } from './report.mjs'

/**
 * @typedef {object} Need
 * @property {string} name of the program, or of the shared library
 * @property {readonly string[]} packages Debian's package; newer name first where it was renamed
 */

/** @type {Record<'libraries' | 'screen' | 'compiler', readonly Need[]>} */
const NEEDS = {
  libraries: [
    { name: 'libgtk-3.so.0', packages: ['libgtk-3-0t64', 'libgtk-3-0'] },
    { name: 'libnss3.so', packages: ['libnss3'] },
    { name: 'libasound.so.2', packages: ['libasound2t64', 'libasound2'] },
    { name: 'libgbm.so.1', packages: ['libgbm1'] },
  ],
  screen: [
    { name: 'xvfb-run', packages: ['xvfb'] },
    { name: 'Xvfb', packages: ['xvfb'] },
    { name: 'xauth', packages: ['xauth'] },
  ],
  compiler: [
    { name: 'gcc', packages: ['gcc'] },
    { name: 'g++', packages: ['g++'] },
  ],
}

const WHY = {
  libraries: 'Electron needs them',
  screen: 'there is no display, so the window opens on a virtual screen',
  compiler: 'the SQLite addon must be compiled for this version of Node or Electron',
}

/**
 * Makes sure that everything of these kinds is there; a SetupError with the exact command where it is not and cannot
 * be installed. Does nothing outside Linux.
 * @param {readonly (keyof typeof NEEDS)[]} kinds
 */
export async function ensureSystemPackages(kinds) {
  if (process.platform !== 'linux') return
  const libraries = kinds.includes('libraries') ? await knownLibraries() : null
  const lacking = kinds.map((kind) => ({
    kind,
    needs: NEEDS[kind].filter(
      ({ name }) => !(kind === 'libraries' ? hasLibrary(libraries, name) : onPath(name)),
    ),
  }))
  const missing = lacking.filter(({ needs }) => needs.length > 0)
  if (missing.length === 0) return
  const reasons = missing
    .map(({ kind, needs }) => `${needs.map(({ name }) => name).join(', ')} (${WHY[kind]})`)
    .join('; ')
  const needs = missing.flatMap((part) => part.needs)
  await install(needs, `Missing on this system: ${reasons}.`)
}

/**
 * @param {readonly Need[]} needs
 * @param {string} what
 */
async function install(needs, what) {
  if (!isDebian()) {
    throw new SetupError(
      what,
      'Install them with the package manager of this system, then run the command again.',
    )
  }
  const decline = process.env.VLAG_NO_APT === '1'
  if (decline || process.getuid?.() !== 0) {
    const packages = await availablePackages(needs)
    const sudo = process.getuid?.() === 0 ? '' : 'sudo '
    throw new SetupError(
      decline ? `${what} (VLAG_NO_APT=1: not installed.)` : what,
      `Install them with:\n  ${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    )
  }
  say(`${what}\nInstalling with apt; VLAG_NO_APT=1 declines that and prints the command instead.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2']
  await step('apt-get update', () => mustRun('apt-get', ['update', '-qq', ...wait], { env }))
  const packages = await availablePackages(needs)
  await step(`apt-get install -y --no-install-recommends ${packages.join(' ')}`, () =>
    mustRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wait, ...packages], { env }),
  )
}

/**
 * For each need the first of its names that this release has.
 * @param {readonly Need[]} needs
 */
async function availablePackages(needs) {
  /** @type {Set<string>} */
  const chosen = new Set()
  for (const { packages } of needs) {
    let found = packages.at(-1)
    for (const name of packages.slice(0, -1)) {
      const { code, stdout } = await capture('apt-cache', ['show', name])
      if (code === 0 && stdout.trim() !== '') {
        found = name
        break
      }
    }
    if (found !== undefined) chosen.add(found)
  }
  return [...chosen]
}

function isDebian() {
  try {
    const release = readFileSync('/etc/os-release', 'utf8')
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release)
  } catch {
    return false
  }
}

/** @returns {Promise<string | null>} the linker's list; null where it cannot be asked */
async function knownLibraries() {
  const { code, stdout } = await capture('ldconfig', ['-p'], { env: { ...process.env, PATH: searchPath() } })
  return code === 0 ? stdout : null
}

/**
 * @param {string | null} known
 * @param {string} name
 */
function hasLibrary(known, name) {
  // Where the linker cannot be asked, starting Electron itself is the check.
  return known === null || known.includes(`\t${name} `)
}

/** @param {string} program */
function onPath(program) {
  return searchPath()
    .split(delimiter)
    .some((folder) => existsSync(join(folder, program)))
}

function searchPath() {
  return [process.env.PATH ?? '', '/usr/local/sbin', '/usr/sbin', '/sbin'].join(delimiter)
}
