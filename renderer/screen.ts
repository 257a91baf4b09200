// What a screen says of itself. A screen is one folder in features/ with a `screen.ts`; the router, the rail and
// the palette follow from it.
import type { Component } from 'vue'

export interface Screen {
  readonly id: string
  readonly title: string
  /** Path of the route; `:id` is the id of an experiment. */
  readonly path: string
  /** Place in the rail; null: reached from elsewhere only. A screen with `:id` shows there while one is open. */
  readonly rail: { readonly icon: string; readonly order: number } | null
  readonly component: () => Promise<{ default: Component }>
}

export const defineScreen = (screen: Screen): Screen => screen

const found = import.meta.glob<Screen>('./features/*/screen.ts', { eager: true, import: 'default' })

/** All screens, those of the rail first and in its order. */
export const screens: readonly Screen[] = Object.values(found).sort(
  (a, b) => (a.rail?.order ?? 99) - (b.rail?.order ?? 99),
)
