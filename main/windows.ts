// The main window: made hidden and shown once drawn, where it was last time; closed to navigation and pop-ups; with an
// offer to reload when its process dies. Events for it wait here until its page listens.
import { app, BrowserWindow, dialog, screen } from 'electron'
import type { WebContents } from 'electron'
import { join } from 'node:path'
import type { EventName, Events, Source } from '../contract/api'
import type { GrantedPaths } from './ipc/granted-paths'
import { APP_PAGE, devPage, isAppPage } from './protocol'
import { readWindowState, visiblePlace, writeWindowState } from './window-state'
import type { WindowState } from './window-state'

export interface Windows {
  /** Opens the window, or brings it to the front. Resolves when its page is loaded. */
  open(): Promise<void>
  focus(): void
  /** Delivers an event to the page; dropped where there is no window. */
  send<N extends EventName>(name: N, payload: Events[N]): void
  /** Hands a file to the page as soon as it can take it. */
  openSource(source: Source): void
  /** Whether this sender is the page of our window. */
  owns(contents: WebContents): boolean
  /** The window for dialogs; null before it is open. */
  readonly current: BrowserWindow | null
  /** Of the taskbar: 0..1, or null for none. */
  setProgress(fraction: number | null): void
}

export const EVENT_CHANNEL = 'vlag:event'
const HOME_PAGE = devPage ?? APP_PAGE
const SMALLEST = { minWidth: 960, minHeight: 600 }

export interface WindowsOptions {
  readonly stateFile: string
  /** Gets the path of each file that is handed to the page. */
  readonly paths: GrantedPaths
}

export function createWindows({ stateFile, paths }: WindowsOptions): Windows {
  let window: BrowserWindow | null = null
  let isLoaded = false
  let waiting: Source[] = []

  function send<N extends EventName>(name: N, payload: Events[N]): void {
    if (window !== null && isLoaded) window.webContents.send(EVENT_CHANNEL, name, payload)
  }

  async function open(): Promise<void> {
    if (window !== null) {
      focus()
      return
    }
    const state = readWindowState(stateFile)
    const made = makeWindow(state)
    window = made
    remember(made, state, stateFile)
    // Routes are moves within the page; only another document has yet to listen.
    made.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) isLoaded = false
    })
    made.webContents.on('did-finish-load', () => {
      if (!isAppPage(made.webContents.getURL())) return
      isLoaded = true
      for (const source of waiting) send('source.opened', { source })
      waiting = []
    })
    made.on('closed', () => {
      window = null
      isLoaded = false
    })
    await made.loadURL(HOME_PAGE)
  }

  function focus(): void {
    if (window?.isMinimized() === true) window.restore()
    window?.show()
    window?.focus()
  }

  return {
    open,
    focus,
    send,
    openSource(source) {
      if (source.kind === 'path') paths.grant(source.path)
      if (isLoaded) send('source.opened', { source })
      else waiting.push(source)
    },
    owns: (contents) => window !== null && contents === window.webContents,
    get current() {
      return window
    },
    setProgress: (fraction) => window?.setProgressBar(fraction ?? -1),
  }
}

function makeWindow(state: WindowState): BrowserWindow {
  const made = new BrowserWindow({
    ...visiblePlace(state, (place) => screen.getDisplayMatching(place).workArea),
    ...SMALLEST,
    show: false,
    title: 'Vlag',
    icon: join(__dirname, '..', 'renderer', 'icon.png'),
    backgroundColor: state.background,
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(__dirname, '..', 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  if (state.isMaximized) made.maximize()
  confine(made.webContents)
  offerReload(made)
  made.once('ready-to-show', () => made.show())
  return made
}

/** Keeps size, place and background for the next start. */
function remember(window: BrowserWindow, state: WindowState, stateFile: string): void {
  let { background } = state
  window.webContents.on('did-change-theme-color', (_event, color) => {
    if (color === null) return
    background = color
    window.setBackgroundColor(color)
  })
  window.on('close', () => {
    writeWindowState(stateFile, {
      ...window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      background,
    })
  })
}

/** The page stays the page: no navigation, no windows, no embedded pages. */
function confine(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  // Empty pages are not asked about beforehand: back to our own, and not by way of the history.
  contents.on('did-navigate', (_event, url) => {
    if (!isAppPage(url)) void contents.loadURL(HOME_PAGE)
  })
  // No connection past the proxy, so that no page learns the addresses of the machine.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

function offerReload(window: BrowserWindow): void {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    void dialog
      .showMessageBox(window, {
        type: 'error',
        title: 'Vlag',
        message: 'The window stopped working.',
        detail: `Its process ended (${reason}). Runs go on and nothing that is saved is lost.`,
        buttons: ['Reload', 'Quit'],
        defaultId: 0,
        cancelId: 1,
      })
      .then(({ response }) => {
        if (response === 0) window.webContents.reload()
        else app.quit()
      })
  })
}
