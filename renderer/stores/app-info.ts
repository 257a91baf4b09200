// Facts about the program and its database; read at start and after each change of the library.
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { AppInfo } from '../../contract/api'
import { toErrorData } from '../../contract/errors'
import type { ErrorData } from '../../contract/errors'
import { call } from '../api/client'

export const useAppInfoStore = defineStore('app-info', () => {
  const info = ref<AppInfo | null>(null)
  const error = ref<ErrorData | null>(null)

  async function load(): Promise<void> {
    try {
      info.value = await call('app.info', {})
      error.value = null
    } catch (failure) {
      error.value = toErrorData(failure)
    }
  }

  /** Why nothing can be saved, or null. Runs, renames and deletions are off then. */
  const readOnly = computed(() => info.value?.readOnly ?? null)

  return { info, error, readOnly, load }
})
