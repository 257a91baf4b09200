// Standard output and standard error. A reader that went away (`vlag list | head`) ends the program quietly; output
// that cannot be written (a full disk) is told, and the program does not end as if all were well.
import process from 'node:process'
import { EXIT } from './exit-codes'

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
  let isBroken = false
  const endWhereGone = (error: Error): void => {
    // Nobody reads any more, so nothing can be said; runs in flight are resumable like after any end.
    if ('code' in error && error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
  }
  /** What is lost must not look like success, but the command may still do its work. */
  const fail = (): void => {
    if (!isBroken) process.once('exit', () => (process.exitCode = EXIT.tryAgain))
    isBroken = true
  }
  process.stdout.on('error', (error: Error) => {
    endWhereGone(error)
    if (!isBroken) {
      clear()
      process.stderr.write(
        `vlag: Standard output cannot be written: ${error.message}.\n` +
          'Free some space where it goes, or send it elsewhere, and try again.\n',
      )
    }
    fail()
  })
  process.stderr.on('error', (error: Error) => {
    endWhereGone(error)
    fail()
  })
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

/** Text from files as it can be shown: what could steer the terminal or turn the line's direction is replaced. */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what this looks for
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '\ufffd')
}
