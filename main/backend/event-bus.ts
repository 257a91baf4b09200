// Typed events inside the process; the host forwards them to the window.
import type { EventName, Events } from '../../contract/api'
import type { EventBus } from './types'

type Listeners = { [N in EventName]: Set<(payload: Events[N]) => void> }

export function createEventBus(): EventBus {
  const listeners: Listeners = {
    'experiments.changed': new Set(),
    'experiments.progress': new Set(),
    'command.invoked': new Set(),
    'source.opened': new Set(),
  }
  return {
    emit(name, payload) {
      for (const listener of [...listeners[name]]) listener(payload)
    },
    on(name, listener) {
      const added = listeners[name]
      added.add(listener)
      return () => void added.delete(listener)
    },
  }
}
