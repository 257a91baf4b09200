// Colours and type of every chart, read from the tokens and read again when the theme changes.
import { computed, type ComputedRef } from 'vue'
import { nthOfPolicy, readPolicyStyle, readToken, useTheme, type MarkerShape } from '../theme'

export interface ChartTheme {
  readonly text2: string
  readonly text3: string
  readonly grid: string
  /** The line that a value is compared with. */
  readonly zero: string
  /** What a hollow marker is filled with. */
  readonly surface: string
  readonly font: string
}

/** The tokens as they are now, for a canvas. */
export function useChartTheme(): ComputedRef<ChartTheme> {
  const { version } = useTheme()
  return computed(() => {
    void version.value
    return {
      text2: readToken('--text-2'),
      text3: readToken('--text-3'),
      grid: readToken('--chart-grid'),
      zero: readToken('--line-strong'),
      surface: readToken('--surface-2'),
      font: readToken('--font-ui'),
    }
  })
}

/** One variant as every chart draws it. */
export interface ChartVariant {
  readonly name: string
  readonly policy: string
  /** Which variant of its policy, from 0. */
  readonly nth: number
  /** Resolved, for a canvas. */
  readonly color: string
  readonly marker: MarkerShape
  readonly hollow: boolean
  /** Dash pattern in px; empty = solid. */
  readonly dash: readonly number[]
}

/** All variants of an experiment in its own order, following the theme. */
export function useChartVariants(
  variants: () => readonly { readonly name: string; readonly policy: string }[],
): ComputedRef<readonly ChartVariant[]> {
  const { version } = useTheme()
  return computed(() => {
    void version.value
    const nths = nthOfPolicy(variants().map((variant) => variant.policy))
    return variants().map(({ name, policy }, index) => {
      const nth = nths[index] ?? 0
      const { color, marker, hollow, dash } = readPolicyStyle(policy, nth)
      return { name, policy, nth, color, marker, hollow, dash }
    })
  })
}
