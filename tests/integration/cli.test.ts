// The built command line as a process: output, exit codes, what is kept.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { ExperimentResult, ExperimentRow } from '../../contract/results'
import { runCli, specFile, startCli, temporaryFolder } from './harness'

const example = resolve('examples/two-hogs-nice.json')

function digestsOf(stdout: string): string[] {
  const result = JSON.parse(stdout) as ExperimentResult
  return result.variants.flatMap(({ name, runs }) => runs.map((run) => `${name} ${run.seed} ${run.digest}`))
}

test('two hogs share the CPU by their weights; twice, and with one thread or two, the digests are the same', async () => {
  const home = temporaryFolder()
  const first = await runCli(['run', example, '--json'], home)
  expect(first.code).toBe(0)
  const result = JSON.parse(first.stdout) as ExperimentResult
  expect(result.schema).toBe(1)
  for (const { runs } of result.variants) {
    for (const { tasks } of runs) {
      expect(tasks.map((task) => task.name)).toEqual(['hogA', 'hogB'])
      expect(Math.abs((tasks[0]?.cpuShare ?? 0) - 0.7095)).toBeLessThan(0.005)
      expect(Math.abs((tasks[1]?.cpuShare ?? 0) - 0.2905)).toBeLessThan(0.005)
    }
  }
  const again = await runCli(['run', example, '--json'], home)
  expect(again.stdout).toBe(first.stdout)
  expect(again.stderr).toContain('6 of 6 runs came from the library')
  for (const workers of ['1', '2']) {
    const other = await runCli(['run', example, '--json', '--workers', workers], temporaryFolder())
    expect(digestsOf(other.stdout)).toEqual(digestsOf(first.stdout))
  }
})

test('--fresh computes again and finds the same digests', async () => {
  const home = temporaryFolder()
  await runCli(['run', example, '--json'], home)
  const fresh = await runCli(['run', example, '--fresh'], home)
  expect(fresh).toMatchObject({ code: 0, stderr: '' })
  expect(fresh.stdout).toContain('6 of 6 runs were computed again, with the same digests')
})

test('a table for people; show and list give it back', async () => {
  const home = temporaryFolder()
  const run = await runCli(['run', example], home)
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toMatch(/CPU share per task +EEVDF 6\.18 +CFS 6\.5\n +hogA +% +70\.9\d +70\.9\d/)
  const id = /exp_[0-9a-z]{26}/.exec(run.stdout)?.[0] ?? ''
  const table = run.stdout.slice(0, run.stdout.indexOf('Saved as'))
  for (const wanted of [id, 'last', id.slice(0, 12), 'Two hogs, one nicer']) {
    const show = await runCli(['show', wanted], home)
    expect(show.stdout.startsWith(table)).toBe(true)
  }
  const list = await runCli(['list', '--json'], home)
  expect((JSON.parse(list.stdout) as ExperimentRow[]).map((row) => row.id)).toEqual([id])
  expect((await runCli(['list'], home)).stdout).toContain(`${id}  Two hogs, one nicer  completed`)
})

test('an ambiguous name lists the candidates', async () => {
  const home = temporaryFolder()
  for (let i = 0; i < 2; i++) await runCli(['run', example, '--quiet'], home)
  const { code, stderr } = await runCli(['show', 'Two hogs, one nicer'], home)
  expect(code).toBe(2)
  expect(stderr).toContain('may be any of 2 experiments')
  expect(stderr.match(/^ {2}exp_\w{26} {2}Two hogs, one nicer {2}\d{4}-/gm)).toHaveLength(2)
})

test('a bare rt-app file runs', async () => {
  const { code, stdout } = await runCli(
    ['run', resolve('examples/workloads/desktop.rtapp.json'), '--json'],
    temporaryFolder(),
  )
  expect(code).toBe(0)
  expect((JSON.parse(stdout) as ExperimentResult).variants.map((variant) => variant.policy)).toEqual([
    'eevdf',
    'cfs',
  ])
})

test('the catalog has the parameters of every kind', async () => {
  const home = temporaryFolder()
  for (const [kind, id] of [
    ['policies', 'eevdf'],
    ['workloads', 'cpu-hogs'],
    ['machines', 'generic'],
    ['metrics', 'wakeup_latency_p99'],
  ] as const) {
    const { code, stdout } = await runCli(['catalog', kind, '--json'], home)
    expect(code).toBe(0)
    const items = JSON.parse(stdout) as { id: string; title: string; params: Record<string, unknown>[] }[]
    const item = items.find((candidate) => candidate.id === id)
    expect(item?.title).toBeTruthy()
    for (const param of item?.params ?? []) {
      const names = ['name', 'type', 'unit', 'default', 'min', 'max', 'help', 'realKnob']
      expect(Object.keys(param)).toEqual(expect.arrayContaining(names))
    }
  }
  const all = JSON.parse((await runCli(['catalog', 'policies', '--json'], home)).stdout) as { id: string }[]
  const one = await runCli(['catalog', 'policies', 'eevdf', '--json'], home)
  expect(JSON.parse(one.stdout)).toEqual(all.filter(({ id }) => id === 'eevdf'))
  const text = (await runCli(['catalog', 'policies', 'eevdf'], home)).stdout
  expect(text).toContain('baseSlice')
  expect(text).not.toContain('cfs: ')
  expect(existsSync(join(home, 'library.sqlite'))).toBe(false)
})

