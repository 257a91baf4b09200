// What runs now: the newest progress of each experiment that is queued or running, for status bar, rows and rail.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Progress } from '../../contract/api'
import type { ExperimentId } from '../../contract/ids'
import { call, on } from '../api/client'

const isOn = (progress: Progress): boolean => progress.state === 'queued' || progress.state === 'running'

export const useWorkStore = defineStore('work', () => {
  const progress = shallowRef<ReadonlyMap<ExperimentId, Progress>>(new Map())

  function take(next: Progress): void {
    const map = new Map(progress.value)
    if (isOn(next)) map.set(next.id, next)
    else map.delete(next.id)
    progress.value = map
  }
  on('experiments.progress', take)

  /**
   * Holds this store to the library: what the rows say is under way is asked for where no event came yet (it was
   * started elsewhere, or before this page), what they say has ended is dropped.
   */
  async function follow(underWay: readonly ExperimentId[]): Promise<void> {
    const ended = [...progress.value.keys()].filter((id) => !underWay.includes(id))
    if (ended.length > 0)
      progress.value = new Map([...progress.value].filter(([id]) => underWay.includes(id)))
    for (const id of underWay.filter((one) => !progress.value.has(one))) {
      const known = await call('experiments.progress', { id })
      if (known !== null) take(known)
    }
  }

  const running = computed(() => [...progress.value.values()])
  return { progress, running, follow }
})
