// What a screen says of itself. A screen is one folder in features/ with a `screen.ts`; the router, the rail and
// the breadcrumb follow from it.
import type { Component } from 'vue'
import type { IconName } from './ui'

export interface Screen {
  readonly id: string
  readonly title: string
  /** Path of the route; `:id` is the id of an experiment. */
  readonly path: string
  /** Place in the rail; null: reached from elsewhere only. A screen with `:id` shows there while one is open. */
  readonly rail: { readonly icon: IconName; readonly order: number } | null
  readonly component: () => Promise<{ default: Component }>
}

export const defineScreen = (screen: Screen): Screen => screen
