// One saved experiment on a screen: its results so far and its progress, followed while it runs.
import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { Progress } from '../../contract/api'
import { toErrorData, type ErrorData } from '../../contract/errors'
import type { ExperimentId } from '../../contract/ids'
import type { ExperimentDetail } from '../../contract/results'
import { call, on } from '../api/client'

export interface OpenExperiment {
  /** Null until it is read. Holds what is done, also while it runs. */
  readonly detail: Readonly<Ref<ExperimentDetail | null>>
  /** Null where nothing runs and nothing ran in this session. */
  readonly progress: Readonly<Ref<Progress | null>>
  /** Why it could not be read; what was read before stays. */
  readonly error: Readonly<Ref<ErrorData | null>>
  reload(): Promise<void>
}

/** Results are read again at most this often, and never for more than a third of the time. */
const SHORTEST_MS = 100

/** Follows the experiment whose id is given, for as long as the calling scope lives. */
export function useExperiment(id: () => ExperimentId): OpenExperiment {
  const detail = shallowRef<ExperimentDetail | null>(null)
  const progress = shallowRef<Progress | null>(null)
  const error = ref<ErrorData | null>(null)
  let timer: ReturnType<typeof setTimeout> | null = null
  let reading = false
  /** Asked for again while a reading is under way. */
  let askedAgain = 0
  let pauseMs = SHORTEST_MS

  async function reload(): Promise<void> {
    if (reading) {
      askedAgain++
      return
    }
    reading = true
    const asked = askedAgain
    const wanted = id()
    const began = performance.now()
    try {
      const [read, known] = await Promise.all([
        call('experiments.get', { id: wanted }),
        call('experiments.progress', { id: wanted }),
      ])
      if (wanted === id()) {
        detail.value = read
        progress.value = known
        error.value = null
      }
    } catch (failure) {
      if (wanted === id()) error.value = toErrorData(failure)
    } finally {
      reading = false
      pauseMs = Math.max(SHORTEST_MS, 2 * (performance.now() - began))
      if (asked !== askedAgain || wanted !== id()) soon()
    }
  }

  function soon(): void {
    timer ??= setTimeout(() => {
      timer = null
      void reload()
    }, pauseMs)
  }

  const stop = [
    on('experiments.progress', (next) => {
      if (next.id !== id()) return
      const before = progress.value
      progress.value = next
      if (before?.done !== next.done || before.failed !== next.failed || before.state !== next.state) soon()
    }),
    on('experiments.changed', ({ ids }) => {
      if (ids.includes(id())) soon()
    }),
  ]
  onScopeDispose(() => {
    for (const end of stop) end()
    if (timer !== null) clearTimeout(timer)
  })

  watch(
    id,
    () => {
      detail.value = null
      progress.value = null
      error.value = null
      void reload()
    },
    { immediate: true },
  )
  return { detail, progress, error, reload }
}
