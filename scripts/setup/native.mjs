// better-sqlite3 13 ships binaries for Node-API 10 (Node 22.14, Electron 35 and newer). Where a runtime is older, this
// compiles one for Node-API 8, which all of them can load, into the cache and puts it where better-sqlite3 looks first:
// build/Release. Does nothing on a current Node and Electron. What was seen to load is stamped, so a warm start is cheap.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileIdentity, readJson, writeJson } from './files.mjs'
import { cacheRoot, modules, root } from './paths.mjs'
import { capture, mustRun } from './processes.mjs'
import { SetupError, step } from './report.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

const shim = join(root, 'scripts', 'napi8-shim.h')
const sqlite = join(modules, 'better-sqlite3')
const addon = join(sqlite, 'build', 'Release', 'better_sqlite3.node')
const stampFile = join(modules, '.vlag-native.json')
/** The Node-API version that the shipped binaries need. */
const SHIPPED_NODE_API = 10
// -O1 without link-time optimisation: half the compile time, and no measurable difference in queries.
const COMMON_FLAGS = ['-fPIC', '-O1', '-w', '-DNDEBUG']
const ADDON_FLAGS = [
  ...['-std=gnu++20', '-fno-exceptions', '-fno-rtti', '-fvisibility=hidden', '-fvisibility-inlines-hidden'],
  ...['-DNAPI_VERSION=8', '-DNAPI_DISABLE_CPP_EXCEPTIONS', '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS'],
  '-DBUILDING_NODE_EXTENSION',
]
const LINK_FLAGS = ['-shared', '-pthread', '-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL']

/** @typedef {{ addon: string, verified: Record<string, string> }} Stamp */

/**
 * True where the addon in place was seen to load in each of these executables.
 * @param {readonly string[]} runtimes
 */
export function nativeReady(runtimes) {
  const stamp = /** @type {Stamp | null} */ (readJson(stampFile))
  if (stamp === null || stamp.addon !== addonIdentity()) return false
  return runtimes.every(
    (exe) => stamp.verified[exe] !== undefined && stamp.verified[exe] === fileIdentity(exe),
  )
}

/**
 * Makes better-sqlite3 loadable in each of these executables (Node, Electron).
 * @param {readonly string[]} runtimes
 */
export async function ensureNative(runtimes) {
  if (nativeReady(runtimes)) return
  const versions = await Promise.all(runtimes.map(nodeApiOf))
  if (Math.min(...versions) < SHIPPED_NODE_API) await ensureCompiled()
  for (const exe of runtimes) await verify(exe)
  const before = /** @type {Stamp | null} */ (readJson(stampFile))
  const identity = addonIdentity()
  const verified = before?.addon === identity ? before.verified : {}
  for (const exe of runtimes) verified[exe] = fileIdentity(exe) ?? ''
  writeJson(stampFile, { addon: identity, verified })
}

/** True where this Node alone already asks for a compiled addon that the cache lacks. */
export function compilerNeeded() {
  return Number(process.versions.napi) < SHIPPED_NODE_API && !existsSync(compiledPath())
}

function addonIdentity() {
  return fileIdentity(addon) ?? 'shipped'
}

/**
 * @param {string} exe Node, or Electron acting as Node
 * @returns {Promise<number>}
 */
async function nodeApiOf(exe) {
  if (exe === process.execPath) return Number(process.versions.napi)
  const { code, stdout, stderr } = await capture(exe, ['-p', 'process.versions.napi'], asNode())
  if (code === 0) return Number(stdout)
  throw new SetupError(`${exe} does not start: ${stderr.trim().split('\n')[0] ?? `exit ${code}`}`)
}

/** @param {string} exe */
async function verify(exe) {
  const query = "new (require('better-sqlite3'))(':memory:').prepare('select sqlite_version()').get()"
  const { code, stderr } = await capture(exe, ['-e', query], asNode())
  if (code === 0) return
  throw new SetupError(
    `better-sqlite3 does not load in ${exe} (exit ${code}).\n${stderr.trim().split('\n').slice(0, 6).join('\n')}`,
    `Delete ${sqlite} and run the command again.`,
  )
}

function asNode() {
  return { cwd: root, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } }
}

async function ensureCompiled() {
  if (process.platform !== 'linux') {
    throw new SetupError(
      `Node ${process.versions.node} is too old for the SQLite addon that is shipped for this system.`,
      'Use Node 22.14 or newer.',
    )
  }
  const cached = compiledPath()
  if (!existsSync(cached)) {
    await ensureSystemPackages(['compiler'])
    await step('Compiling the SQLite addon for this runtime (about half a minute, once)', () =>
      compile(cached),
    )
  }
  if (existsSync(addon) && readFileSync(addon).equals(readFileSync(cached))) return
  // Moved in place, since a running process may have the old one mapped.
  mkdirSync(dirname(addon), { recursive: true })
  const temporary = `${addon}.${process.pid}.tmp`
  copyFileSync(cached, temporary)
  renameSync(temporary, addon)
}

/** Where the compiled addon is kept; the name changes with everything that decides the binary. */
function compiledPath() {
  const key = createHash('sha256')
    .update(readFileSync(shim))
    .update(readFileSync(join(sqlite, 'package.json')))
    .update([COMMON_FLAGS, ADDON_FLAGS, LINK_FLAGS].flat().join(' '))
    .digest('hex')
    .slice(0, 12)
  return join(cacheRoot, `better-sqlite3-napi8-${process.arch}-${key}.node`)
}

/** @param {string} target */
async function compile(target) {
  const source = join(sqlite, 'deps', 'sqlite3')
  const gyp = readFileSync(join(sqlite, 'deps', 'defines.gypi'), 'utf8')
  const defines = [...gyp.matchAll(/'((?:HAVE|SQLITE)_[A-Z0-9_]+(?:=[^']*)?)'/g)].map(
    (match) => `-D${match[1]}`,
  )
  const common = [...COMMON_FLAGS, `-I${source}`]
  const headers = [join(modules, 'node-api-headers', 'include'), addonApiFolder()].map(
    (folder) => `-I${folder}`,
  )
  mkdirSync(cacheRoot, { recursive: true })
  const cwd = mkdtempSync(join(cacheRoot, 'tmp-'))
  const remedy = 'With Node 22.14 or newer and the official Electron nothing needs to be compiled.'
  try {
    await Promise.all([
      mustRun(
        'gcc',
        ['-c', '-std=gnu99', ...common, ...defines, join(source, 'sqlite3.c'), '-o', 'sqlite3.o'],
        { cwd, remedy },
      ),
      mustRun(
        'g++',
        [
          ...['-c', ...common, ...ADDON_FLAGS, ...headers, '-include', shim],
          ...[join(sqlite, 'src', 'better_sqlite3.cpp'), '-o', 'addon.o'],
        ],
        { cwd, remedy },
      ),
    ])
    await mustRun('g++', [...LINK_FLAGS, 'addon.o', 'sqlite3.o', '-ldl', '-o', 'built.node'], { cwd, remedy })
    renameSync(join(cwd, 'built.node'), target)
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

function addonApiFolder() {
  const from = createRequire(join(sqlite, 'package.json'))
  return dirname(from.resolve('node-addon-api/package.json'))
}
