// One entry of a VMenu.
import type { IconName } from './icons'

export interface MenuEntry {
  readonly id: string
  readonly title: string
  /** A second, quieter line. */
  readonly detail?: string
  readonly icon?: IconName
  readonly keys?: string | undefined
  readonly danger?: boolean
  readonly disabled?: boolean
  /** A line above it. */
  readonly separated?: boolean
  readonly testId?: string
  readonly run: () => void
}
