// The tour for a machine without a display: starts the real app on a virtual screen, opens the bundled example in its
// window, runs it, prints the comparison as the window copies it, and leaves screenshots. `npm start` runs it; its
// library is its own and begins empty, so the tour is the same each time and leaves nobody's library changed.
import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { _electron } from 'playwright-core'
import { alignTable } from './align-table.mjs'
import { ciFlags, electronEnv, resolveElectron } from './setup/launch.mjs'
import { out, root } from './setup/paths.mjs'
import { SetupError, runScript, say, seconds } from './setup/report.mjs'

const EXAMPLE = 'hog-and-periodic'
const folder = join(out, 'tour')
const STEP_LIMIT_MS = 60_000
/** How long the charts take to grow to their values. */
const CHARTS_GROW_MS = 600

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').ElectronApplication} ElectronApplication */

await runScript(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const started = performance.now()
  const executablePath = resolveElectron()
  const app = await _electron.launch({
    executablePath,
    args: [...ciFlags(executablePath), root],
    cwd: root,
    env: { ...electronEnv(executablePath), VLAG_HOME: join(folder, 'library') },
    timeout: STEP_LIMIT_MS,
  })
  try {
    const page = await app.firstWindow()
    page.setDefaultTimeout(STEP_LIMIT_MS)
    await walk(app, page, started)
  } finally {
    await app.close()
  }
  say(`The tour's screenshots are in ${relative(process.cwd(), folder) || folder}.`)
  say('To work with Vlag here, use the command line: npm run -s vlag -- --help')
  return 0
})

/**
 * @param {ElectronApplication} app
 * @param {Page} page
 * @param {number} started
 */
async function walk(app, page, started) {
  try {
    await page.getByTestId(`example-${EXAMPLE}`).first().waitFor()
    say(`The window is usable after ${seconds(started)}.`)
    await picture(page, '1-library')
    await page.getByTestId(`example-${EXAMPLE}`).first().click()
    await page.getByTestId('run-experiment').waitFor()
    await picture(page, '2-opened')
    say(`Opened the example ${EXAMPLE}; running it ...`)
    await page.getByTestId('run-experiment').click()
    await page.getByTestId('compare-table').waitFor()
    say(`Compared after ${seconds(started)}:\n`)
    await page.waitForTimeout(CHARTS_GROW_MS)
    await picture(page, '3-compare')
    process.stdout.write(`${alignTable(await copiedTable(app, page))}\n`)
  } catch (error) {
    await picture(page, 'failed').catch(() => undefined)
    const [what = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new SetupError(`The tour could not go on: ${what}`, `See ${join(folder, 'failed.png')}.`)
  }
}

/**
 * @param {Page} page
 * @param {string} name
 */
async function picture(page, name) {
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}

/**
 * The comparison as Markdown, through the window's own "Copy as".
 * @param {ElectronApplication} app
 * @param {Page} page
 */
async function copiedTable(app, page) {
  await page.getByTestId('copy-as').click()
  await page.getByRole('menuitem', { name: 'Table as Markdown' }).click()
  await page.getByText('Table as Markdown copied').first().waitFor()
  return app.evaluate(({ clipboard }) => clipboard.readText())
}
