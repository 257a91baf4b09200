// The build: made again where a source changed since. Times and sizes are compared first, contents only where those
// differ, so that a check costs milliseconds and a fresh clone or a branch switch does not build for nothing.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileIdentity, readJson, writeJson } from './files.mjs'
import { modules, out, root } from './paths.mjs'
import { mustRun } from './processes.mjs'
import { SetupError, step } from './report.mjs'

const FOLDERS = ['contract', 'engine', 'formats', 'cli', 'db', 'main', 'preload', 'renderer']
const FILES = ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json']
const stampFile = join(out, 'build-stamp.json')
const results = [
  'main/index.cjs',
  'main/cli.cjs',
  'main/sim-worker.cjs',
  'main/db-worker.cjs',
  'preload/index.cjs',
  'renderer/index.html',
]

/**
 * @typedef {object} Stamp
 * @property {string} times of the sources
 * @property {string} contents of the sources
 * @property {string} built which files came out: another build, as `npm run dev` makes, is not this one
 */

/** True where what is built is what the sources say. */
export function buildReady() {
  const stamp = /** @type {Stamp | null} */ (readJson(stampFile))
  if (stamp === null || stamp.built !== builtKey()) return false
  const files = sourceFiles()
  const times = timesKey(files)
  if (stamp.times === times) return true
  if (stamp.contents !== contentsKey(files)) return false
  writeJson(stampFile, { ...stamp, times })
  return true
}

export async function ensureBuild() {
  if (buildReady()) return
  // Taken before the build: a file saved during it makes the next check build again.
  const files = sourceFiles()
  const stamp = { times: timesKey(files), contents: contentsKey(files) }
  await step('Building', () =>
    mustRun(process.execPath, [join(modules, 'electron-vite', 'bin', 'electron-vite.js'), 'build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    }),
  )
  const absent = results.filter((name) => !existsSync(join(out, name)))
  if (absent.length > 0) throw new SetupError(`The build did not make ${absent.join(', ')}.`)
  writeJson(stampFile, { ...stamp, built: builtKey() })
}

function builtKey() {
  return results.map((name) => fileIdentity(join(out, name)) ?? 'missing').join(' ')
}

/** @returns {string[]} paths relative to the root, sorted; tests are no part of the build */
function sourceFiles() {
  const inFolders = FOLDERS.flatMap((folder) =>
    existsSync(join(root, folder)) ? filesBelow(folder) : [],
  ).filter((path) => !/\.(test|test-data)\.ts$/.test(path))
  return [...inFolders, ...FILES].sort()
}

/**
 * @param {string} folder relative to the root
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

/** @param {readonly string[]} files */
function timesKey(files) {
  const key = createHash('sha256')
  for (const path of files) {
    const { mtimeMs, size } = statSync(join(root, path))
    key.update(`${path}:${mtimeMs}:${size}\n`)
  }
  return key.digest('hex')
}

/** @param {readonly string[]} files */
function contentsKey(files) {
  const key = createHash('sha256')
  for (const path of files) key.update(`${path}\n`).update(readFileSync(join(root, path)))
  return key.digest('hex')
}
