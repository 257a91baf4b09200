// Files on the command line: what the system appends for "open with", and `npm start -- FILE`. Pure.
import { resolve } from 'node:path'

/**
 * Absolute paths of the files in `argv`. In a checkout the app's own folder stands first and is left out;
 * flags are Chromium's. `folder` is where relative paths start.
 */
export function filesFromArguments(argv: readonly string[], folder: string, appPath: string): string[] {
  const words = argv.slice(1).filter((word) => !word.startsWith('-'))
  const paths = words.map((word) => resolve(folder, word))
  const own = paths.lastIndexOf(resolve(appPath))
  return paths.slice(own + 1)
}
