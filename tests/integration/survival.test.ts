// What must survive: kill -9, two processes on one library, damaged and future libraries, disks that are read-only or
// full, and threads that die.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ExperimentRow } from '../../contract/results'
import { connect } from '../../db/driver'
import {
  builtDir,
  digestsOf,
  openBackend,
  runCli,
  runToEnd,
  specFile,
  startCli,
  temporaryFolder,
  textSource,
} from './harness'

const databaseOf = (home: string): string => join(home, 'library.sqlite')

function query<Row>(path: string, sql: string): Row[] {
  const db = connect(path)
  try {
    return db.all<Row>(sql)
  } finally {
    db.close()
  }
}

async function untilStored(home: string, runs: number): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (!existsSync(databaseOf(home))) continue
    const tables = query<{ n: number }>(
      databaseOf(home),
      `SELECT count(*) AS n FROM sqlite_schema WHERE name = 'runs'`,
    )
    if (tables[0]?.n === 0) continue
    if ((query<{ n: number }>(databaseOf(home), 'SELECT count(*) AS n FROM runs')[0]?.n ?? 0) >= runs) return
  }
}

test('kill -9 in the middle loses nothing that was finished, and the rest can be resumed', async () => {
  const home = temporaryFolder()
  const cli = startCli(['run', specFile({ seeds: 40, duration: '5s' }), '--workers', '2'], home)
  await untilStored(home, 3)
  cli.child.kill('SIGKILL')
  expect((await cli.ended).signal).toBe('SIGKILL')
  expect(query(databaseOf(home), 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(query(databaseOf(home), 'PRAGMA foreign_key_check')).toEqual([])
  const [{ n: stored } = { n: 0 }] = query<{ n: number }>(databaseOf(home), 'SELECT count(*) AS n FROM runs')
  expect(stored).toBeGreaterThanOrEqual(3)

  const backend = await openBackend({ home })
  expect(backend.notices[0]).toContain('interrupted when Vlag ended unexpectedly')
  const [row] = await backend.handlers['experiments.list']({ bin: false })
  if (row === undefined) throw new Error('the experiment is not there')
  expect(row).toMatchObject({ state: 'interrupted', runsDone: stored, runsTotal: 80 })
  const kept = digestsOf(await backend.handlers['experiments.get']({ id: row.id }))
  expect(kept).toHaveLength(stored)
  expect(await backend.handlers['experiments.resume']({ id: row.id })).toEqual({ queued: 80 - stored })
  await new Promise<void>((resolve) => {
    backend.events.on('experiments.progress', ({ done }) => {
      if (done > stored) resolve()
    })
  })
  await backend.handlers['experiments.cancel']({ id: row.id })
  const after = digestsOf(await backend.handlers['experiments.get']({ id: row.id }))
  expect(after.length).toBeGreaterThan(stored)
  expect(after).toEqual(expect.arrayContaining(kept))
})

test('two command lines at once on one library', async () => {
  const home = temporaryFolder()
  const [a, b] = await Promise.all([
    runCli(['run', specFile({ seeds: 10 }), '--json', '--workers', '2'], home),
    runCli(['run', specFile({ seeds: 12 }), '--json', '--workers', '2'], home),
  ])
  expect([a.code, b.code]).toEqual([0, 0])
  const rows = JSON.parse((await runCli(['list', '--json'], home)).stdout) as ExperimentRow[]
  expect(rows.map((row) => [row.state, row.runsDone]).sort()).toEqual([
    ['completed', 20],
    ['completed', 24],
  ])
  expect(query(databaseOf(home), 'SELECT count(*) AS n FROM runs')).toEqual([{ n: 24 }])
  expect(query(databaseOf(home), 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
})

test('the app sees what a command line does, and leaves its runs alone', async () => {
  const home = temporaryFolder()
  const backend = await openBackend({ home })
  const changed: string[] = []
  backend.events.on('experiments.changed', ({ ids }) => void changed.push(...ids))
  const cli = startCli(['run', specFile({ seeds: 40, duration: '5s' })], home)
  await untilStored(home, 1)
  const [row] = await backend.handlers['experiments.list']({ bin: false })
  expect(row?.state).toBe('running')
  const id = row?.id ?? ''
  for (const name of ['experiments.cancel', 'experiments.resume'] as const) {
    await expect(backend.handlers[name]({ id })).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining(`process ${cli.child.pid ?? 0}`) as string,
    })
  }
  await expect.poll(() => changed, { timeout: 5000 }).toContain(id)
  cli.child.kill('SIGKILL')
  await cli.ended
  // No wait for a heartbeat: the process is gone, so its experiment is free at once.
  const { queued } = await backend.handlers['experiments.resume']({ id })
  expect(queued).toBeLessThan(80)
  await backend.handlers['experiments.cancel']({ id })
})

test('a damaged library is named with its path, and the app still opens files', async () => {
  const home = temporaryFolder()
  writeFileSync(databaseOf(home), 'no database at all '.repeat(100))
  const list = await runCli(['list'], home)
  expect(list).toMatchObject({ code: 65, stdout: '' })
  expect(list.stderr).toContain(databaseOf(home))
  expect(list.stderr).toContain('mv ')
  const backend = await openBackend({ home })
  expect(backend.readOnly?.code).toBe('database-corrupt')
  const preview = await backend.handlers['experiments.preview']({ source: textSource() })
  expect(preview.problems).toEqual([])
  await expect(backend.start(textSource())).rejects.toMatchObject({ code: 'database-corrupt' })
  expect(readFileSync(databaseOf(home), 'utf8')).toContain('no database at all')
})

test('a library of a newer Vlag can be listed and shown, not run into', async () => {
  const home = temporaryFolder()
  await runCli(['run', specFile({ seeds: 1 })], home)
  query(databaseOf(home), 'SELECT 1')
  const db = connect(databaseOf(home))
  db.exec('PRAGMA user_version = 99')
  db.close()
  const list = await runCli(['list'], home)
  expect(list.code).toBe(0)
  expect(list.stdout).toContain('Mixed load')
  expect(list.stderr).toContain('newer Vlag (schema 99')
  const run = await runCli(['run', specFile({ seeds: 2 }), '--json'], home)
  expect(run.code).toBe(65)
  expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'database-future' } })
})

