// What the screen on show tells the shell: breadcrumb, window title, the right half of the status bar.
import { defineStore } from 'pinia'
import { onUnmounted, ref, watchEffect } from 'vue'
import type { RouteLocationRaw } from 'vue-router'

export interface Crumb {
  readonly text: string
  /** Absent on the last one. */
  readonly to?: RouteLocationRaw
}

export const usePageStore = defineStore('page', () => {
  const crumbs = ref<readonly Crumb[]>([])
  const status = ref<readonly string[]>([])
  return { crumbs, status }
})

/**
 * Called by each screen in its setup: `usePage({ crumbs: () => [...], status: () => ['2 selected'] })`.
 * Both follow what they read, and are taken back when the screen goes.
 */
export function usePage(page: { crumbs: () => readonly Crumb[]; status?: () => readonly string[] }): void {
  const store = usePageStore()
  watchEffect(() => {
    store.crumbs = page.crumbs()
    store.status = page.status?.() ?? []
    const last = store.crumbs.at(-1)
    document.title = last === undefined ? 'Vlag' : `${last.text} – Vlag`
  })
  onUnmounted(() => {
    store.status = []
  })
}
