// Writes ended runs of one experiment: while one transaction is on its way, what ends meanwhile is collected for the
// next. So a lone run is stored at once, and thousands of short ones share transactions.
import type { RunEnd } from '../../db'
import type { DbClient } from './db-client'

export interface RunWriter {
  /** Resolves once stored: with null, or with the reason why the library did not take the run. */
  write(end: RunEnd): Promise<string | null>
}

interface Waiting {
  readonly end: RunEnd
  readonly resolve: (fault: string | null) => void
  readonly reject: (error: unknown) => void
}

export function createRunWriter(db: DbClient, experimentId: string): RunWriter {
  let waiting: Waiting[] = []
  let isWriting = false

  async function flush(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const faults = await db.call('record', { id: experimentId, ends: batch.map(({ end }) => end) })
        const messages = new Map(faults.map(({ key, message }) => [key, message]))
        for (const { end, resolve } of batch) resolve(messages.get(keyOf(end)) ?? null)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }

  return {
    write: (end) =>
      new Promise((resolve, reject) => {
        waiting.push({ end, resolve, reject })
        if (!isWriting) void flush()
      }),
  }
}

const keyOf = (end: RunEnd): string => (end.kind === 'done' ? end.run.key : end.key)
