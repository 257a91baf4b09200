// The simulating threads. Runs go to whichever is free; one whose thread dies (out of memory, a crash) is tried once
// more in a new thread, then it is failed with the reason, and the pool lives on.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { ErrorData } from '../../contract/errors'
import type { RunSpec } from '../../engine'
import type { Log } from './log'
import { createRunControl, type RunProgress } from './run-control'
import type { SimReply, SimTask } from './sim-task'

export interface ActiveRun {
  /** Never rejects. */
  readonly reply: Promise<SimReply>
  stop(): void
  progress(): RunProgress
}

export interface Pool {
  readonly workers: number
  /** `decisionFile`: where the run's decisions go if the spec asks for their record; needed only then. */
  run(spec: RunSpec, decisionFile?: string): ActiveRun
  /** Ends the threads, whatever they do. */
  dispose(): Promise<void>
}

export interface PoolOptions {
  readonly workersDir: string
  /** Default: one thread is left to the rest of the machine. */
  readonly workers?: number
  readonly log: Log
}

export function defaultWorkers(): number {
  return Math.max(1, availableParallelism() - 1)
}

export function createPool(options: PoolOptions): Pool {
  const workers = options.workers ?? defaultWorkers()
  const piscina = new Piscina<SimTask, SimReply>({
    filename: join(options.workersDir, 'sim-worker.cjs'),
    minThreads: 0,
    maxThreads: workers,
    concurrentTasksPerWorker: 1,
    idleTimeout: 30_000,
  })
  // A thread that dies with no run in it; runs have their own rejection.
  piscina.on('error', (error) => {
    options.log.write('pool', `an idle simulating thread died: ${String(error)}`)
  })

  async function attempt(task: SimTask, attemptsLeft: number): Promise<SimReply> {
    try {
      return await piscina.run(task)
    } catch (error) {
      const control = createRunControl(task.shared)
      if (control.isStopped()) return { kind: 'stopped' }
      const reason = error instanceof Error ? error.message : String(error)
      options.log.write('pool', `a simulating thread died: ${reason}`)
      if (attemptsLeft > 0) return attempt(task, attemptsLeft - 1)
      return { kind: 'failed', error: deathOf(reason) }
    }
  }

  return {
    workers,
    run(spec, decisionFile = '') {
      const control = createRunControl()
      return {
        reply: attempt({ spec, shared: control.shared, decisionFile }, 1),
        stop: control.stop,
        progress: control.read,
      }
    },
    dispose: () => piscina.destroy(),
  }
}

function deathOf(reason: string): ErrorData {
  return {
    code: 'worker-died',
    message: `The simulating thread died twice on this run: ${reason}.`,
    remedy: 'Fewer tasks or a shorter duration need less memory. The other runs are not affected.',
    problems: [],
  }
}
