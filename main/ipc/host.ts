// The host of the window's requests: checks the sender, parses every input with the contract's own schema, calls the
// backend's handler, and answers failures as data. Also carries the backend's events to the window.
import { dialog, ipcMain } from 'electron'
import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { basename } from 'node:path'
import { eventNames, requests } from '../../contract/api'
import type {
  Events,
  ExampleInfo,
  Progress,
  Reply,
  RequestInput,
  RequestName,
  Source,
} from '../../contract/api'
import { toErrorData, VlagError } from '../../contract/errors'
import type { Backend, BackendHandlers } from '../backend'
import type { Log } from '../backend/log'
import { isAppPage } from '../protocol'
import type { Windows } from '../windows'
import type { GrantedPaths } from './granted-paths'
import { parseInput } from './parse-input'

export const CALL_CHANNEL = 'vlag:call'
/** The preload tells the path of a real file that the page was given; the page itself cannot. */
export const GRANT_CHANNEL = 'vlag:grant'

export interface HostOptions {
  readonly backend: Promise<Backend>
  readonly windows: Windows
  readonly paths: GrantedPaths
  /** Takes what is a fault of Vlag itself. */
  readonly log: Log
}

export interface Host {
  /** The bundled examples, for the menu; none where the backend did not come up. */
  examples(): Promise<readonly ExampleInfo[]>
}

type AnyHandler = (input: unknown) => Promise<unknown>

export function createHost(options: HostOptions): Host {
  const { backend, windows, paths, log } = options
  ipcMain.on(GRANT_CHANNEL, (event, path: unknown) => {
    if (isOurPage(event, windows) && typeof path === 'string') paths.grant(path)
  })
  ipcMain.handle(CALL_CHANNEL, async (event, name: unknown, input: unknown): Promise<Reply<unknown>> => {
    try {
      if (!isOurPage(event, windows)) throw new VlagError('usage', 'This page may not call the backend.')
      const known = requestNameOf(name)
      const parsed = parseInput(known, requests[known].input, input)
      return { ok: true, value: await answer(known, parsed, options) }
    } catch (error) {
      if (!(error instanceof VlagError)) log.write('host', describe(error))
      return { ok: false, error: toErrorData(error) }
    }
  })

  void backend.then(
    ({ events }) => {
      const progress = createTaskbarProgress(windows)
      for (const name of eventNames) events.on(name, (payload) => windows.send(name, payload))
      events.on('experiments.progress', progress)
    },
    (error: unknown) => log.write('host', describe(error)),
  )

  return {
    async examples() {
      try {
        return await (await backend).handlers['examples.list']({})
      } catch {
        // The window shows why; the menu is then without examples.
        return []
      }
    },
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** The main frame of our window, showing our own page. */
function isOurPage(event: IpcMainEvent | IpcMainInvokeEvent, windows: Windows): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && windows.owns(event.sender) && isAppPage(frame.url)
}

function requestNameOf(name: unknown): RequestName {
  if (typeof name === 'string' && Object.hasOwn(requests, name)) return name as RequestName
  throw new VlagError('usage', `There is no request ${String(name)}.`)
}

async function answer(
  name: RequestName,
  input: unknown,
  { backend, windows, paths }: HostOptions,
): Promise<unknown> {
  if (name === 'files.choose') {
    const chosen = await chooseFile(windows)
    if (chosen !== null) paths.grant(chosen.path)
    return chosen
  }
  if (name === 'experiments.preview' || name === 'experiments.start')
    paths.check((input as RequestInput<typeof name>).source)
  const handlers: BackendHandlers = (await backend).handlers
  // `input` was parsed by the schema of this very request; the compiler cannot carry that through the lookup.
  return (handlers[name] as AnyHandler)(input)
}

async function chooseFile(windows: Windows): Promise<Extract<Source, { kind: 'path' }> | null> {
  const options: Electron.OpenDialogOptions = {
    title: 'Open an experiment or an rt-app file',
    properties: ['openFile'],
    filters: [
      { name: 'Experiments and rt-app files', extensions: ['json', 'jsonc', 'json5'] },
      { name: 'All files', extensions: ['*'] },
    ],
  }
  const { current } = windows
  const chosen = await (current === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(current, options))
  const [path] = chosen.filePaths
  return chosen.canceled || path === undefined || basename(path) === '' ? null : { kind: 'path', path }
}

/** One bar for everything that runs, by runs done. */
function createTaskbarProgress(windows: Windows): (progress: Events['experiments.progress']) => void {
  const running = new Map<string, Progress>()
  return (progress) => {
    if (progress.state === 'queued' || progress.state === 'running') running.set(progress.id, progress)
    else running.delete(progress.id)
    let done = 0
    let total = 0
    for (const one of running.values()) {
      done += one.done + one.failed
      total += one.total
    }
    windows.setProgress(total === 0 ? null : done / total)
  }
}