/** A file system of its own in memory; null where this user may not mount one. */
function mountMemory(sizeKb: number): string | null {
  const folder = join(temporaryFolder(), 'disk')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

test('a read-only disk: what is there is shown, a run is refused, nothing is written', async (context) => {
  const disk = mountMemory(16_000)
  if (disk === null) return context.skip('mounting a file system needs root')
  const home = join(disk, 'home')
  await runCli(['run', specFile({ seeds: 1 })], home)
  for (const isClean of [true, false]) {
    if (!isClean) {
      const cli = startCli(['run', specFile({ seeds: 40, duration: '5s' })], home)
      await untilStored(home, 3)
      cli.child.kill('SIGKILL')
      await cli.ended
      // The newest rows are in the -wal file now.
      expect(existsSync(`${databaseOf(home)}-wal`)).toBe(true)
    }
    execFileSync('mount', ['-o', 'remount,ro', disk])
    const list = await runCli(['list', '--json'], home)
    expect(list.code).toBe(0)
    expect(JSON.parse(list.stdout)).toHaveLength(isClean ? 1 : 2)
    expect(list.stderr).toContain(`${databaseOf(home)} cannot be written`)
    const run = await runCli(['run', specFile({ seeds: 2 })], home)
    expect(run).toMatchObject({ code: 75, stdout: '' })
    const elsewhere = await runCli(
      ['run', specFile({ seeds: 1 }), '--db', join(temporaryFolder(), 'a.sqlite')],
      home,
    )
    expect(elsewhere.code).toBe(0)
    execFileSync('mount', ['-o', 'remount,rw', disk])
  }
})

test('a full disk: what is stored stays, the run ends with what to do', async (context) => {
  const disk = mountMemory(1_500)
  if (disk === null) return context.skip('mounting a file system needs root')
  const home = join(disk, 'home')
  const path = specFile({ seeds: 400, duration: '100ms' })
  const run = await runCli(['run', path], home)
  expect(run.code).toBe(75)
  expect(run.stderr).toContain('is full')
  const kept = Number(/(\d+) of 800 runs/.exec(run.stderr)?.[1])
  expect(kept).toBeGreaterThan(0)
  // With the disk still full everything can be looked at.
  const list = await runCli(['list', '--json'], home)
  expect(list.code).toBe(0)
  expect(JSON.parse(list.stdout)).toHaveLength(1)
  // With space again it goes on from there.
  execFileSync('mount', ['-o', 'remount,size=64m', disk])
  expect(query(databaseOf(home), 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(
    query<{ n: number }>(databaseOf(home), 'SELECT count(*) AS n FROM runs')[0]?.n,
  ).toBeGreaterThanOrEqual(kept)
  const rest = await runCli(['run', path], home)
  expect(rest.code).toBe(0)
  expect(Number(/(\d+) of 800 runs came from the library/.exec(rest.stdout)?.[1])).toBeGreaterThanOrEqual(
    kept,
  )
})

/** The built threads with a simulating one that runs `before` first. */
function workersWith(before: string): string {
  const folder = temporaryFolder()
  const real = (name: string): string => JSON.stringify(join(builtDir, name))
  writeFileSync(join(folder, 'db-worker.cjs'), `require(${real('db-worker.cjs')})`)
  writeFileSync(
    join(folder, 'sim-worker.cjs'),
    `const run = require(${real('sim-worker.cjs')})\nmodule.exports = (task) => {\n${before}\nreturn run(task)\n}\n`,
  )
  return folder
}

test.each([
  ['ends itself', 'process.exit(7)', 'exit'],
  [
    'fails outside of the run, as one out of memory does',
    'return new Promise(() => setTimeout(() => { throw new Error("heap is gone") }, 5))',
    'heap is gone',
  ],
])('a thread that %s fails its run, with the reason, and no other', async (_, death, reason) => {
  const backend = await openBackend({ workersDir: workersWith(`if (task.spec.seed === 2) { ${death} }`) })
  const { row, failures, result } = await runToEnd(backend, textSource({ seeds: 3 }))
  expect(row).toMatchObject({ state: 'failed', runsDone: 4, runsFailed: 2 })
  expect(failures.map(({ variant, seed }) => [variant, seed])).toEqual([
    [0, 2],
    [1, 2],
  ])
  expect(failures[0]?.message).toContain('died twice')
  expect(failures[0]?.message.toLowerCase()).toContain(reason)
  expect(result.variants[0]?.runs.map((run) => run.seed)).toEqual([1, 3])
})

test('a thread that dies once is replaced and its run done after all', async () => {
  const marker = join(temporaryFolder(), 'died')
  const once = `const fs = require('node:fs'); const path = ${JSON.stringify(marker)}
    if (!fs.existsSync(path)) { fs.writeFileSync(path, ''); process.exit(7) }`
  const backend = await openBackend({ workersDir: workersWith(once) })
  const { row } = await runToEnd(backend, textSource())
  expect(existsSync(marker)).toBe(true)
  expect(row).toMatchObject({ state: 'completed', runsDone: 6, runsFailed: 0 })
})

test('a run that gives another result than the stored one is a fault, told loudly', async () => {
  const home = temporaryFolder()
  const path = specFile({ seeds: 1 })
  await runCli(['run', path], home)
  const db = connect(databaseOf(home))
  db.run('UPDATE runs SET digest = ? WHERE id = 1', 'ffffffffffffffff')
  db.close()
  const fresh = await runCli(['run', path, '--fresh'], home)
  expect(fresh.code).toBe(70)
  expect(fresh.stdout).toContain('Determinism fault')
  expect(fresh.stdout).toContain('ffffffffffffffff')
})

test('a stalled policy has an exit code of its own, and its result is printed', async () => {
  const home = temporaryFolder()
  const path = specFile({ seeds: 2 })
  await runCli(['run', path], home)
  const db = connect(databaseOf(home))
  db.run(`UPDATE runs SET outcome = 'stalled', outcome_detail = 'No task ran for 1 s.' WHERE seed = 2`)
  db.close()
  for (const args of [
    ['run', path],
    ['show', 'last'],
  ]) {
    const { code, stdout } = await runCli(args, home)
    expect(code).toBe(3)
    expect(stdout).toContain('EEVDF, seed 2: stalled: No task ran for 1 s.')
  }
})

test('a library can be moved to another place', async () => {
  const home = temporaryFolder()
  await runCli(['run', specFile({ seeds: 1 })], home)
  const copy = join(temporaryFolder(), 'copy.sqlite')
  copyFileSync(databaseOf(home), copy)
  const { stdout } = await runCli(['list', '--db', copy], dirname(copy))
  expect(stdout).toContain('Mixed load')
})
