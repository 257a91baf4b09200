// Words of the command line: what is taken, and what each mistake is told.
import { expect, test } from 'vitest'
import { VlagError } from '../contract/errors'
import { commands } from './commands'
import { parseCommandLine, parseWorkers } from './parse'
import { buildCommandUsage, buildUsage } from './usage'

function errorOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof VlagError && error.code === 'usage') return `${error.message} ${error.remedy ?? ''}`
    throw error
  }
  throw new Error('nothing was thrown')
}

test('operands, flags and values in any order', () => {
  const parsed = parseCommandLine(commands, ['run', '--json', 'a.json', '--workers', '3', '--db=x.sqlite'])
  expect(parsed.command.name).toBe('run')
  expect(parsed.positionals).toEqual(['a.json'])
  expect([...parsed.flags]).toEqual(['json'])
  expect(Object.fromEntries(parsed.values)).toEqual({ workers: '3', db: 'x.sqlite' })
})

test('help needs no operand', () => {
  expect(parseCommandLine(commands, ['show', '--help']).flags.has('help')).toBe(true)
})

test.each([
  [['rnu'], 'There is no command "rnu". Did you mean run? There is: run, list'],
  [['run'], 'run: SPEC is missing. Usage: vlag run SPEC'],
  [['list', 'x'], 'list: "x" is too much.'],
  [['list', '--fresh'], `list: Unknown option '--fresh' Usage`],
  [['run', 'x', '--db'], `--db <value>' argument missing`],
  [['run', 'x', '--json=1'], `'--json' does not take an argument`],
])('%j is refused', (words, text) => {
  expect(errorOf(() => parseCommandLine(commands, words))).toContain(text)
})

test('the help names the library and what only the window does', () => {
  expect(buildUsage(commands, '/home/me/library.sqlite')).toMatch(
    /^Library\n {2}\/home\/me\/library\.sqlite\n/m,
  )
  expect(buildUsage(commands, '')).toContain('renamed, deleted and restored in the window')
  for (const command of commands) expect(buildCommandUsage(command, '/x.sqlite')).toContain('  /x.sqlite\n')
})

test('--workers takes whole numbers from 1 on', () => {
  expect(parseWorkers(undefined)).toBeUndefined()
  expect(parseWorkers('12')).toBe(12)
  for (const text of ['0', '-1', '1.5', 'all', '', '5000', '1e2']) {
    expect(errorOf(() => parseWorkers(text))).toContain('--workers takes a number')
  }
})
