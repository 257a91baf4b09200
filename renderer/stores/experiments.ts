// The rows of the library and of the bin, kept up to date by the backend's events; deletions and renames with undo.
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { toErrorData } from '../../contract/errors'
import type { ErrorData } from '../../contract/errors'
import type { ExperimentId } from '../../contract/ids'
import type { ExperimentRow } from '../../contract/results'
import { call, on } from '../api/client'
import { useToasts } from '../ui'
import { useUndoStore } from './undo'

/** Changes come in bursts while a run goes on; one reading per moment is enough. */
const RELOAD_MS = 200

/** Queued or running, here or in another process. */
export const isUnderWay = (row: Pick<ExperimentRow, 'state'>): boolean =>
  row.state === 'queued' || row.state === 'running'

export const useExperimentsStore = defineStore('experiments', () => {
  // Shallow: ten thousand rows are replaced, never changed in place.
  const rows = shallowRef<readonly ExperimentRow[] | null>(null)
  const bin = shallowRef<readonly ExperimentRow[] | null>(null)
  const error = ref<ErrorData | null>(null)
  /** What an undo brought back last, for the cursor to go there. */
  const broughtBack = shallowRef<readonly ExperimentId[]>([])
  const { show } = useToasts()
  const undo = useUndoStore()

  async function load(): Promise<void> {
    try {
      const [saved, deleted] = await Promise.all([
        call('experiments.list', { bin: false }),
        call('experiments.list', { bin: true }),
      ])
      rows.value = saved
      bin.value = deleted
      error.value = null
    } catch (failure) {
      error.value = toErrorData(failure)
    }
  }

  let timer: ReturnType<typeof setTimeout> | null = null
  on('experiments.changed', () => {
    timer ??= setTimeout(() => {
      timer = null
      void load()
    }, RELOAD_MS)
  })

  const byId = computed(() => new Map([...(rows.value ?? []), ...(bin.value ?? [])].map((r) => [r.id, r])))

  /** Says a failure as a toast; nothing is swallowed. */
  async function attempt(action: () => Promise<void>): Promise<boolean> {
    try {
      await action()
      return true
    } catch (failure) {
      const data = toErrorData(failure)
      show({ text: data.remedy === null ? data.message : `${data.message} ${data.remedy}`, tone: 'error' })
      return false
    }
  }

  const move = (ids: readonly ExperimentId[], to: 'bin' | 'library') =>
    attempt(async () => {
      await call(to === 'bin' ? 'experiments.delete' : 'experiments.restore', { ids: [...ids] })
      await load()
    })

  async function bringBack(ids: readonly ExperimentId[], to: 'bin' | 'library'): Promise<void> {
    if (await move(ids, to)) broughtBack.value = [...ids]
  }

  async function remove(ids: readonly ExperimentId[]): Promise<void> {
    if (!(await move(ids, 'bin'))) return
    const what = ids.length === 1 ? `“${byId.value.get(ids[0] ?? '')?.name ?? ''}”` : `${ids.length}`
    undo.push(`${what} moved to the bin`, 'bin', () => void bringBack(ids, 'library'))
  }

  async function restore(ids: readonly ExperimentId[]): Promise<void> {
    if (!(await move(ids, 'library'))) return
    const what = ids.length === 1 ? `“${byId.value.get(ids[0] ?? '')?.name ?? ''}”` : `${ids.length}`
    undo.push(`${what} restored`, 'restore', () => void bringBack(ids, 'bin'))
  }

  const setName = (id: ExperimentId, name: string) =>
    attempt(async () => {
      await call('experiments.rename', { id, name })
      await load()
    })

  async function rename(id: ExperimentId, name: string): Promise<void> {
    const before = byId.value.get(id)?.name
    if (before === undefined || before === name) return
    if (await setName(id, name)) undo.push(`Renamed to “${name}”`, 'rename', () => void setName(id, before))
  }

  return { rows, bin, error, broughtBack, byId, load, remove, restore, rename }
})
