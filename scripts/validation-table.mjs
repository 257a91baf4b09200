// Refreshes the table in docs/validation.md: runs `vlag validate --markdown` over the recordings that come with Vlag and
// puts what it prints between the markers.
//   node scripts/validation-table.mjs
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './setup/paths.mjs'
import { runScript, say, SetupError } from './setup/report.mjs'

const MARKERS = /(<!-- validation -->\n)[^]*?(<!-- \/validation -->)/

await runScript(() => {
  const vlag = join(root, 'scripts', 'vlag.mjs')
  const { status, stdout } = spawnSync(process.execPath, [vlag, 'validate', '--markdown'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // 1: it ran, and not enough cells hold; the table says so.
  if (status !== 0 && status !== 1)
    throw new SetupError('The validation failed.', 'Its own message is above.')
  const path = join(root, 'docs', 'validation.md')
  const text = readFileSync(path, 'utf8')
  if (!MARKERS.test(text)) throw new SetupError(`${path} has no <!-- validation --> markers.`)
  writeFileSync(
    path,
    text.replace(MARKERS, (_, open, close) => `${open}\n${stdout.trimEnd()}\n\n${close}`),
  )
  say('docs/validation.md is up to date.')
  return Promise.resolve(0)
})
