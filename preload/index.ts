// What the page gets of the outside: `call`, `on` and `pathOf`, checked against the contract's names. Nothing of
// Electron or Node reaches the page itself.
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { eventNames, requests } from '../contract/api'
import type { Bridge, EventName, Events, Reply } from '../contract/api'

type Listener = (payload: never) => void
const listeners = new Map<EventName, Set<Listener>>(eventNames.map((name) => [name, new Set()]))

ipcRenderer.on('vlag:event', (_event, name: EventName, payload: Events[EventName]) => {
  // The host sends each name with its own payload.
  for (const listener of listeners.get(name) ?? []) listener(payload as never)
})

const bridge: Bridge = {
  async call(name, input): Promise<Reply<unknown>> {
    if (!Object.hasOwn(requests, name)) throw new Error(`no request ${name}`)
    return (await ipcRenderer.invoke('vlag:call', name, input)) as Reply<unknown>
  },
  on(name, listener) {
    const set = listeners.get(name)
    if (set === undefined) throw new Error(`no event ${name}`)
    set.add(listener)
    return () => void set.delete(listener)
  },
  pathOf(file) {
    // A plain object could claim any path; only a file that a person gave has one of its own.
    // eslint-disable-next-line no-restricted-globals -- this script runs in Chromium, which has it; not in Node
    if (!(file instanceof File)) return null
    const path = (webUtils as typeof webUtils | undefined)?.getPathForFile(file) ?? legacyPath(file)
    // A file that was made by script has none.
    if (typeof path !== 'string' || path === '') return null
    // Before any request that names it: messages keep their order.
    ipcRenderer.send('vlag:grant', path)
    return path
  },
}

/** Electron before 29 has no webUtils; its File carries the path. */
function legacyPath(file: File): unknown {
  return 'path' in file ? file.path : null
}

contextBridge.exposeInMainWorld('vlag', bridge)
