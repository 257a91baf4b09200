// What an experiment file may name. The engine's catalog, or a smaller one in tests.
import { machines, policies, workloads } from '../../../engine'
import type { MachineDescriptor, PolicyDescriptor, WorkloadDescriptor } from '../../../engine'
import type { JsonPath } from '../../../formats/jsonc/jsonc'
import { listWords, quote } from '../../../formats/wording/wording'
import type { ProblemList } from './problem-list'

export interface Catalog {
  readonly policies: readonly PolicyDescriptor[]
  readonly workloads: readonly WorkloadDescriptor[]
  readonly machines: readonly MachineDescriptor[]
}

export const engineCatalog: Catalog = { policies, workloads, machines }

/** The descriptor with this id; null, with a problem at `path`, where there is none. */
export function findIn<D extends { readonly id: string }>(
  descriptors: readonly D[],
  kind: string,
  id: string,
  path: JsonPath,
  problems: ProblemList,
): D | null {
  const found = descriptors.find((descriptor) => descriptor.id === id)
  if (found !== undefined) return found
  const ids = descriptors.map((descriptor) => descriptor.id)
  problems.at(path, `There is no ${kind} ${quote(id)}.`, `${problems.hint(id, ids)}Known: ${listWords(ids)}.`)
  return null
}
