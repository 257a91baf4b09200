// The one glob that finds the screens; apart from screen.ts, which they import themselves.
import type { Screen } from './screen'

const found = import.meta.glob<Screen>('./features/*/screen.ts', { eager: true, import: 'default' })

/** All screens, those of the rail first and in its order. */
export const screens: readonly Screen[] = Object.values(found).sort(
  (a, b) => (a.rail?.order ?? 99) - (b.rail?.order ?? 99),
)
