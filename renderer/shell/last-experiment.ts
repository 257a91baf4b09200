// The experiment that the rail's Run and Compare mean: that of the route, else the one visited last.
import { ref, watchEffect } from 'vue'
import type { Ref } from 'vue'
import { useRoute } from 'vue-router'
import type { ExperimentId } from '../../contract/ids'

const last = ref<ExperimentId | null>(null)

export function useLastExperiment(): Ref<ExperimentId | null> {
  const route = useRoute()
  watchEffect(() => {
    const id = route.params['id']
    if (typeof id === 'string') last.value = id
  })
  return last
}
