// The command line in a checkout: prepares what is missing (said on standard error only), then becomes the built CLI
// in this same process, so that standard input and output, signals and exit codes are the CLI's own.
//   npm run -s vlag -- ARGS
import './setup/node-version.mjs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'

const { prepareCli } = await import('./setup/prepare.mjs')
const { runScript } = await import('./setup/report.mjs')
const { out } = await import('./setup/paths.mjs')

await runScript(async () => {
  await prepareCli()
  return 0
})

if (process.exitCode === 0) {
  process.exitCode = undefined
  // npm runs scripts in the package's folder; paths on the command line are relative to where the user is.
  if (process.env.npm_lifecycle_event === 'vlag' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
  const cli = join(out, 'main', 'cli.cjs')
  process.argv[1] = cli
  createRequire(import.meta.url)(cli)
}
