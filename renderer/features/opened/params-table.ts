// Parameters of the variants of an opened file: one row per parameter, one cell per variant. Pure.
import type { ResolvedVariant } from '../../../contract/results'
import type { ParamDescriptor, PolicyDescriptor } from '../../../engine/model/define'
import type { ParamValue } from '../../../engine/model/run-spec'

export interface ParamCell {
  /** Undefined where the variant's policy has no such parameter. */
  readonly value: ParamValue | undefined
  /** The file set it; else it is the default. */
  readonly given: boolean
  readonly descriptor: ParamDescriptor | null
}

export interface ParamRow {
  readonly name: string
  readonly title: string
  readonly help: string
  readonly realKnob: string
  /** Any variant sets it. */
  readonly given: boolean
  readonly cells: readonly ParamCell[]
}

/** All parameters in the order of the policies' descriptors; those that a file sets come first. */
export function buildParamRows(
  variants: readonly ResolvedVariant[],
  policyOf: (id: string) => Pick<PolicyDescriptor, 'params'> | null,
): ParamRow[] {
  const names = new Set(variants.flatMap((variant) => Object.keys(variant.params)))
  const rows = [...names].map((name): ParamRow => {
    const cells = variants.map((variant): ParamCell => {
      const descriptor = policyOf(variant.policy)?.params.find((param) => param.name === name) ?? null
      return { value: variant.params[name], given: variant.given.includes(name), descriptor }
    })
    const described = cells.find((cell) => cell.descriptor !== null)?.descriptor ?? null
    return {
      name,
      title: described?.title ?? name,
      help: described?.help ?? '',
      realKnob: described?.realKnob ?? '',
      given: cells.some((cell) => cell.given),
      cells,
    }
  })
  return [...rows.filter((row) => row.given), ...rows.filter((row) => !row.given)]
}
