// What can be taken back, newest last; each entry is offered in a toast and under Mod+Z.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { useToasts } from '../ui'
import type { IconName } from '../ui'

interface Entry {
  readonly text: string
  readonly toast: number
  readonly run: () => void
}

const KEPT = 50

export const useUndoStore = defineStore('undo', () => {
  const entries = shallowRef<readonly Entry[]>([])
  const { show, dismiss } = useToasts()

  function take(entry: Entry): void {
    entries.value = entries.value.filter((one) => one !== entry)
    dismiss(entry.toast)
    entry.run()
  }

  /** Says what was done and offers to take it back. */
  function push(text: string, icon: IconName, run: () => void): void {
    const action = { title: 'Undo', keys: 'Mod+Z', run: () => take(entry) }
    const entry: Entry = { text, run, toast: show({ text, icon, action }) }
    entries.value = [...entries.value.slice(1 - KEPT), entry]
  }

  function undoLast(): void {
    const last = entries.value.at(-1)
    if (last !== undefined) take(last)
  }

  return { canUndo: computed(() => entries.value.length > 0), push, undoLast }
})
