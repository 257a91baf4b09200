// Policies of the catalog by id: title, validity, parameters.
import { policies } from '../../engine/catalog'
import type { PolicyDescriptor } from '../../engine/model/define'

const byId = new Map(policies.map((policy) => [policy.id, policy]))

/** Null for a policy of a saved experiment that this version no longer has. */
export function policyInfo(id: string): PolicyDescriptor | null {
  return byId.get(id) ?? null
}

/** "EEVDF"; the id where the catalog does not know it. */
export function policyTitle(id: string): string {
  return byId.get(id)?.title ?? id
}
