// Whether the window has room for more panels, not for larger type. The same width as in the style sheets.
import { onScopeDispose, readonly, ref, type Ref } from 'vue'

/** True from 1600 px on, following the window. */
export function useWide(): Readonly<Ref<boolean>> {
  const query = matchMedia('(min-width: 1600px)')
  const wide = ref(query.matches)
  const follow = (event: MediaQueryListEvent): void => {
    wide.value = event.matches
  }
  query.addEventListener('change', follow)
  onScopeDispose(() => query.removeEventListener('change', follow))
  return readonly(wide)
}
