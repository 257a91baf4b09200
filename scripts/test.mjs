// Everything that must hold, from a bare checkout: set-up, types, lint, format, build, unit and integration tests, the
// real app in real Electron, and the README's commands as written. The last line is the count.
//   npm test [-- --static] [--unit] [--e2e] [--readme]     only these parts
import './setup/node-version.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { prepareApp } = await import('./setup/prepare.mjs')
const { ensureBuild } = await import('./setup/build.mjs')
const { withLock } = await import('./setup/lock.mjs')
const { checkOne, checkTests, summarise } = await import('./setup/checks.mjs')
const { onScreen } = await import('./setup/display.mjs')
const { electronEnv } = await import('./setup/launch.mjs')
const { modules } = await import('./setup/paths.mjs')
const { SetupError, runScript, say, seconds } = await import('./setup/report.mjs')
const { checkReadme } = await import('./readme-commands.mjs')

const PARTS = ['static', 'unit', 'e2e', 'readme']
const vitest = [process.execPath, join(modules, 'vitest', 'vitest.mjs'), 'run']

await runScript(async () => {
  const started = performance.now()
  const parts = chosenParts(process.argv.slice(2))
  const exe = await prepareOrFail()
  if (exe === null) return 1
  // No test may touch the library of the person who runs it.
  const home = mkdtempSync(join(tmpdir(), 'vlag-test-'))
  process.env.VLAG_HOME = home
  try {
    const outcomes = await runParts(parts, exe)
    const { lines, failed } = summarise(outcomes)
    process.stdout.write(`\nFinished in ${seconds(started)}\n${lines.join('\n')}\n`)
    return failed === 0 ? 0 : 1
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})

/** @returns {Promise<string | null>} Electron's path; null where the set-up failed, which is then the one failed check */
async function prepareOrFail() {
  try {
    return (await prepareApp({ build: false })).exe
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stdout.write(`\nThe set-up failed: ${error.message}\n0 passed, 1 failed\n`)
    return null
  }
}

/**
 * @param {ReadonlySet<string>} parts
 * @param {string} exe
 */
async function runParts(parts, exe) {
  const outcomes = []
  if (parts.has('static')) outcomes.push(...(await staticChecks()))
  if (parts.has('unit') || parts.has('e2e') || parts.has('readme')) {
    const build = await checkBuild()
    outcomes.push(build)
    if (build.failed > 0) return outcomes
  }
  if (parts.has('unit'))
    outcomes.push(await checkTests('unit and integration tests', 'unit', vitest, process.env))
  if (parts.has('e2e')) {
    const command = [...vitest, '-c', 'vitest.e2e.config.ts']
    const env = electronEnv(exe)
    outcomes.push(
      await onScreen((screen) => checkTests('the app in Electron', 'e2e', command, { ...env, ...screen })),
    )
  }
  if (parts.has('readme')) outcomes.push(await checkReadme())
  return outcomes
}

/** Types take two cores by themselves; lint is split over both, since the Vue files cost as much as all others. */
async function staticChecks() {
  say('\n> types, lint, format')
  const types = await checkOne('types', ['scripts/typecheck.mjs'])
  const eslint = [join(modules, 'eslint', 'bin', 'eslint.js'), '--max-warnings', '0']
  const prettier = [join(modules, 'prettier', 'bin', 'prettier.cjs'), '--check', '.']
  const lint = checkOne('lint', [...eslint, '.', '--ignore-pattern', '**/*.vue'])
  const lintVue = checkOne('lint of Vue files', [...eslint, 'renderer/**/*.vue'])
  const format = lintVue.then(() => checkOne('format', prettier))
  return [types, ...(await Promise.all([lint, lintVue, format]))]
}

async function checkBuild() {
  const started = performance.now()
  let failed = 0
  try {
    await withLock(ensureBuild)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    failed = 1
    process.stdout.write(`${error.message}\n`)
  }
  return { title: 'build', passed: 1 - failed, failed, skipped: 0, took: seconds(started) }
}

/**
 * @param {readonly string[]} args
 * @returns {ReadonlySet<string>}
 */
function chosenParts(args) {
  const asked = args.map((argument) => argument.replace(/^--/, ''))
  const unknown = asked.find((part) => !PARTS.includes(part))
  if (unknown !== undefined)
    throw new SetupError(
      `npm test does not know "${unknown}"; it takes ${PARTS.map((part) => `--${part}`).join(', ')}.`,
    )
  return new Set(asked.length > 0 ? asked : PARTS)
}
