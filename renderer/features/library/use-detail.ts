// The whole of the experiment under the cursor, asked for once the cursor rests, so that running through the table
// with J and K asks for nothing.
import { onUnmounted, shallowRef, watch } from 'vue'
import type { ShallowRef } from 'vue'
import { toErrorData } from '../../../contract/errors'
import type { ErrorData } from '../../../contract/errors'
import type { ExperimentDetail, ExperimentRow } from '../../../contract/results'
import { call } from '../../api/client'

const REST_MS = 120
/** A running experiment is read again at most this often. */
const FOLLOW_MS = 1000
/** More runs are megabytes; the preview then stands on its row alone. */
const MOST_RUNS = 500

export function useDetail(
  row: () => ExperimentRow,
  runsDone: () => number,
): {
  detail: ShallowRef<ExperimentDetail | null>
  error: ShallowRef<ErrorData | null>
} {
  const detail = shallowRef<ExperimentDetail | null>(null)
  const error = shallowRef<ErrorData | null>(null)
  let timer: ReturnType<typeof setTimeout> | null = null

  function stop(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  async function load(id: string): Promise<void> {
    timer = null
    try {
      const loaded = await call('experiments.get', { id })
      if (row().id === id) detail.value = loaded
    } catch (failure) {
      if (row().id === id) error.value = toErrorData(failure)
    }
  }

  watch(
    () => [row().id, runsDone(), row().state] as const,
    ([id, done], before) => {
      const isOther = before?.[0] !== id
      if (isOther) {
        stop()
        detail.value = null
      }
      error.value = null
      if (done <= MOST_RUNS) timer ??= setTimeout(() => void load(id), isOther ? REST_MS : FOLLOW_MS)
    },
    { immediate: true },
  )
  onUnmounted(stop)
  return { detail, error }
}
