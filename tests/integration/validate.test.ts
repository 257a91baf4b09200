// vlag validate as a process: real threads, what it prints, exit codes, and Ctrl-C.
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { ValidationResult } from '../../contract/validation'
import { planValidation, runHere, runValidation } from '../../main/backend/validation'
import { runCli, startCli, temporaryFolder } from './harness'

const recordings = resolve('tests/fixtures/groundtruth')
const chosen = ['two-hogs-nice', 'three-hogs-two-cpus']

test('prints what the same validation gives in one thread, and needs no library', async () => {
  const home = temporaryFolder()
  const args = ['validate', recordings, ...chosen.flatMap((name) => ['--case', name])]
  const json = await runCli([...args, '--json'], home)
  expect(json).toMatchObject({ code: 0, stderr: '' })
  const result = JSON.parse(json.stdout) as ValidationResult
  const plan = planValidation({ directory: recordings, cases: chosen, set: [] })
  expect(result).toEqual(await runValidation(plan, runHere))
  expect(result.cells).toBe(result.rows.filter((row) => row.judged).length)
  expect(result.informative.cells).toBe(result.rows.filter((row) => !row.judged).length)

  const text = await runCli(args, home)
  expect(text.stdout).toMatch(/^two-hogs-nice +eevdf 6\.18 +10\/10 +100\.0 %$/m)
  expect(text.stdout).toMatch(/^Judged: 10 of 10 cells hold \(100\.0 %\).*It holds\.$/m)
  const verbose = await runCli([...args, '--verbose'], home)
  expect(verbose.stdout).toMatch(/^ {2}hogA +share +% +69\.6/m)
})

test('without a directory it takes the recordings that come with Vlag', async () => {
  const { code, stdout } = await runCli(
    ['validate', '--case', 'two-hogs-nice', '--markdown'],
    temporaryFolder(),
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\| `two-hogs-nice` +\| eevdf 6\.18/m)
})

test('a model that is wrong ends with exit code 1, and the figures say what was set', async () => {
  const args = ['validate', recordings, '--case', 'short-slice-periodic', '--set', 'delayDequeue=false']
  const { code, stdout } = await runCli(
    [...args, '--set', 'preemptShort=false', '--set', 'placeLag=false'],
    temporaryFolder(),
  )
  expect(stdout).toContain('With overrides (delayDequeue=false, preemptShort=false, placeLag=false)')
  expect(stdout).toContain('It does not hold.')
  expect(code).toBe(1)
})

test.each([
  ['a directory that is not there', ['/no/such/directory'], 65, '"/no/such/directory" is not there.'],
  ['an unknown case', [recordings, '--case', 'two-hogs-nic'], 2, 'Did you mean two-hogs-nice?'],
  ['an unknown parameter', [recordings, '--set', 'runToPariti=false'], 2, 'Did you mean "runToParity"?'],
  ['two forms at once', [recordings, '--json', '--markdown'], 2, 'Give one of them.'],
])('%s is told on standard error', async (_, args, code, text) => {
  const outcome = await runCli(['validate', ...args], temporaryFolder())
  expect(outcome.code).toBe(code)
  expect(outcome.stderr).toContain(text)
})

test('a recording that lacks a file is bad data, with its place', async () => {
  const folder = temporaryFolder()
  cpSync(join(recordings, 'two-hogs-nice', 'case.json'), join(folder, 'mine', 'case.json'))
  const { code, stderr } = await runCli(['validate', folder], folder)
  expect(code).toBe(65)
  expect(stderr).toContain(`${join('mine', 'real.json')}: The file is not there.`)
})

test('Ctrl-C ends it with 130', async () => {
  const folder = temporaryFolder()
  // The same case many times over lasts long enough on any machine.
  for (let i = 0; i < 60; i++)
    cpSync(join(recordings, 'ping-pong-hog'), join(folder, `case${i}`), { recursive: true })
  const cli = startCli(['validate', folder], folder)
  await cli.says('runs ')
  cli.child.kill('SIGINT')
  const { code, stdout, stderr } = await cli.ended
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
  expect(stderr).toContain('Interrupted.')
})
