// For tests with real threads, a real database and the built command line: where the build is, backends in folders of
// their own, and the command line as a process.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Source } from '../../contract/api'
import type { ExperimentDetail } from '../../contract/results'
import { createBackend, type Backend, type BackendOptions } from '../../main/backend'

/** Folder of the built threads and command line; VLAG_TEST_OUT names another one. */
export const builtDir = resolve(process.env['VLAG_TEST_OUT'] ?? 'out/main')
if (!existsSync(join(builtDir, 'db-worker.cjs'))) {
  throw new Error(`The integration tests need the build in ${builtDir}: run "npm run build" first.`)
}

// Several processes and threads on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

export const examplesDir = resolve('examples')

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vlag-integration-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export async function openBackend(options: Partial<BackendOptions> = {}): Promise<Backend> {
  const backend = await createBackend({
    program: 'app',
    home: options.home ?? temporaryFolder(),
    workersDir: builtDir,
    examplesDir,
    workers: 2,
    host: { version: '0.0.0', electron: null, fallbackRuntime: false },
    ...options,
  })
  onTestFinished(() => backend.dispose())
  return backend
}

export interface SpecOptions {
  readonly seeds?: number | readonly number[]
  readonly duration?: string
  readonly variants?: readonly { readonly name: string; readonly policy: string }[]
}

/** Two policies on a small mixed load; some 10 ms of work or more per run unless it is made longer. */
export function specOf({ seeds = 3, duration = '500ms', variants }: SpecOptions = {}): string {
  return JSON.stringify({
    version: 1,
    name: 'Mixed load',
    machine: { id: 'generic', params: { cpus: 2 } },
    workload: [{ id: 'cpu-hogs' }, { id: 'ping-pong' }],
    variants: variants ?? [
      { name: 'EEVDF', policy: 'eevdf' },
      { name: 'CFS', policy: 'cfs' },
    ],
    duration,
    seeds,
  })
}

export function textSource(options?: SpecOptions): Source {
  return { kind: 'text', name: 'mixed.json', text: specOf(options) }
}

/** Runs a source to its end and gives what is stored. */
export async function runToEnd(backend: Backend, source: Source): Promise<ExperimentDetail> {
  const { id } = await backend.start(source)
  await backend.finished(id)
  return backend.handlers['experiments.get']({ id })
}

/** The digests of all runs, by variant and seed. */
export function digestsOf(detail: ExperimentDetail): string[] {
  return detail.result.variants.flatMap(({ name, runs }) =>
    runs.map((run) => `${name} ${run.seed} ${run.digest}`),
  )
}

export interface CliOutcome {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface CliProcess {
  readonly child: ChildProcess
  readonly ended: Promise<CliOutcome>
  /** Waits until standard error holds `text`. */
  says(text: string): Promise<void>
}

export function startCli(args: readonly string[], home: string, cwd?: string): CliProcess {
  const child = spawn(process.execPath, [join(builtDir, 'cli.cjs'), ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, VLAG_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<CliOutcome>((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ code, signal, stdout, stderr })
    })
  })
  const says = async (text: string): Promise<void> => {
    while (!stderr.includes(text)) {
      if (child.exitCode !== null) throw new Error(`the command line ended without "${text}": ${stderr}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return { child, ended, says }
}

export function runCli(args: readonly string[], home: string, cwd?: string): Promise<CliOutcome> {
  return startCli(args, home, cwd).ended
}

/** Writes a spec into a folder of its own and gives its path. */
export function specFile(options?: SpecOptions): string {
  const path = join(temporaryFolder(), 'mixed.json')
  writeFileSync(path, specOf(options))
  return path
}
