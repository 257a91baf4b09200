// The host of the window's requests: checks the sender, parses every input with the contract's own schema, calls the
// backend's handler, and answers failures as data. Also carries the backend's events to the window.
import { dialog, ipcMain } from 'electron'
import type { IpcMainInvokeEvent } from 'electron'
import { basename } from 'node:path'
import { eventNames, requests } from '../../contract/api'
import type { Events, ExampleInfo, Progress, Reply, RequestName, Source } from '../../contract/api'
import { toErrorData, VlagError } from '../../contract/errors'
import type { Backend, BackendHandlers } from '../backend'
import type { Log } from '../backend/log'
import { APP_ORIGIN, originOf } from '../page-files'
import { devPage } from '../protocol'
import type { Windows } from '../windows'
import { parseInput } from './parse-input'

export const CALL_CHANNEL = 'vlag:call'

export interface HostOptions {
  readonly backend: Promise<Backend>
  readonly windows: Windows
  /** Takes what is a fault of Vlag itself. */
  readonly log: Log
}

export interface Host {
  /** The bundled examples, for the menu; none where the backend did not come up. */
  examples(): Promise<readonly ExampleInfo[]>
}

type AnyHandler = (input: unknown) => Promise<unknown>

export function createHost({ backend, windows, log }: HostOptions): Host {
  ipcMain.handle(CALL_CHANNEL, async (event, name: unknown, input: unknown): Promise<Reply<unknown>> => {
    try {
      if (!isOurPage(event, windows)) throw new VlagError('usage', 'This page may not call the backend.')
      const known = requestNameOf(name)
      const parsed = parseInput(known, requests[known].input, input)
      return { ok: true, value: await answer(known, parsed, backend, windows) }
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
function isOurPage(event: IpcMainInvokeEvent, windows: Windows): boolean {
  const frame = event.senderFrame
  if (frame === null || frame.parent !== null || !windows.owns(event.sender)) return false
  const origin = originOf(frame.url)
  return origin === APP_ORIGIN || (devPage !== undefined && origin === originOf(devPage))
}

function requestNameOf(name: unknown): RequestName {
  if (typeof name === 'string' && Object.hasOwn(requests, name)) return name as RequestName
  throw new VlagError('usage', `There is no request ${String(name)}.`)
}

async function answer(
  name: RequestName,
  input: unknown,
  backend: Promise<Backend>,
  windows: Windows,
): Promise<unknown> {
  if (name === 'files.choose') return chooseFile(windows)
  const handlers: BackendHandlers = (await backend).handlers
  // `input` was parsed by the schema of this very request; the compiler cannot carry that through the lookup.
  return (handlers[name] as AnyHandler)(input)
}

async function chooseFile(windows: Windows): Promise<Source | null> {
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
