// The bundled examples; they do not change while the program runs.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { ExampleInfo } from '../../contract/api'
import { toErrorData } from '../../contract/errors'
import type { ErrorData } from '../../contract/errors'
import { call } from '../api/client'

export const useExamplesStore = defineStore('examples', () => {
  const list = ref<readonly ExampleInfo[] | null>(null)
  const error = ref<ErrorData | null>(null)

  async function load(): Promise<void> {
    try {
      list.value = await call('examples.list', {})
      error.value = null
    } catch (failure) {
      error.value = toErrorData(failure)
    }
  }
  return { list, error, load }
})
