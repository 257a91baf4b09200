// Runs the README's commands as written: every fenced block whose info string is `sh` followed by `ci`. Each block is
// one check, run from the checkout's root with a library folder of its own and no input.
//   node scripts/readme-commands.mjs
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './setup/paths.mjs'
import { capture } from './setup/processes.mjs'
import { runScript, say, seconds } from './setup/report.mjs'

const LIMIT_MS = 5 * 60 * 1000

/**
 * @param {string} markdown
 * @returns {{ line: number, commands: string }[]} the marked blocks; `line` is where the commands begin, from 1
 */
export function markedBlocks(markdown) {
  const blocks = []
  const lines = markdown.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const open = /^(`{3,})\s*sh\s+ci\s*$/.exec(lines[i] ?? '')
    if (open === null) continue
    const from = i + 1
    while (++i < lines.length && lines[i] !== open[1]);
    blocks.push({ line: from + 1, commands: lines.slice(from, i).join('\n') })
  }
  return blocks
}

/** @returns {Promise<import('./setup/checks.mjs').Outcome>} */
export async function checkReadme() {
  const started = performance.now()
  say('\n> the commands of README.md')
  const readme = join(root, 'README.md')
  const blocks = existsSync(readme) ? markedBlocks(readFileSync(readme, 'utf8')) : []
  if (blocks.length === 0) {
    say('  FAILED README.md has no block marked ```sh ci')
    return { title: 'commands of README.md', passed: 0, failed: 1, skipped: 0, took: seconds(started) }
  }
  const home = mkdtempSync(join(tmpdir(), 'vlag-readme-'))
  let failed = 0
  try {
    for (const block of blocks) if (!(await runBlock(block, home))) failed++
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  const passed = blocks.length - failed
  return { title: 'commands of README.md', passed, failed, skipped: 0, took: seconds(started) }
}

/**
 * @param {{ line: number, commands: string }} block
 * @param {string} home
 */
async function runBlock({ line, commands }, home) {
  if (/\bnpm (run )?(test|t)\b/.test(commands)) {
    say(`  FAILED README.md:${line}: a block that npm test runs must not run npm test`)
    return false
  }
  const started = performance.now()
  const env = { ...process.env, VLAG_HOME: home }
  const { code, stdout, stderr } = await capture('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: root,
    env,
    timeout: LIMIT_MS,
  })
  say(`  ${code === 0 ? 'ok    ' : 'FAILED'} README.md:${line} (${seconds(started)})`)
  if (code !== 0) process.stdout.write(`${commands}\n--- exit ${code}\n${stdout}${stderr}\n`)
  return code === 0
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await runScript(async () => ((await checkReadme()).failed === 0 ? 0 : 1))
