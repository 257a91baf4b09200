// Every screen in every state, dark and light, at two sizes: photographed into tests/e2e/out for people to look at, and
// held to what a script can see: nothing overflows, nothing faults, what the state promises is there.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  appFolder,
  chooseTheme,
  newFile,
  newHome,
  openFile,
  picture,
  slowExperiment,
  startWorkbench,
} from './workbench'
import type { Workbench } from './workbench'

const THEMES = ['dark', 'light'] as const
const SIZES = [
  [1280, 800],
  [1920, 1080],
] as const

async function setSize({ app, page }: Workbench, [width, height]: (typeof SIZES)[number]): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height)
    },
    { width, height },
  )
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
}

/** The page itself never scrolls, and no text runs out of its box at the right edge. */
async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return [scrollWidth - innerWidth, scrollHeight - innerHeight]
  })
  expect(over, `${what} overflows`).toEqual([0, 0])
}

/** One state in both themes. */
async function photograph(workbench: Workbench, name: string, sizes = SIZES.slice(0, 1)): Promise<void> {
  const { page } = workbench
  for (const size of sizes) {
    await setSize(workbench, size)
    for (const theme of THEMES) {
      await chooseTheme(page, theme)
      // Tooltips and hovers of the way here are not part of the state.
      await page.mouse.move(1, size[1] - 2)
      await expectNoOverflow(page, name)
      await picture(page, `${name}-${theme}-${size[0]}x${size[1]}`)
    }
  }
}

test('first start, opened file, comparison, library', async () => {
  const workbench = await startWorkbench({ home: newHome() })
  const { page } = workbench
  await page.getByText('Nothing run yet').waitFor()
  await photograph(workbench, 'library-empty', [...SIZES])

  await page.getByTestId('example-light-desktop').click()
  await page.getByTestId('run-experiment').waitFor()
  await photograph(workbench, 'opened-full', [...SIZES])
  await page.getByTestId('run-experiment').click()
  await page.getByTestId('compare-table').waitFor()
  await photograph(workbench, 'compare-full', [...SIZES])

  await openFile(workbench, join(appFolder, 'examples', 'two-hogs-nice.json'))
  await page.getByTestId('run-experiment').click()
  await page.getByTestId('compare-table').waitFor()
  await photograph(workbench, 'compare-hogs')

  await page.getByTestId('nav-library').click()
  await expect.poll(() => page.locator('[data-testid^="library-row-"]').count()).toBe(2)
  await photograph(workbench, 'library-full', [...SIZES])

  await page.keyboard.press('ControlOrMeta+K')
  await page.getByTestId('palette').waitFor()
  await page.keyboard.type('com')
  await picture(page, 'palette')
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+A')
  await page.getByRole('toolbar', { name: 'Selected' }).waitFor()
  await picture(page, 'library-selected')
  await page.keyboard.press('Delete')
  await page.getByText('2 moved to the bin').first().waitFor()
  await picture(page, 'library-toast')
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect.poll(() => page.locator('[data-testid^="library-row-"]').count()).toBe(2)
  await photograph(workbench, 'library-bin')
  expect(workbench.faults).toEqual([])
})

test('partial: a run under way, in Run, Compare and the library', async () => {
  const workbench = await startWorkbench({ home: newHome() })
  const { page } = workbench
  await openFile(workbench, newFile('slow.json', slowExperiment('A long run to look at', 200)))
  await page.getByTestId('run-experiment').click()
  await page.getByTestId('run-progress').waitFor()
  await page.getByTestId('status-work').waitFor()
  await page
    .getByText(/, seed \d+ running/)
    .first()
    .waitFor()
  await photograph(workbench, 'run-partial', [...SIZES])
  await page.getByTestId('nav-compare').click()
  await page.getByTestId('compare-table').waitFor()
  await photograph(workbench, 'compare-partial')
  await page.getByTestId('nav-library').click()
  await page.locator('[data-testid^="library-row-"]').waitFor()
  await photograph(workbench, 'library-partial')
  await page.getByTestId('nav-run').click()
  await page.getByTestId('cancel-run').click()
  await page
    .getByText(/cancelled/i)
    .first()
    .waitFor()
  await photograph(workbench, 'run-cancelled')
  expect(workbench.faults).toEqual([])
})

test('error: a broken file, a missing file, a damaged library', async () => {
  const workbench = await startWorkbench({ home: newHome() })
  const { page } = workbench
  const lines = JSON.stringify(JSON.parse(slowExperiment('Broken', 3)), null, 2)
  const text = lines.replace('"30s"', '30').replace('"policy"', '"polcy"').replace('"nice": 5', '"nice": -21')
  await openFile(workbench, newFile('broken.json', text))
  await page.getByTestId('problems').waitFor()
  await photograph(workbench, 'opened-broken', [...SIZES])
  await openFile(workbench, join(newHome(), 'missing.json'))
  await page
    .getByText(/missing\.json/)
    .first()
    .waitFor()
  await photograph(workbench, 'opened-missing')
  await workbench.close()

  const home = newHome()
  writeFileSync(join(home, 'library.sqlite'), 'this is not a database'.repeat(500))
  const damaged = await startWorkbench({ home })
  await photograph(damaged, 'library-damaged')
})

test('loading: shown only where it takes longer than a blink', async () => {
  const workbench = await startWorkbench({ home: newHome() })
  const { app, page } = workbench
  await app.evaluate(({ ipcMain }) => {
    ipcMain.removeHandler('vlag:call')
    ipcMain.handle('vlag:call', () => new Promise(() => undefined))
  })
  await page.reload()
  const skeleton = page.getByRole('status', { name: 'Reading the library' })
  await skeleton.waitFor()
  await photograph(workbench, 'library-loading')
})
