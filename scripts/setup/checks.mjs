// A check of `npm test`: one thing that passes or fails, or a test run that counts many. Their sum is the closing line.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from './files.mjs'
import { out, root } from './paths.mjs'
import { capture, foreground } from './processes.mjs'
import { say, seconds } from './report.mjs'

/**
 * @typedef {object} Outcome
 * @property {string} title
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string} took
 */

/**
 * @typedef {object} VitestReport what vitest's JSON reporter writes, as far as it is read here
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults
 */

/**
 * Runs one program that passes or fails as a whole; its output is shown where it fails.
 * @param {string} title
 * @param {readonly string[]} command arguments to Node
 * @returns {Promise<Outcome>}
 */
export async function checkOne(title, command) {
  const started = performance.now()
  const { code, stdout, stderr } = await capture(process.execPath, command, { cwd: root })
  const took = seconds(started)
  say(`  ${code === 0 ? 'ok    ' : 'FAILED'} ${title} (${took})`)
  if (code !== 0) process.stdout.write(`${stdout}${stderr}\n`)
  return { title, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, took }
}

/**
 * Runs vitest in the foreground and counts its tests.
 * @param {string} title
 * @param {string} name of the report
 * @param {readonly string[]} command the program and its arguments, without reporters
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Outcome>}
 */
export async function checkTests(title, name, command, env) {
  const started = performance.now()
  say(`\n> ${title}`)
  const reportFile = join(out, 'test', `${name}.json`)
  rmSync(reportFile, { force: true })
  const [program = '', ...args] = command
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const code = await foreground(program, [...args, ...reporters], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const report = /** @type {VitestReport | null} */ (readJson(reportFile))
  return { title, ...countTests(report, code), took: seconds(started) }
}

/**
 * Tests that passed, failed and were skipped. A file that could not even be loaded, an error outside any test, a run
 * without a report and a run without tests each count as one failure, so that none of them can look like success.
 * @param {VitestReport | null} report
 * @param {number} exitCode
 */
export function countTests(report, exitCode) {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 }
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length
  const failed = report.numFailedTests + brokenFiles
  const silent = failed === 0 && (exitCode !== 0 || report.numPassedTests === 0)
  return {
    passed: report.numPassedTests,
    failed: silent ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * @param {readonly Outcome[]} outcomes
 * @returns {{ lines: string[], failed: number }} a line per check, and last the count alone on its line
 */
export function summarise(outcomes) {
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const width = Math.max(...outcomes.map(({ title }) => title.length))
  const lines = outcomes.map(({ title, passed, failed, skipped, took }) => {
    const counts = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])]
    return `  ${failed === 0 ? 'ok    ' : 'FAILED'} ${title.padEnd(width)}  ${counts.join(', ')} (${took})`
  })
  const failed = sum('failed')
  // What was skipped stands in the lines above: the last one has this form alone.
  lines.push(`${sum('passed')} passed, ${failed} failed`)
  return { lines, failed }
}
