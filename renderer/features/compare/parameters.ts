// The parameters in which variants differ: set apart from the dozens that they share or that only one policy has.
import type { ResolvedVariant } from '../../../contract/results'
import type { ParamDescriptor } from '../../../engine/model/define'
import type { ParamValue } from '../../../engine/model/run-spec'
import type { CatalogView } from './table-model'

export type ParameterCell =
  | { readonly kind: 'value'; readonly value: ParamValue; readonly given: boolean }
  /** As the baseline, whose value is in the first column. */
  | { readonly kind: 'baseline' }
  /** The policy has no such parameter. */
  | { readonly kind: 'absent' }

export interface ParameterRow {
  readonly name: string
  readonly title: string
  readonly type: ParamDescriptor['type']
  readonly unit: string
  readonly help: string
  readonly realKnob: string
  readonly cells: readonly ParameterCell[]
}

export interface ParameterTable {
  readonly rows: readonly ParameterRow[]
  /** Different parameters over all variants. */
  readonly total: number
  /** How many of them are in `rows` when only differences are shown. */
  readonly differing: number
}

/**
 * Rows for `variants` in column order, the baseline first. A parameter differs where two variants that have it
 * disagree, or where a file set it and another variant's policy lacks it; `all` adds the rest.
 */
export function buildParameterTable(
  variants: readonly ResolvedVariant[],
  policies: CatalogView['policies'],
  all = false,
): ParameterTable {
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant.params)))]
  const differs = (name: string): boolean => {
    const owners = variants.filter((variant) => Object.hasOwn(variant.params, name))
    const values = new Set(owners.map((variant) => variant.params[name]))
    return (
      values.size > 1 ||
      (owners.length < variants.length && owners.some((owner) => owner.given.includes(name)))
    )
  }
  const differing = names.filter(differs)
  return {
    rows: (all ? names : differing).map((name) => buildRow(name, variants, policies)),
    total: names.length,
    differing: differing.length,
  }
}

function buildRow(
  name: string,
  variants: readonly ResolvedVariant[],
  policies: CatalogView['policies'],
): ParameterRow {
  const descriptor = variants
    .map((variant) => policies.find((policy) => policy.id === variant.policy))
    .flatMap((policy) => policy?.params.filter((param) => param.name === name) ?? [])[0]
  const base = variants[0]?.params[name]
  return {
    name,
    title: descriptor?.title ?? name,
    type: descriptor?.type ?? 'text',
    unit: descriptor?.unit ?? '',
    help: descriptor?.help ?? '',
    realKnob: descriptor?.realKnob ?? '',
    cells: variants.map((variant, index) => {
      const value = variant.params[name]
      if (value === undefined) return { kind: 'absent' }
      if (index > 0 && value === base) return { kind: 'baseline' }
      return { kind: 'value', value, given: variant.given.includes(name) }
    }),
  }
}
