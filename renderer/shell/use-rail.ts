// Whether the rail shows names: by the width of the window until somebody chooses.
import { computed, onMounted, onUnmounted, ref } from 'vue'
import type { WritableComputedRef } from 'vue'

const KEY = 'vlag.rail'
const WIDE = '(min-width: 1600px)'

export function useRail(): WritableComputedRef<boolean> {
  const chosen = ref(localStorage.getItem(KEY))
  const query = matchMedia(WIDE)
  const wide = ref(query.matches)
  const follow = (event: MediaQueryListEvent): void => void (wide.value = event.matches)
  onMounted(() => query.addEventListener('change', follow))
  onUnmounted(() => query.removeEventListener('change', follow))
  return computed({
    get: () => (chosen.value === null ? wide.value : chosen.value === 'open'),
    set(open) {
      chosen.value = open ? 'open' : 'closed'
      localStorage.setItem(KEY, chosen.value)
    },
  })
}
