// The preview of the source in the route: read when the route changes, and again when asked.
import { ref, shallowRef, watch } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import type { ExperimentPreview, Source } from '../../../contract/api'
import { toErrorData } from '../../../contract/errors'
import type { ErrorData } from '../../../contract/errors'
import { call } from '../../api/client'
import { readSource } from '../../stores/sources'

export interface Preview {
  readonly source: ShallowRef<Source | null>
  readonly preview: ShallowRef<ExperimentPreview | null>
  readonly error: ShallowRef<ErrorData | null>
  readonly loading: Ref<boolean>
  readonly load: () => Promise<void>
}

/** `written`: the source as it stands in the route's query. */
export function usePreview(written: () => string): Preview {
  const source = shallowRef<Source | null>(null)
  const preview = shallowRef<ExperimentPreview | null>(null)
  const error = shallowRef<ErrorData | null>(null)
  const loading = ref(false)

  async function load(): Promise<void> {
    const asked = written()
    const named = readSource(asked)
    source.value = named
    error.value = null
    if (named === null) {
      preview.value = null
      error.value = {
        code: 'not-found',
        message: 'The text that was opened here is gone.',
        remedy: 'Pasted text is kept while the window is open; paste or open it again.',
        problems: [],
      }
      return
    }
    loading.value = true
    try {
      const read = await call('experiments.preview', { source: named })
      if (written() === asked) preview.value = read
    } catch (failure) {
      if (written() !== asked) return
      preview.value = null
      error.value = toErrorData(failure)
    } finally {
      loading.value = false
    }
  }

  watch(
    written,
    () => {
      preview.value = null
      void load()
    },
    { immediate: true },
  )
  return { source, preview, error, loading, load }
}
