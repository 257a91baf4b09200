// What goes wrong in a person's day: a run that is cancelled, a file that is broken or gone, an app that is killed, a
// window that crashes, a library that is damaged or from a newer version.
import Database from 'better-sqlite3'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ciFlags } from '../../scripts/electron-runtime.mjs'
import {
  environment,
  executable,
  newFile,
  newHome,
  openFile,
  appFolder,
  slowExperiment,
  startWorkbench,
} from './workbench'
import type { Workbench } from './workbench'

/** Finished runs, as the status bar counts them. */
async function runsKept({ page }: Workbench): Promise<number> {
  const text = await page.getByTestId('status-database').innerText()
  return Number(/([\d,]+) runs?/.exec(text)?.[1]?.replace(',', ''))
}

async function startSlowRun(workbench: Workbench, seeds: number): Promise<void> {
  await openFile(workbench, newFile('slow.json', slowExperiment('Slow', seeds)))
  await workbench.page.getByTestId('run-experiment').click()
  await workbench.page.getByTestId('run-progress').waitFor()
}

/** Waits until the database has some runs; returns how many. */
async function someRunsDone(home: string, least: number): Promise<number> {
  const count = (): number => {
    const database = new Database(join(home, 'library.sqlite'), { readonly: true })
    try {
      return database.prepare('SELECT count(*) FROM runs').pluck().get() as number
    } finally {
      database.close()
    }
  }
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThanOrEqual(least)
  return count()
}

test('cancel keeps the finished runs, and the rest can be run later', async () => {
  const home = newHome()
  const workbench = await startWorkbench({ home })
  const { page } = workbench
  await startSlowRun(workbench, 60)
  await someRunsDone(home, 2)
  await page.getByTestId('cancel-run').click()
  await page.getByTestId('nav-library').click()
  const row = page.locator('[data-testid^="library-row-"]')
  await expect.poll(() => row.innerText()).toContain('cancelled')
  const kept = await runsKept(workbench)
  expect(kept).toBeGreaterThanOrEqual(2)
  expect(kept).toBeLessThan(60)
  await page.getByRole('button', { name: 'Run what is missing' }).click()
  await page.getByTestId('run-progress').waitFor()
  await someRunsDone(home, kept + 1)
  expect(workbench.faults).toEqual([])
})

test('closing the app during a run keeps what is done and leaves nothing running', async () => {
  const home = newHome()
  const workbench = await startWorkbench({ home })
  await startSlowRun(workbench, 60)
  const seen = await someRunsDone(home, 2)
  await workbench.close()
  const again = await startWorkbench({ home })
  const row = again.page.locator('[data-testid^="library-row-"]')
  await row.waitFor()
  expect(await row.innerText()).toMatch(/cancelled|interrupted/)
  expect(await runsKept(again)).toBeGreaterThanOrEqual(seen)
})

test('a broken file shows every problem with its place, and the app lives on', async () => {
  const workbench = await startWorkbench({ home: newHome() })
  const { page } = workbench
  const text = slowExperiment('Broken', 1).replace('"30s"', '30').replace('"policy"', '"polcy"')
  await openFile(workbench, newFile('broken.json', text))
  const problems = page.getByTestId('problems')
  await problems.waitFor()
  expect(await problems.innerText()).toMatch(/polcy/)
  expect(await problems.innerText()).toMatch(/line 1, column \d+/)
  expect(await page.getByTestId('run-experiment').getAttribute('aria-disabled')).toBe('true')

  await openFile(workbench, newFile('no-json.json', '{ "version": 1, '))
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('no-json.json')
  await problems.waitFor()

  await openFile(workbench, join(newHome(), 'missing.json'))
  await page
    .getByText(/missing\.json/)
    .first()
    .waitFor()

  await openFile(workbench, join(appFolder, 'examples', 'two-hogs-nice.json'))
  await page.getByTestId('run-experiment').click()
  await page.getByTestId('compare-table').waitFor()
  expect(workbench.faults).toEqual([])
})

test('kill -9 during a run leaves a sound database with every finished run', async () => {
  const home = newHome()
  const workbench = await startWorkbench({ home })
  await startSlowRun(workbench, 60)
  const seen = await someRunsDone(home, 3)
  await workbench.kill()

  const database = new Database(join(home, 'library.sqlite'))
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(database.pragma('foreign_key_check')).toEqual([])
  expect(database.prepare('SELECT count(*) FROM runs').pluck().get()).toBeGreaterThanOrEqual(seen)
  database.close()

  const again = await startWorkbench({ home })
  const row = again.page.locator('[data-testid^="library-row-"]')
  await row.waitFor()
  await expect.poll(() => row.innerText()).toContain('interrupted')
  expect(await runsKept(again)).toBeGreaterThanOrEqual(seen)
  await again.page.getByRole('button', { name: 'Run what is missing' }).click()
  await again.page.getByTestId('run-progress').waitFor()
})

test('a window whose process died can be reloaded, and shows the library again', async () => {
  const { app } = await startWorkbench({ home: newHome() })
  await app.evaluate(({ dialog, BrowserWindow }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
  })
  // A window that is still gone never answers; the time limit asks again.
  const shown = (): Promise<unknown> =>
    app.evaluate(({ BrowserWindow }) => {
      const asked = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        'document.querySelector("[data-testid=open-file], [data-testid^=example-]") !== null',
      )
      return Promise.race([
        (asked ?? Promise.resolve(false)).catch(() => false),
        new Promise((done) => setTimeout(() => done(false), 500)),
      ])
    })
  await expect.poll(shown, { timeout: 20_000 }).toBe(true)
})

test('a damaged library is said, not hidden, and the app stays usable', async () => {
  const home = newHome()
  writeFileSync(join(home, 'library.sqlite'), 'this is not a database'.repeat(500))
  const { page } = await startWorkbench({ home })
  const said = page.getByTestId('read-only').or(page.getByRole('alert')).first()
  await said.waitFor()
  expect(await said.innerText()).toMatch(/library|database/i)
})

test('a second start hands its file to the first and ends', async () => {
  const home = newHome()
  const { page } = await startWorkbench({ home })
  const file = newFile('handed-over.json', slowExperiment('Handed over', 1))
  execFileSync(executable, [...ciFlags(), appFolder, file], { env: environment(home), stdio: 'ignore' })
  await page.getByRole('heading', { level: 1, name: 'Handed over' }).waitFor()
})

test('a file on the command line is open when the window is', async () => {
  const file = newFile('from-command-line.json', slowExperiment('From the command line', 1))
  const { page } = await startWorkbench({ home: newHome(), words: [file] })
  await page.getByRole('heading', { level: 1, name: 'From the command line' }).waitFor()
})
