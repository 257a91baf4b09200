// What the set-up says: short lines with times on standard error, so that standard output stays the command's own.

/** A failure that the reader can act on: what is wrong, and what to do. Shown without a stack. */
export class SetupError extends Error {
  /**
   * @param {string} message what is wrong, as a sentence
   * @param {string} [remedy] what to do
   */
  constructor(message, remedy) {
    super(remedy === undefined ? message : `${message}\n${remedy}`)
    this.name = 'SetupError'
  }
}

/** @param {string} text one or more lines */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/** @param {number} since from `performance.now()` */
export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/**
 * Says what is about to happen, does it, says how it ended and how long it took.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {(result: T) => string} [ending] 'done' where it is not given
 * @returns {Promise<T>}
 */
export async function step(title, work, ending = () => 'done') {
  const started = performance.now()
  say(`> ${title} ...`)
  const result = await work()
  say(`  ${ending(result)} in ${seconds(started)}`)
  return result
}

/**
 * Runs a script's main function; its result becomes the exit code, a SetupError becomes one message and exit code 1.
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(`\nvlag: ${error.message}`)
    process.exitCode = 1
  }
}
