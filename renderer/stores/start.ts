// Starting and resuming experiments: one place, so that every way in says failures alike and lands on Run.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import { useRouter } from 'vue-router'
import type { Source } from '../../contract/api'
import { toErrorData } from '../../contract/errors'
import type { ExperimentId } from '../../contract/ids'
import { call } from '../api/client'
import { useToasts } from '../ui'
import { useExperimentsStore } from './experiments'

export const useStartStore = defineStore('start', () => {
  const router = useRouter()
  const experiments = useExperimentsStore()
  const { show } = useToasts()
  /** A request is under way; a second press does nothing. */
  const starting = ref(false)

  async function go(action: () => Promise<ExperimentId>): Promise<void> {
    if (starting.value) return
    starting.value = true
    try {
      const id = await action()
      // The row should be there when the next screen asks for its name.
      await experiments.load()
      await router.push({ name: 'run', params: { id } })
    } catch (failure) {
      const { message, remedy } = toErrorData(failure)
      show({ text: remedy === null ? message : `${message} ${remedy}`, tone: 'error' })
    } finally {
      starting.value = false
    }
  }

  /** Saves and queues an experiment, then shows it. */
  const start = (source: Source): Promise<void> =>
    go(async () => (await call('experiments.start', { source })).id)

  /** Queues what an experiment still lacks, then shows it. */
  const resume = (id: ExperimentId): Promise<void> =>
    go(async () => {
      await call('experiments.resume', { id })
      return id
    })

  return { starting, start, resume }
})
