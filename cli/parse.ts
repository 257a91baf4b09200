// The command line's words into a command with its operands and options; what is wrong is a usage error.
import { parseArgs } from 'node:util'
import { VlagError } from '../contract/errors'
import { quote, suggest } from '../formats/wording/wording'
import type { Command } from './command'
import { commonOptions } from './usage'

export interface Parsed {
  readonly command: Command
  readonly positionals: readonly string[]
  readonly flags: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
  readonly lists: ReadonlyMap<string, readonly string[]>
}

/** Throws a VlagError with code `usage`. */
export function parseCommandLine(commands: readonly Command[], words: readonly string[]): Parsed {
  const [name = '', ...rest] = words
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) throw unknownCommand(commands, name)
  const options = [...command.options, ...commonOptions]
  let parsed
  try {
    parsed = parseArgs({
      args: [...rest],
      options: Object.fromEntries(
        options.map(({ name: option, type, isList = false }) => [option, { type, multiple: isList }]),
      ),
      allowPositionals: true,
    })
  } catch (error) {
    throw usageError(
      command,
      error instanceof Error ? (error.message.split(/\.\s|\n/)[0] ?? '') : String(error),
    )
  }
  const flags = new Set<string>()
  const values = new Map<string, string>()
  const lists = new Map<string, readonly string[]>()
  for (const [option, value] of Object.entries(parsed.values)) {
    if (Array.isArray(value)) lists.set(option, value.map(String))
    else if (typeof value === 'string') values.set(option, value)
    else if (value === true) flags.add(option)
  }
  const { positionals } = parsed
  const [least, most] = command.count
  if (!flags.has('help') && (positionals.length < least || positionals.length > most)) {
    const problem =
      positionals.length < least
        ? `${command.operands} is missing.`
        : `"${positionals[most] ?? ''}" is too much.`
    throw usageError(command, problem)
  }
  return { command, positionals, flags, values, lists }
}

/** Simulating threads of --workers; undefined without it. */
export function parseWorkers(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const workers = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (workers >= 1 && workers <= 1024) return workers
  throw new VlagError('usage', `--workers takes a number from 1 to 1024, not ${quote(text)}.`)
}

function usageError(command: Command, message: string): VlagError {
  const operands = command.operands === '' ? '' : ` ${command.operands}`
  return new VlagError('usage', `${command.name}: ${message}`, {
    remedy: `Usage: vlag ${command.name}${operands} [OPTIONS]; vlag ${command.name} --help tells more.`,
  })
}

function unknownCommand(commands: readonly Command[], name: string): VlagError {
  const names = commands.map((command) => command.name)
  const near = suggest(name, names)
  return new VlagError('usage', `There is no command ${quote(name)}.`, {
    remedy: `${near === null ? '' : `Did you mean ${near}? `}There is: ${names.join(', ')}; vlag --help tells more.`,
  })
}
