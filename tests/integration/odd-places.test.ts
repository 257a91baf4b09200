// Places and moments that nobody plans for: odd paths for the library, an output that takes nothing, a library that is
// moved away in the middle, and signals at any time.
import { spawnSync } from 'node:child_process'
import { existsSync, openSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import type { ExperimentRow } from '../../contract/results'
import { builtDir, openBackend, runCli, specFile, startCli, temporaryFolder, textSource } from './harness'

// Longer than any test waits, on any machine.
const long = { seeds: 400, duration: '60s' } as const

test.each(['/dev/null', '/dev/zero', '', '.'])(
  '--db %j is a usage error, and nothing is left there',
  async (path) => {
    const { code, stdout, stderr } = await runCli(
      ['list', '--db', path],
      temporaryFolder(),
      temporaryFolder(),
    )
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/cannot hold a library|--db names no file/)
    expect(readdirSync('/dev').filter((name) => /-(journal|wal|shm)$/.test(name))).toEqual([])
  },
)

test('an empty name of a file is a usage error', async () => {
  expect(await runCli(['run', ''], temporaryFolder())).toMatchObject({ code: 2, stdout: '' })
})

test('output that cannot be written is told, and is no success', () => {
  const home = temporaryFolder()
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [join(builtDir, 'cli.cjs'), 'list'], {
    env: { ...process.env, VLAG_HOME: home },
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  expect(status).toBe(75)
  expect(stderr).toMatch(/^vlag: Standard output cannot be written: ENOSPC/)
  // The end was a clean one all the same.
  expect(readdirSync(home).filter((name) => name.startsWith('library'))).toEqual(['library.sqlite'])
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends a run cleanly', async (signal) => {
  const home = temporaryFolder()
  const path = specFile(long)
  const cli = startCli(['run', path, '--workers', '1'], home)
  while (!existsSync(join(home, 'library.sqlite-wal'))) await new Promise((resolve) => setTimeout(resolve, 5))
  cli.child.kill(signal)
  const { code, stderr } = await cli.ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/^vlag: Interrupted\.\n/)
  expect(readdirSync(home).filter((name) => name.startsWith('library'))).toEqual(['library.sqlite'])
  const rows = JSON.parse((await runCli(['list', '--json'], home)).stdout) as ExperimentRow[]
  expect(rows.every(({ state }) => state === 'cancelled')).toBe(true)
})

test('a library that is moved away during a run: the run stops, and nothing is said to be kept', async () => {
  const home = temporaryFolder()
  const path = join(home, 'library.sqlite')
  const cli = startCli(['run', specFile(long), '--workers', '1'], home)
  await cli.says('runs ')
  renameSync(path, `${path}.moved`)
  const { code, stdout, stderr } = await cli.ended
  expect({ code, stdout }).toEqual({ code: 75, stdout: '' })
  expect(stderr).toContain(`The library ${path} was removed or moved while Vlag had it open`)
  expect(stderr).not.toContain('kept')
  expect(existsSync(path)).toBe(false)
})

test('the app is told that its library is gone, and starts nothing in it', async () => {
  const home = temporaryFolder()
  const path = join(home, 'library.sqlite')
  const backend = await openBackend({ home })
  expect((await backend.handlers['app.info']({})).readOnly).toBeNull()
  renameSync(path, `${path}.moved`)
  await expect(backend.start(textSource())).rejects.toMatchObject({ code: 'read-only' })
  expect((await backend.handlers['app.info']({})).readOnly?.message).toContain('removed or moved')
  const changes: (readonly string[])[] = []
  backend.events.on('experiments.changed', ({ ids }) => void changes.push(ids))
  await expect.poll(() => changes, { timeout: 15_000 }).toEqual([[]])
})
