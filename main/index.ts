// Entry of the desktop app: one instance per library, one window, the backend in its worker threads. Everything that
// the window may do goes through the host in ipc/; everything else is refused here.
import { app } from 'electron'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createBackend, homeFolder } from './backend'
import type { Backend } from './backend'
import { createLog } from './backend/log'
import type { Log } from './backend/log'
import { filesFromArguments } from './arguments'
import { createGrantedPaths } from './ipc/granted-paths'
import { createHost } from './ipc/host'
import { installMenu } from './menu'
import { guardSession, registerAppScheme, serveRenderer } from './protocol'
import { createWindows } from './windows'

/** Older majors get no security fixes: what runs on them says so in the status bar. */
const OLDEST_MAINTAINED_ELECTRON = 43

const home = homeFolder()
// Chromium's own files lie beside the library, so that a library of its own is an app of its own (and its own lock).
const windowFolder = join(home, 'window')
makeFolder(windowFolder)
app.setPath('userData', windowFolder)
const files = filesFromArguments(process.argv, process.cwd(), app.getAppPath())

if (app.requestSingleInstanceLock({ files })) start()
// The first instance has been handed the files and comes to the front.
else app.quit()

/** Electron wants the folder to be there. On a read-only disk it works from memory, and the library says why. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch {
    // Said by the library itself, which lies in the same folder.
  }
}

function start(): void {
  registerAppScheme()

  const major = Number(process.versions.electron.split('.')[0])
  const backend: Promise<Backend> = createBackend({
    program: 'app',
    home,
    workersDir: __dirname,
    examplesDir: join(app.getAppPath(), 'examples'),
    host: {
      version: app.getVersion(),
      electron: process.versions.electron,
      fallbackRuntime: major < OLDEST_MAINTAINED_ELECTRON,
    },
  })
  const log = createLog(home)
  const paths = createGrantedPaths()
  const windows = createWindows({ stateFile: join(windowFolder, 'window-state.json'), paths })
  const host = createHost({ backend, windows, paths, log })

  for (const path of files) windows.openSource({ kind: 'path', path })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    windows.openSource({ kind: 'path', path })
  })
  app.on('second-instance', (_event, _argv, _folder, data) => {
    for (const path of filesOf(data)) windows.openSource({ kind: 'path', path })
    windows.focus()
  })

  void app.whenReady().then(async () => {
    serveRenderer(join(__dirname, '..', 'renderer'))
    guardSession()
    installMenu({ windows, examples: [] })
    await windows.open()
    app.on('activate', () => void windows.open())
    installMenu({ windows, examples: await host.examples() })
  })

  quitCleanly(backend, log)
}

/** A thread that hangs must not keep the process; what is saved is saved. */
const CLOSE_LIMIT_MS = 10_000

/** Stops what runs and closes the database before the process ends; finished runs are kept. */
function quitCleanly(backend: Promise<Backend>, log: Log): void {
  let isClosed = false
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    const closed = backend.then((running) => running.dispose())
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(`not closed after ${CLOSE_LIMIT_MS} ms`)), CLOSE_LIMIT_MS)
    })
    void Promise.race([closed, late])
      .catch((error: unknown) => log.write('quit', String(error)))
      .then(() => {
        isClosed = true
        app.quit()
      })
  })
}

/** Paths that a second instance passed on; another program's data on the same lock is not believed. */
function filesOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('files' in data) || !Array.isArray(data.files)) return []
  return data.files.filter((file): file is string => typeof file === 'string')
}
