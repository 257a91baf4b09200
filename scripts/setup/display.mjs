// Whether there is a screen to show a window on, and a virtual one where there is none: Xvfb, which picks a free display
// number itself and lets in only who has this run's cookie.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SetupError } from './report.mjs'

/** Width, height and colour depth of the virtual screen. */
const SCREEN = '1440x900x24'

export function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/**
 * Runs `work` with the variables that lead to a screen: none where there is a display, else those of a virtual one that
 * ends with it.
 * @template T
 * @param {(variables: Record<string, string>) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function onScreen(work) {
  if (hasDisplay()) return work({})
  const folder = mkdtempSync(join(tmpdir(), 'vlag-screen-'))
  const cookies = join(folder, 'cookies')
  writeFileSync(cookies, cookieFile(randomBytes(16)), { mode: 0o600 })
  const options = [
    '-screen',
    '0',
    SCREEN,
    '-nolisten',
    'tcp',
    '-noreset',
    '-auth',
    cookies,
    '-displayfd',
    '3',
  ]
  const server = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => server.once('close', resolve).once('error', resolve))
  try {
    return await work({ DISPLAY: `:${await displayNumber(server)}`, XAUTHORITY: cookies })
  } finally {
    server.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<string>}
 */
function displayNumber(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    let number = ''
    server.stderr?.on('data', (data) => (said += String(data)))
    server.stdio[3]?.on('data', (data) => {
      number += String(data)
      if (number.endsWith('\n')) resolve(number.trim())
    })
    server.once('error', (error) => reject(new SetupError(`Xvfb does not start: ${error.message}`)))
    server.once('close', (code) =>
      reject(new SetupError(`Xvfb ended (exit ${code ?? 'by a signal'}):\n${said.trim()}`)),
    )
  })
}

/**
 * An Xauthority file with one entry: any host, any display, this cookie.
 * @param {Buffer} cookie
 */
function cookieFile(cookie) {
  const anyHost = Buffer.from([0xff, 0xff])
  const fields = [Buffer.alloc(0), Buffer.alloc(0), Buffer.from('MIT-MAGIC-COOKIE-1'), cookie]
  return Buffer.concat([anyHost, ...fields.flatMap((field) => [Buffer.from([0, field.length]), field])])
}
