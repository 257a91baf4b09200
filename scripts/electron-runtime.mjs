// Finds or fetches the Electron that runs the app (see setup/electron.mjs), and runs commands with it.
//   node scripts/electron-runtime.mjs [--retry]       print the executable's path
//   node scripts/electron-runtime.mjs -- CMD ARGS...  run CMD so that it finds it, under Xvfb if there is no display
import { pathToFileURL } from 'node:url'
import { onScreen } from './setup/display.mjs'
import { ensureElectron } from './setup/electron.mjs'
import { electronEnv } from './setup/launch.mjs'
import { foreground } from './setup/processes.mjs'
import { runScript } from './setup/report.mjs'

export { ciFlags, electronEnv, resolveElectron } from './setup/launch.mjs'

async function main() {
  const separator = process.argv.indexOf('--')
  const own = separator < 0 ? process.argv.slice(2) : process.argv.slice(2, separator)
  const { exe } = await ensureElectron({ retry: own.includes('--retry') })
  if (separator < 0) {
    process.stdout.write(`${exe}\n`)
    return 0
  }
  const [command = '', ...args] = process.argv.slice(separator + 1)
  const env = electronEnv(exe)
  const shell = process.platform === 'win32'
  return onScreen((screen) => foreground(command, args, { env: { ...env, ...screen }, shell }))
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await runScript(main)
