// The log file in the library's folder: what happened behind the scenes, one line each, never on standard output.
// It is moved to vlag.1.log at 1 MB. Where it cannot be written the library is read-only, and that is shown already.
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../db'

const LIMIT_BYTES = 1_000_000

export interface Log {
  /** `topic` is the part that speaks, e.g. 'pool'. */
  write(topic: string, message: string): void
}

export function createLog(home: string): Log {
  const folder = join(home, 'logs')
  const path = join(folder, 'vlag.log')
  let isUsable = true
  return {
    write(topic, message) {
      if (!isUsable) return
      const line = `${new Date().toISOString()} ${process.pid} ${topic}: ${message.replace(/\s*\n\s*/g, ' | ')}\n`
      try {
        makeFolder(folder)
        const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
        if (size > LIMIT_BYTES) renameSync(path, join(folder, 'vlag.1.log'))
        appendFileSync(path, line)
      } catch {
        isUsable = false // read-only or full: see above
      }
    },
  }
}
