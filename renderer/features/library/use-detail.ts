// The whole of the experiment under the cursor, asked for once the cursor rests, so that running through the table
// with J and K asks for nothing.
import { onUnmounted, shallowRef, watch } from 'vue'
import type { ShallowRef } from 'vue'
import { toErrorData } from '../../../contract/errors'
import type { ErrorData } from '../../../contract/errors'
import type { ExperimentDetail, ExperimentRow } from '../../../contract/results'
import { call } from '../../api/client'

const REST_MS = 120
/** More runs are megabytes; the preview then stands on its row alone. */
const MOST_RUNS = 500

export function useDetail(row: () => ExperimentRow): {
  detail: ShallowRef<ExperimentDetail | null>
  error: ShallowRef<ErrorData | null>
} {
  const detail = shallowRef<ExperimentDetail | null>(null)
  const error = shallowRef<ErrorData | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(id: string): Promise<void> {
    try {
      const loaded = await call('experiments.get', { id })
      if (row().id === id) detail.value = loaded
    } catch (failure) {
      if (row().id === id) error.value = toErrorData(failure)
    }
  }

  watch(
    // A row that has changed in the meantime has a new detail.
    () => [row().id, row().runsDone, row().state] as const,
    ([id, runsDone], before) => {
      clearTimeout(timer)
      if (before?.[0] !== id) detail.value = null
      error.value = null
      if (runsDone <= MOST_RUNS) timer = setTimeout(() => void load(id), REST_MS)
    },
    { immediate: true },
  )
  onUnmounted(() => clearTimeout(timer))
  return { detail, error }
}
