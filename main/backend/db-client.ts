// The rest of the backend's end of the database's thread: typed calls that give promises. A library that another
// process keeps locked is asked again for a while before the caller hears of it.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { VlagError } from '../../contract/errors'
import { OPENED, type DbAnswer, type DbCall, type DbWorkerData } from './db-protocol'
import type { DbHandlers } from './db-requests'
import type { Log } from './log'

type Name = keyof DbHandlers
type Input<N extends Name> = Parameters<DbHandlers[N]> extends [infer I] ? [input: I] : []

export interface DbClient {
  call<N extends Name>(name: N, ...input: Input<N>): Promise<ReturnType<DbHandlers[N]>>
  /** Waits for the calls before it, then closes the library cleanly. */
  close(): Promise<void>
}

export interface DbClientOptions extends DbWorkerData {
  readonly workersDir: string
  readonly log: Log
}

/** Each attempt waits 5 s inside SQLite already. */
const BUSY_ATTEMPTS = 4
const SLOW_MS = 200

interface Pending {
  readonly name: string
  readonly sentMs: number
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Starts the thread and waits until the library is open. Throws only for faults, not for the state of the file. */
export async function createDbClient({ workersDir, log, ...data }: DbClientOptions): Promise<DbClient> {
  const worker = new Worker(join(workersDir, 'db-worker.cjs'), { workerData: data })
  const pending = new Map<number, Pending>()
  let next = OPENED
  let ended: VlagError | null = null

  worker.on('message', (answer: DbAnswer) => {
    const call = pending.get(answer.sequence)
    if (call === undefined) return
    pending.delete(answer.sequence)
    const tookMs = Date.now() - call.sentMs
    if (tookMs > SLOW_MS) log.write('db', `${call.name} took ${tookMs} ms`)
    if (answer.ok) call.resolve(answer.value)
    else call.reject(VlagError.fromData(answer.error))
  })
  worker.on('error', (error) => {
    log.write('db', `the database's thread died: ${String(error)}`)
  })
  worker.on('exit', () => {
    ended = new VlagError('worker-died', 'The connection to the library is closed.', {
      remedy: 'Start Vlag again. Finished runs are kept.',
    })
    for (const call of pending.values()) call.reject(ended)
    pending.clear()
  })

  function send(name: string, input: unknown): Promise<unknown> {
    if (ended !== null) return Promise.reject(ended)
    return new Promise((resolve, reject) => {
      const sequence = next++
      pending.set(sequence, { name, sentMs: Date.now(), resolve, reject })
      if (sequence !== OPENED) worker.postMessage({ sequence, name, input } satisfies DbCall)
    })
  }

  async function sendPatiently(name: string, input: unknown): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(name, input)
      } catch (error) {
        const isBusy = error instanceof VlagError && error.code === 'busy'
        if (!isBusy || attempt === BUSY_ATTEMPTS) throw error
        log.write('db', `${name}: the library is locked, attempt ${attempt} of ${BUSY_ATTEMPTS}`)
        await delay(100 * attempt)
      }
    }
  }

  await send('open', null)
  return {
    // The thread answers with the result of the function of that name.
    call: <N extends Name>(name: N, ...input: Input<N>) =>
      sendPatiently(name, input[0]) as Promise<ReturnType<DbHandlers[N]>>,
    async close() {
      if (ended !== null) return
      const exit = new Promise((resolve) => worker.once('exit', resolve))
      await send('close', null)
      await exit
    },
  }
}
