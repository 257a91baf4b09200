// Running other programs: quietly with their output kept for the error message, or in the foreground with signals
// and exit code passed on.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { SetupError } from './report.mjs'

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 128 + signal where one ended it, 127 where the program could not be started
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Runs a program without input and keeps what it printed. Never throws.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<Finished>}
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => (stderr += text))
    child.on('error', (error) => resolve({ code: 127, stdout, stderr: stderr + error.message }))
    child.on('close', (code, signal) => resolve({ code: exitCode(code, signal), stdout, stderr }))
  })
}

/**
 * Like `capture`, but a failure is a SetupError with the end of what the program printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { remedy?: string }} [options]
 */
export async function mustRun(command, args, options = {}) {
  const { remedy, ...spawnOptions } = options
  const result = await capture(command, args, spawnOptions)
  if (result.code === 0) return result
  const tail = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-20).join('\n')
  throw new SetupError(`"${[command, ...args].join(' ')}" failed (exit ${result.code}):\n${tail}`, remedy)
}

/**
 * Runs a program with this terminal and waits for its end; interrupts are handed on to it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} the exit code
 */
export function foreground(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    const handOn = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, handOn)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, handOn)
      resolve(exitCode(code, signal))
    })
  })
}

/**
 * How to start npm: the one that runs this script, else the one on the PATH.
 * @param {readonly string[]} args
 * @returns {[string, string[], { shell?: boolean }]}
 */
export function npm(args) {
  const running = process.env.npm_execpath
  if (running?.endsWith('npm-cli.js')) return [process.execPath, [running, ...args], {}]
  return process.platform === 'win32' ? ['npm.cmd', [...args], { shell: true }] : ['npm', [...args], {}]
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function exitCode(code, signal) {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal])
}
