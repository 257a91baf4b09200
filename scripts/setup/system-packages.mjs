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

/** @typedef {'libraries' | 'screen' | 'compiler'} Kind */

/** @type {Record<Kind, readonly Need[]>} */
const NEEDS = {
  libraries: [
    { name: 'libgtk-3.so.0', packages: ['libgtk-3-0t64', 'libgtk-3-0'] },
    { name: 'libnss3.so', packages: ['libnss3'] },
    { name: 'libasound.so.2', packages: ['libasound2t64', 'libasound2'] },
    { name: 'libgbm.so.1', packages: ['libgbm1'] },
  ],
  screen: [{ name: 'Xvfb', packages: ['xvfb'] }],
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
 * @param {readonly Kind[]} kinds
 */
export async function ensureSystemPackages(kinds) {
  if (process.platform !== 'linux') return
  const libraries = kinds.includes('libraries') ? await knownLibraries() : null
  const missing = kinds
    .map((kind) => ({ kind, needs: NEEDS[kind].filter(({ name }) => !isThere(kind, name, libraries)) }))
    .filter(({ needs }) => needs.length > 0)
  if (missing.length === 0) return
  const decision = decide(missing, {
    debian: isDebian(),
    superuser: process.getuid?.() === 0,
    declined: process.env.VLAG_NO_APT === '1',
  })
  const needs = missing.flatMap((part) => part.needs)
  if (decision.install) {
    say(decision.message)
    await install(needs)
  } else {
    throw new SetupError(decision.message, decision.remedy(await availablePackages(needs)))
  }
}

/**
 * What to do about what is missing on this system, and how to say it.
 * @param {readonly { kind: Kind, needs: readonly Need[] }[]} missing
 * @param {{ debian: boolean, superuser: boolean, declined: boolean }} system
 * @returns {{ install: true, message: string } | { install: false, message: string, remedy: (packages: readonly string[]) => string }}
 */
export function decide(missing, { debian, superuser, declined }) {
  const reasons = missing.map(
    ({ kind, needs }) => `${needs.map(({ name }) => name).join(', ')} (${WHY[kind]})`,
  )
  const message = `Missing on this system: ${reasons.join('; ')}.`
  if (!debian) {
    const remedy = () => 'Install them with the package manager of this system, then run the command again.'
    return { install: false, message, remedy }
  }
  if (superuser && !declined) {
    const notice = 'Installing with apt; VLAG_NO_APT=1 declines that and prints the command instead.'
    return { install: true, message: `${message}\n${notice}` }
  }
  const sudo = superuser ? '' : 'sudo '
  return {
    install: false,
    message: declined ? `${message} Not installed, since VLAG_NO_APT=1 says so.` : message,
    remedy: (packages) =>
      `Install them with:\n  ${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages.join(' ')}`,
  }
}

/** @param {readonly Need[]} needs */
async function install(needs) {
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
 * @param {Kind} kind
 * @param {string} name
 * @param {string | null} libraries
 */
function isThere(kind, name, libraries) {
  if (kind !== 'libraries') return onPath(name)
  // Where the linker cannot be asked, starting Electron itself is the check.
  return libraries === null || libraries.includes(`\t${name} `)
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
