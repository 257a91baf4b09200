// The command line: `vlag COMMAND ...`. Results on standard output, everything else on standard error; the exit code
// says how it went. The same backend and library as the app, without Electron.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { toErrorData, VlagError, type ErrorData } from '../contract/errors'
import { ENGINE_VERSION } from '../engine'
import {
  createBackend,
  createLog,
  createPool,
  databasePath,
  homeFolder,
  type Backend,
  type Pool,
} from '../main/backend'
import type { CommandContext } from './command'
import { commands } from './commands'
import { buildErrorText } from './error-text'
import { EXIT, exitCodeOf } from './exit-codes'
import { parseCommandLine, parseWorkers, type Parsed } from './parse'
import { createTerminal, type Terminal } from './terminal'
import { buildCommandUsage, buildUsage } from './usage'

/** Conditions of the library in which nothing of it can be read: no command can do anything. */
const UNREADABLE: readonly ErrorData['code'][] = ['usage', 'database-corrupt', 'bad-data', 'busy']

/** The build is out/main in the folder that also holds package.json and the examples. */
const packageFolder = join(import.meta.dirname, '..', '..')

function packageVersion(): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Where this platform keeps it, whatever VLAG_HOME says. */
const defaultLibrary = (): string => databasePath(homeFolder({ ...process.env, VLAG_HOME: '' }))

async function main(words: readonly string[], terminal: Terminal): Promise<number> {
  const [first] = words
  if (first === '--version') {
    terminal.print(`vlag ${packageVersion()} (engine ${ENGINE_VERSION})`)
    return EXIT.done
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const show = first === undefined ? terminal.say : terminal.print
    show(buildUsage(commands, defaultLibrary()))
    return first === undefined ? EXIT.usage : EXIT.done
  }
  const parsed = parseCommandLine(commands, words)
  if (parsed.flags.has('help')) {
    terminal.print(buildCommandUsage(parsed.command, defaultLibrary()))
    return EXIT.done
  }
  return runCommand(parsed, terminal)
}

async function runCommand({ command, ...parsed }: Parsed, terminal: Terminal): Promise<number> {
  const opened: Promise<Backend>[] = []
  const pools: Pool[] = []
  const context: CommandContext = {
    ...parsed,
    terminal,
    json: parsed.flags.has('json'),
    openBackend: () => {
      const backend = openBackend(parsed.values, terminal)
      opened.push(backend)
      return backend
    },
    openPool: () => {
      const pool = createPool({
        workersDir: import.meta.dirname,
        workers: parseWorkers(parsed.values.get('workers')) ?? availableParallelism(),
        log: createLog(resolve(homeFolder())),
      })
      pools.push(pool)
      return pool
    },
    recordingsDir: join(packageFolder, 'tests', 'fixtures', 'groundtruth'),
    onInterrupt,
  }
  try {
    return await command.run(context)
  } finally {
    for (const pool of pools) await pool.dispose()
    // One that could not be opened has failed the command already.
    for (const result of await Promise.allSettled(opened)) {
      if (result.status === 'fulfilled') await result.value.dispose()
    }
  }
}

async function openBackend(values: Parsed['values'], terminal: Terminal): Promise<Backend> {
  const db = values.get('db')
  if (db === '') throw new VlagError('usage', '--db names no file.')
  const workers = parseWorkers(values.get('workers'))
  const backend = await createBackend({
    program: 'cli',
    home: resolve(homeFolder()),
    workersDir: import.meta.dirname,
    examplesDir: join(packageFolder, 'examples'),
    host: { version: packageVersion(), electron: null, fallbackRuntime: false },
    ...(db === undefined ? {} : { databasePath: resolve(db) }),
    ...(workers === undefined ? {} : { workers }),
  })
  const { readOnly, notices } = backend
  if (readOnly !== null && UNREADABLE.includes(readOnly.code)) {
    await backend.dispose()
    throw VlagError.fromData(readOnly)
  }
  for (const notice of notices) terminal.say(`vlag: ${notice}`)
  if (readOnly !== null) terminal.say(buildErrorText(readOnly))
  return backend
}

/** The first signal asks the command to stop; a second one, or one that nobody waits for, ends at once. */
function onInterrupt(listener: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      listener()
      process.once(signal, () => process.exit(EXIT.interrupted))
    })
  }
}

function report(error: unknown, words: readonly string[], terminal: Terminal): number {
  const data = toErrorData(error)
  if (words.includes('--json')) terminal.print(JSON.stringify({ error: data }, null, 2))
  terminal.say(buildErrorText(data, words))
  if (data.code === 'internal' && error instanceof Error && error.stack !== undefined)
    terminal.say(error.stack)
  return exitCodeOf(data.code)
}

const terminal = createTerminal()
const words = process.argv.slice(2)
main(words, terminal)
  .catch((error: unknown) => report(error, words, terminal))
  .then((code) => {
    process.exitCode = code
  })
  .catch((error: unknown) => {
    process.stderr.write(`vlag: ${String(error)}\n`)
    process.exitCode = EXIT.fault
  })
