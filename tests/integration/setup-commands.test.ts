// The set-up's own programs, run for real but away from the network and from this checkout's state.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { officialVersion } from '../../scripts/setup/electron.mjs'

const root = join(import.meta.dirname, '..', '..')
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'vlag-setup-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function node(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = root): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()))
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin.end()
  })
}

test('VLAG_ELECTRON_FALLBACK=0 ends with the reason and the way to the real Electron', async () => {
  const record = { version: officialVersion(), at: new Date().toISOString(), reason: 'fetch failed' }
  writeFileSync(join(folder, 'electron-download-failed.json'), JSON.stringify(record))
  const env = { VLAG_RUNTIME_CACHE: folder, VLAG_ELECTRON_FALLBACK: '0', ELECTRON_EXEC_PATH: '' }
  const { code, stdout, stderr } = await node(['scripts/electron-runtime.mjs'], env)
  // Where the official binary is installed there is nothing to refuse.
  if (code === 0) {
    expect(stdout).toMatch(/electron/i)
    return
  }
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toContain('VLAG_ELECTRON_FALLBACK=0 forbids the stand-in')
  expect(stderr).toContain('npx install-electron')
  expect(stderr).not.toContain('    at ')
})

test('an ELECTRON_EXEC_PATH that does not exist is named', async () => {
  const missing = join(folder, 'no-electron')
  const { code, stderr } = await node(['scripts/electron-runtime.mjs'], { ELECTRON_EXEC_PATH: missing })
  expect(code).toBe(1)
  expect(stderr).toContain(missing)
  expect(stderr).not.toContain('    at ')
})

test('two set-ups of one checkout take turns', async () => {
  const log = join(folder, 'log')
  const script = join(folder, 'turn.mjs')
  const lockModule = JSON.stringify(join(root, 'scripts', 'setup', 'lock.mjs'))
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs'
     const { withLock } = await import(${lockModule})
     await withLock(async () => {
       appendFileSync(${JSON.stringify(log)}, 'in ')
       await new Promise((resolve) => setTimeout(resolve, 150))
       appendFileSync(${JSON.stringify(log)}, 'out ')
     }, ${JSON.stringify(join(folder, 'lock'))})`,
  )
  const ended = await Promise.all([node([script]), node([script]), node([script])])
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(readFileSync(log, 'utf8')).toBe('in out in out in out ')
})

test('the lock of a process that was killed is taken over', async () => {
  const gone = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, ['-e', ''])
    child.on('close', () => resolve(child.pid ?? 0))
  })
  writeFileSync(join(folder, 'lock'), String(gone))
  const { withLock } = await import('../../scripts/setup/lock.mjs')
  await expect(withLock(() => Promise.resolve('mine'), join(folder, 'lock'))).resolves.toBe('mine')
})

test('vlag prints nothing but the result on standard output, and takes paths from where the user is', async () => {
  // As `npm run -s vlag -- run two-hogs-nice.json --json` in the examples' folder sets it.
  const env = { npm_lifecycle_event: 'vlag', INIT_CWD: join(root, 'examples'), VLAG_HOME: folder }
  const ended = await node(['scripts/vlag.mjs', 'run', 'two-hogs-nice.json', '--json'], env)
  expect(ended).toMatchObject({ code: 0 })
  expect(JSON.parse(ended.stdout)).toMatchObject({ schema: 1, spec: { name: 'Two hogs, one nicer' } })
})

test('vlag has the exit codes of the command line', async () => {
  const ended = await node(['scripts/vlag.mjs', 'no-such-command'], { VLAG_HOME: folder })
  expect(ended).toMatchObject({ code: 2, stdout: '' })
})

test('stamps are replaced whole, and a broken one is none', async () => {
  const { readJson, writeJson } = await import('../../scripts/setup/files.mjs')
  const path = join(folder, 'deep', 'stamp.json')
  expect(readJson(path)).toBeNull()
  writeJson(path, { a: 1 })
  expect(readJson(path)).toEqual({ a: 1 })
  mkdirSync(join(folder, 'broken'))
  writeFileSync(join(folder, 'broken', 'stamp.json'), '{ "a": ')
  expect(readJson(join(folder, 'broken', 'stamp.json'))).toBeNull()
})
