// Standard output and standard error. A reader that went away (`vlag list | head`) ends the program quietly.
import process from 'node:process'

export interface Terminal {
  /** A result: text and a newline on standard output. */
  readonly print: (text: string) => void
  /** Anything else: text and a newline on standard error. */
  readonly say: (text: string) => void
  /** Standard error is a terminal whose last line can be written over. */
  readonly canOverwrite: boolean
  /** Replaces the last line; an empty text removes it. Only where it can. */
  readonly overwrite: (text: string) => void
}

export function createTerminal(): Terminal {
  let isOverwriting = false
  const clear = (): void => {
    if (isOverwriting) process.stderr.write('\r\x1b[K')
    isOverwriting = false
  }
  const end = (error: Error): void => {
    const isGone = 'code' in error && error.code === 'EPIPE'
    // Nobody reads any more, so nothing can be said; runs in flight are resumable like after any end.
    process.exit(isGone ? (process.exitCode ?? 0) : 70)
  }
  process.stdout.on('error', end)
  process.stderr.on('error', end)
  return {
    canOverwrite: process.stderr.isTTY,
    print: (text) => {
      clear()
      process.stdout.write(`${text}\n`)
    },
    say: (text) => {
      clear()
      process.stderr.write(`${text}\n`)
    },
    overwrite: (text) => {
      clear()
      if (text === '') return
      process.stderr.write(text.slice(0, (process.stderr.columns || 80) - 1))
      isOverwriting = true
    },
  }
}

/** Text from files as it can be shown: control characters, which could steer the terminal, are replaced. */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what this looks for
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')
}
