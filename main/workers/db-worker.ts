// The database's own thread: opens the library, answers one call after the other, closes it.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { toErrorData } from '../../contract/errors'
import { openLibrary } from '../../db'
import { OPENED, type DbAnswer, type DbCall, type DbWorkerData } from '../backend/db-protocol'
import { buildDbHandlers } from '../backend/db-requests'

function serve(port: MessagePort, options: DbWorkerData): void {
  const answer = (sequence: number, work: () => unknown): void => {
    let reply: DbAnswer
    try {
      reply = { sequence, ok: true, value: work() }
    } catch (error) {
      reply = { sequence, ok: false, error: toErrorData(error) }
    }
    port.postMessage(reply)
  }
  answer(OPENED, () => {
    const library = openLibrary(options)
    // The client calls by the names and types of this very table.
    const handlers = new Map<string, unknown>(Object.entries(buildDbHandlers(library)))
    port.on('message', ({ sequence, name, input }: DbCall) => {
      if (name === 'close') {
        answer(sequence, () => {
          library.close()
        })
        port.close()
        return
      }
      answer(sequence, () => (handlers.get(name) as (input: unknown) => unknown)(input))
    })
  })
}

if (parentPort === null) throw new Error('db-worker runs as a worker thread only')
serve(parentPort, workerData as DbWorkerData)
