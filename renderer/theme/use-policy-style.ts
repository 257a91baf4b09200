// Identity of a policy: one hue and one marker shape per id. A second variant of the same policy takes the lighter
// shade, a hollow marker and a dashed line; from the third on the dash varies and labels tell them apart.
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { readToken, useTheme } from './use-theme'

export const markerShapes = [
  'circle',
  'square',
  'triangle',
  'diamond',
  'square-turned',
  'plus',
  'star',
  'hexagon',
  'pentagon',
  'cross',
  'triangle-down',
] as const
export type MarkerShape = (typeof markerShapes)[number]

export interface PolicyStyle {
  /** As a CSS value that follows the theme by itself: var(--policy-...). */
  readonly cssColor: string
  /** Resolved now, for a canvas. */
  readonly color: string
  readonly marker: MarkerShape
  readonly hollow: boolean
  readonly dashed: boolean
  /** Dash pattern in px for lines; empty = solid. */
  readonly dash: readonly number[]
}

const KNOWN = new Set([
  'eevdf',
  'cfs',
  'rustland',
  'lavd',
  'rusty',
  'bpfland',
  'flash',
  'p2dq',
  'cosmos',
  'layered',
  'simple',
])
const DASHES: readonly (readonly number[])[] = [[], [5, 3], [2, 2], [8, 3, 2, 3], [1, 3]]

/** Token family of a policy id: 'scx_lavd' -> 'lavd'; an id without one of its own takes 'simple'. */
export function policyToken(policyId: string): string {
  const bare = policyId.replace(/^scx_/, '')
  return KNOWN.has(bare) ? bare : 'simple'
}

/** Which variant of its own policy each one is, counted from 0: [eevdf, cfs, eevdf] -> [0, 0, 1]. */
export function nthOfPolicy(policyIds: readonly string[]): number[] {
  const seen = new Map<string, number>()
  return policyIds.map((id) => {
    const nth = seen.get(id) ?? 0
    seen.set(id, nth + 1)
    return nth
  })
}

/** Reading a token makes the browser settle its styles; a table of marks would ask hundreds of times. */
const cache = new Map<string, PolicyStyle>()
let cachedVersion = -1

/** Style of the n-th variant (from 0) of a policy, as the theme has it now. */
export function readPolicyStyle(policyId: string, nthVariant: number): PolicyStyle {
  const { version } = useTheme()
  if (version.value !== cachedVersion) cache.clear()
  cachedVersion = version.value
  const key = `${policyId}/${nthVariant}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = makePolicyStyle(policyId, nthVariant)
  cache.set(key, made)
  return made
}

function makePolicyStyle(policyId: string, nthVariant: number): PolicyStyle {
  const token = policyToken(policyId)
  const name = `--policy-${token}${nthVariant > 0 ? '-2' : ''}` as const
  const shape = readToken(`--marker-${token}`)
  return {
    cssColor: `var(${name})`,
    color: readToken(name),
    marker: markerShapes.find((known) => known === shape) ?? 'circle',
    hollow: nthVariant > 0,
    dashed: nthVariant > 0,
    dash: DASHES[nthVariant % DASHES.length] ?? [],
  }
}

/** As `readPolicyStyle`, following theme and arguments. */
export function usePolicyStyle(policyId: () => string, nthVariant: () => number): ComputedRef<PolicyStyle> {
  return computed(() => readPolicyStyle(policyId(), nthVariant()))
}

/** Styles of all variants side by side, in order: `useVariantStyles(() => variants.map((v) => v.policy))`. */
export function useVariantStyles(policyIds: () => readonly string[]): ComputedRef<readonly PolicyStyle[]> {
  return computed(() => {
    const ids = policyIds()
    const nth = nthOfPolicy(ids)
    return ids.map((id, i) => readPolicyStyle(id, nth[i] ?? 0))
  })
}
