// Dark, light or the system's: kept in localStorage, shown as data-theme on <html>. `themeVersion` counts changes,
// so that what reads tokens from script (charts) can follow.
import { computed, readonly, ref } from 'vue'
import type { ComputedRef, Ref } from 'vue'

export type ThemeChoice = 'system' | 'light' | 'dark'

const KEY = 'vlag.theme'
const choice = ref<ThemeChoice>('system')
const systemIsLight = ref(false)
const version = ref(0)

const shown = computed<'light' | 'dark'>(() =>
  choice.value === 'system' ? (systemIsLight.value ? 'light' : 'dark') : choice.value,
)

function readStored(): ThemeChoice {
  const stored = localStorage.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function apply(): void {
  document.documentElement.dataset['theme'] = shown.value
  // The shell reads this colour for the window's own background, which shows before the page does.
  const background = getComputedStyle(document.documentElement).getPropertyValue('--surface-1').trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background)
  version.value++
}

/** Reads the stored choice and starts to follow the system. Call once, before the app is mounted. */
export function startTheme(): void {
  choice.value = readStored()
  const query = matchMedia('(prefers-color-scheme: light)')
  systemIsLight.value = query.matches
  query.addEventListener('change', (event) => {
    systemIsLight.value = event.matches
    apply()
  })
  apply()
}

export interface Theme {
  readonly choice: Readonly<Ref<ThemeChoice>>
  /** What is on the screen now. */
  readonly shown: ComputedRef<'light' | 'dark'>
  /** Grows with every change; depend on it to read tokens again. */
  readonly version: Readonly<Ref<number>>
  set(next: ThemeChoice): void
}

export function useTheme(): Theme {
  return {
    choice: readonly(choice),
    shown,
    version: readonly(version),
    set(next) {
      choice.value = next
      localStorage.setItem(KEY, next)
      apply()
    },
  }
}

/** Value of a token such as '--text-1', as text. Read it inside a computed that depends on `version`. */
export function readToken(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** A token that follows the theme, e.g. for a canvas: `const grid = useToken('--chart-grid')`. */
export function useToken(name: `--${string}`): ComputedRef<string> {
  return computed(() => (version.value >= 0 ? readToken(name) : ''))
}
