// What a command is: its words for the help, its own options, and what it does. Adding a command is adding a file to
// commands/ and a line to the table in commands/index.ts.
import type { ParseArgsConfig } from 'node:util'
import type { Backend, Pool } from '../main/backend'
import type { Terminal } from './terminal'

type OptionType = NonNullable<ParseArgsConfig['options']>[string]['type']

export interface CommandOption {
  readonly name: string
  readonly type: OptionType
  /** How its value is called in the help; for strings. */
  readonly value?: string
  /** For strings: may be given several times. */
  readonly isList?: true
  readonly help: string
}

export interface CommandContext {
  readonly terminal: Terminal
  readonly positionals: readonly string[]
  readonly flags: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
  /** Of the options that may be given several times. */
  readonly lists: ReadonlyMap<string, readonly string[]>
  readonly json: boolean
  /** Closed after the command. Throws where the library cannot even be read. */
  readonly openBackend: () => Promise<Backend>
  /** Simulating threads without a library; as many as --workers says, else one per CPU. Ended after the command. */
  readonly openPool: () => Pool
  /** Recorded schedules that come with Vlag. */
  readonly recordingsDir: string
  /** Called at the first Ctrl-C instead of ending at once. */
  readonly onInterrupt: (listener: () => void) => void
}

export interface Command {
  readonly name: string
  /** After the name, e.g. 'SPEC'. */
  readonly operands: string
  readonly summary: string
  readonly help: readonly string[]
  readonly options: readonly CommandOption[]
  /** Least and most operands. */
  readonly count: readonly [number, number]
  /** Returns the exit code. Throws VlagError. */
  readonly run: (context: CommandContext) => Promise<number>
}

export const defineCommand = (command: Command): Command => command
