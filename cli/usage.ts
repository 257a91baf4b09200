// The help, built from the table of commands.
import type { Command, CommandOption } from './command'
import { exitCodeHelp } from './exit-codes'
import { buildTable, type Column } from './table'

export const commonOptions: readonly CommandOption[] = [
  { name: 'json', type: 'boolean', help: 'the result as JSON on standard output, and nothing else there' },
  { name: 'db', type: 'string', value: 'FILE', help: 'another library' },
  { name: 'help', type: 'boolean', help: 'this help' },
]

const twoColumns: readonly Column[] = [
  { title: '', align: 'left' },
  { title: '', align: 'left' },
]

/** Where experiments are kept. `library`: the file where neither VLAG_HOME nor --db names another. */
const libraryHelp = (library: string): string[] => [
  'Library',
  `  ${library}`,
  '  or library.sqlite in the folder that VLAG_HOME names, or what --db names.',
]

/** `library`: see libraryHelp. */
export function buildUsage(commands: readonly Command[], library: string): string {
  return [
    'Vlag simulates Linux CPU schedulers and compares them.',
    '',
    'Usage: vlag COMMAND [OPTIONS]',
    '',
    'Commands',
    ...pairs(commands.map((command) => [synopsis(command), command.summary])),
    '',
    'Options of every command',
    ...pairs([...commonOptions.map(optionHelp), ['--version', 'the versions of Vlag and of its engine']]),
    '',
    ...libraryHelp(library),
    '',
    'Exit codes',
    ...pairs(exitCodeHelp.map(([code, meaning]) => [String(code), meaning])),
    '',
    'vlag COMMAND --help tells more of a command.',
    'Experiments are renamed, deleted and restored in the window.',
  ].join('\n')
}

/** `library`: see libraryHelp. */
export function buildCommandUsage(command: Command, library: string): string {
  return [
    `Usage: vlag ${synopsis(command)} [OPTIONS]`,
    '',
    `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`,
    ...command.help,
    '',
    'Options',
    ...pairs([...command.options, ...commonOptions].map(optionHelp)),
    '',
    ...libraryHelp(library),
  ].join('\n')
}

function synopsis({ name, operands }: Command): string {
  return operands === '' ? name : `${name} ${operands}`
}

function optionHelp({ name, value, isList, help }: CommandOption): [string, string] {
  const more = isList === true ? ' …' : ''
  return [value === undefined ? `--${name}` : `--${name} ${value}${more}`, help]
}

function pairs(rows: readonly (readonly [string, string])[]): string[] {
  return buildTable(twoColumns, rows)
    .slice(1)
    .map((line) => `  ${line}`)
}
