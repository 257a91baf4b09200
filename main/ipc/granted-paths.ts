// The files of the user that the page may ask for: only those that a person pointed at, through the dialog, a drop or a
// paste of a file, the command line or the system. A path that the page makes up itself is refused.
import type { Source } from '../../contract/api'
import { VlagError } from '../../contract/errors'

export interface GrantedPaths {
  /** From here on until the app ends, so that a file can be read again. */
  grant(path: string): void
  /** Throws a VlagError 'usage' for a path that was not granted; other sources pass. */
  check(source: Source): void
}

export function createGrantedPaths(): GrantedPaths {
  const granted = new Set<string>()
  return {
    grant: (path) => void granted.add(path),
    check(source) {
      if (source.kind !== 'path' || granted.has(source.path)) return
      throw new VlagError('usage', `“${source.path}” was not opened in this window.`, {
        remedy: 'Open it with the dialog (Ctrl+O), drop it on the window, or name it on the command line.',
      })
    },
  }
}
