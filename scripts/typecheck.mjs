// Checks the types of every layer (one tsconfig.*.json each; not `base`, which they extend, and `lint`, which is
// ESLint's), two at a time; vue-tsc where there are Vue files.
//   node scripts/typecheck.mjs [LAYER...]
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { modules, out, root } from './setup/paths.mjs'
import { capture } from './setup/processes.mjs'
import { SetupError, runScript, say, seconds } from './setup/report.mjs'

const AT_ONCE = 2
const VUE_LAYERS = new Set(['renderer'])

/** @param {string} layer */
async function check(layer) {
  const started = performance.now()
  const compiler = VUE_LAYERS.has(layer) ? ['vue-tsc', 'bin', 'vue-tsc.js'] : ['typescript', 'bin', 'tsc']
  // What was checked before is kept, so that a second check looks only at what changed.
  const buildInfo = join(out, 'types', `${layer}.tsbuildinfo`)
  const { code, stdout, stderr } = await capture(
    process.execPath,
    [
      join(modules, ...compiler),
      ...[
        '-p',
        `tsconfig.${layer}.json`,
        '--incremental',
        '--tsBuildInfoFile',
        buildInfo,
        '--pretty',
        'false',
      ],
    ],
    { cwd: root },
  )
  say(`  ${code === 0 ? 'ok    ' : 'FAILED'} types of ${layer} (${seconds(started)})`)
  const printed = `${stdout}${stderr}`.trim()
  if (printed !== '') process.stdout.write(`${printed}\n`)
  return code === 0
}

await runScript(async () => {
  const known = readdirSync(root)
    .map((name) => /^tsconfig\.(?!base\.|lint\.)(.+)\.json$/.exec(name)?.[1])
    .filter((layer) => layer !== undefined)
  const asked = process.argv.slice(2)
  for (const layer of asked)
    if (!known.includes(layer)) throw new SetupError(`No layer "${layer}"; there are ${known.join(', ')}.`)
  const queue = asked.length > 0 ? asked : known
  let failed = 0
  const worker = async () => {
    for (let layer = queue.shift(); layer !== undefined; layer = queue.shift())
      if (!(await check(layer))) failed++
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return failed === 0 ? 0 : 1
})
