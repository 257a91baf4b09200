// The real app in real Electron, for the tests of this folder: started on a library of its own, driven as a person
// would, photographed, and ended (also the hard way).
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron } from 'playwright-core'
import type { ElectronApplication, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { ciFlags, electronEnv, resolveElectron } from '../../scripts/electron-runtime.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** The app under test: this checkout, or a folder that VLAG_TEST_APP names. */
export const appFolder = process.env['VLAG_TEST_APP'] ?? root
export const pictures = join(root, 'tests', 'e2e', 'out')
const STEP_MS = 30_000

if (!existsSync(join(appFolder, 'out', 'main', 'index.cjs')))
  throw new Error('The tests of the app need its build: run "npm run build" first.')
mkdirSync(pictures, { recursive: true })

export interface Workbench {
  readonly app: ElectronApplication
  readonly page: Page
  /** Messages of the page's console that are errors, and uncaught faults. */
  readonly faults: string[]
  /** From the start of the process to the first usable screen. */
  readonly usableMs: number
  close(): Promise<void>
  kill(): Promise<void>
}

const opened = new Set<Workbench>()
const folders: string[] = []

/** A new folder for a library; gone after the test. */
export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'vlag-e2e-'))
  folders.push(home)
  return home
}

/** A file with this text in a folder of its own. */
export function newFile(name: string, text: string): string {
  const path = join(newHome(), name)
  writeFileSync(path, text)
  return path
}

export interface StartOptions {
  readonly home: string
  /** Further words of the command line, e.g. a file. */
  readonly words?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export const executable = resolveElectron()
export const environment = (home: string): Record<string, string> => ({
  ...electronEnv(executable),
  VLAG_HOME: home,
})

/** Starts the app and waits until its first screen can be used. */
export async function startWorkbench({ home, words = [], env = {} }: StartOptions): Promise<Workbench> {
  const started = performance.now()
  const app = await _electron.launch({
    executablePath: executable,
    args: [...ciFlags(), appFolder, ...words],
    cwd: appFolder,
    env: { ...environment(home), ...env },
    timeout: STEP_MS,
  })
  const page = await app.firstWindow()
  page.setDefaultTimeout(STEP_MS)
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  await page.locator('main [data-testid], main [role="alert"]').first().waitFor()
  const exited = new Promise<void>((done) => app.process().once('exit', () => done()))
  const workbench: Workbench = {
    app,
    page,
    faults,
    usableMs: performance.now() - started,
    async close() {
      opened.delete(workbench)
      await app.close()
    },
    async kill() {
      opened.delete(workbench)
      app.process().kill('SIGKILL')
      await exited
    },
  }
  opened.add(workbench)
  return workbench
}

afterEach(async ({ task }) => {
  for (const workbench of opened) {
    // What a failed test saw last says more than its message.
    if (task.result?.state === 'fail')
      await picture(workbench.page, `failed-${task.name.replace(/\W+/g, '-').slice(0, 60)}`).catch(
        () => undefined,
      )
    await workbench.close()
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Photographs the window into tests/e2e/out. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
}

/** Chooses a theme as a person would. */
export async function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.getByTestId('theme-toggle').click()
  await page.getByTestId(`theme-${theme}`).click()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
}

/** Answers the next dialog of the system for opening a file. */
export async function answerFileDialog(app: ElectronApplication, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] })
  }, path)
}

/** Opens a file through the key, the system's dialog and the page. */
export async function openFile({ app, page }: Workbench, path: string): Promise<void> {
  await answerFileDialog(app, resolve(path))
  await page.keyboard.press('ControlOrMeta+O')
}

/** An experiment of one short run. */
export function quickExperiment(name: string): string {
  return JSON.stringify({ ...(JSON.parse(slowExperiment(name, 1)) as object), duration: '2s' })
}

/** An experiment of `seeds` runs that each take some tenths of a second. */
export function slowExperiment(name: string, seeds: number): string {
  return JSON.stringify({
    version: 1,
    name,
    machine: { id: 'generic', params: { cpus: 4, hz: 250, costs: 'traced-vm' } },
    workload: [
      { id: 'cpu-hogs', name: 'build', params: { count: 4, nice: 5 } },
      { id: 'periodic', name: 'audio', params: { run: '400us', period: '5ms', nice: -11 } },
      { id: 'ping-pong', name: 'pipe', params: { run: '80us', nice: 5 } },
    ],
    variants: [{ name: 'EEVDF', policy: 'eevdf' }],
    duration: '30s',
    seeds,
  })
}