test.each([
  ['no command', [], 2, 'Usage: vlag COMMAND'],
  ['an unknown command', ['rum'], 2, 'Did you mean run?'],
  ['an unknown option', ['list', '--all'], 2, '--all'],
  ['what names no experiment', ['show', '42'], 2, 'no experiment with the id or name "42"'],
  ['an id that is not there', ['show', `exp_${'0'.repeat(26)}`], 2, 'has no experiment'],
  ['an empty library', ['show', 'last'], 2, 'The library is empty'],
  ['a catalog that is none', ['catalog', 'games'], 2, 'policies, workloads, machines, metrics'],
  ['an entry that is not there', ['catalog', 'policies', 'evdf'], 2, 'Did you mean eevdf?'],
  ['a missing file', ['run', '/no/such/file.json'], 64, '"/no/such/file.json" is not there.'],
])('%s is told on standard error', async (_, args, code, text) => {
  const outcome = await runCli(args, temporaryFolder())
  expect(outcome).toMatchObject({ code, stdout: '' })
  expect(outcome.stderr).toContain(text)
  expect(outcome.stderr).not.toContain('    at ')
})

test('a bad spec: every problem with file, line, column, path and remedy; as JSON too', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'bad.json')
  writeFileSync(
    path,
    '{ "version": 1,\n  "name": "x", "machine": "generic",\n  "workload": [{ "id": "cpu-hogs" }],\n  "variants": [{ "name": "A", "policy": "evdf" }],\n  "duration": 10, "seeds": 1 }\n',
  )
  const text = await runCli(['run', path], folder)
  expect(text.code).toBe(64)
  expect(text.stderr).toContain(`${path}:4:`)
  expect(text.stderr).toContain('variants[0].policy: ')
  expect(text.stderr).toContain('Did you mean "eevdf"?')
  expect(text.stderr).toContain(`${path}:5:15: duration: `)
  const json = await runCli(['run', path, '--json'], folder)
  expect(json.code).toBe(64)
  const { error } = JSON.parse(json.stdout) as { error: { code: string; problems: { line: number }[] } }
  expect(error.code).toBe('bad-spec')
  expect(error.problems.map((problem) => problem.line)).toEqual([4, 5])
})

test('a bad rt-app file is a bad data file, whether named by an experiment or given itself', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'load.json'), '{ "tasks": { "t": { "run": 1000, "sleep": "soon" } } }')
  const spec = {
    version: 1,
    name: 'x',
    machine: 'generic',
    workload: [{ rtApp: 'load.json' }],
    variants: [{ name: 'A', policy: 'cfs' }],
    duration: '1s',
    seeds: 1,
  }
  writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec))
  for (const file of ['spec.json', 'load.json']) {
    const { code, stderr } = await runCli(['run', file], temporaryFolder(), folder)
    expect(stderr).toContain('load.json:1:')
    expect(code).toBe(65)
  }
})

test('Ctrl-C keeps what is done, says so, and the same command does the rest', async () => {
  const home = temporaryFolder()
  const path = specFile({ seeds: 40, duration: '5s' })
  const cli = startCli(['run', path, '--workers', '2'], home)
  await untilRunsAreStored(home, 2)
  cli.child.kill('SIGINT')
  const { code, stdout, stderr } = await cli.ended
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
  const kept = Number(/(\d+) of 80 runs .* are done and kept/.exec(stderr)?.[1])
  expect(kept).toBeGreaterThanOrEqual(2)
  const [row] = JSON.parse((await runCli(['list', '--json'], home)).stdout) as ExperimentRow[]
  expect(row).toMatchObject({ state: 'cancelled', runsDone: kept })
})

test('a reader that goes away ends it quietly', async () => {
  const cli = startCli(['catalog', '--json'], temporaryFolder())
  cli.child.stdout?.destroy()
  expect(await cli.ended).toMatchObject({ stderr: '' })
})

/** Looks from outside, as another process would. */
async function untilRunsAreStored(home: string, least: number): Promise<void> {
  for (;;) {
    const { stdout } = await runCli(['list', '--json'], home)
    const [row] = JSON.parse(stdout) as ExperimentRow[]
    if (row !== undefined && row.runsDone >= least) return
  }
}

test('--db names another library', async () => {
  const folder = temporaryFolder()
  const db = join(folder, 'sub', 'mine.sqlite')
  expect((await runCli(['run', example, '--db', db, '--quiet', '--json'], folder)).stderr).toBe('')
  expect(readFileSync(db).subarray(0, 15).toString()).toBe('SQLite format 3')
  expect(existsSync(join(folder, 'library.sqlite'))).toBe(false)
})
