// The machine of an experiment: a catalog id, an id with parameters, or the generic machine's parameters inline.
import type { MachineDescriptor } from '../../../engine/model/define'
import type { MachineSpec } from '../../../engine/model/run-spec'
import type { Catalog } from './catalog'
import { findIn } from './catalog'
import { resolveParams } from './params'
import type { ProblemList } from './problem-list'
import { isObject } from './shape'

const INLINE = 'generic'

/** Null where there is a problem (or no machine, which the schema reports). */
export function resolveMachine(value: unknown, catalog: Catalog, problems: ProblemList): MachineSpec | null {
  if (typeof value === 'string') {
    const machine = findIn(catalog.machines, 'machine', value, ['machine'], problems)
    return machine === null ? null : build(machine, undefined, ['machine'], problems)
  }
  if (!isObject(value)) return null
  if (!Object.hasOwn(value, 'id')) {
    const generic = findIn(catalog.machines, 'machine', INLINE, ['machine'], problems)
    return generic === null ? null : build(generic, value, ['machine'], problems)
  }
  let valid = true
  for (const key of Object.keys(value)) {
    if (key === 'id' || key === 'params' || key === '__proto__') continue
    const message = `"${key}" stands beside "id".`
    problems.atKey(['machine', key], message, 'Put it into "params": { … }.')
    valid = false
  }
  if (value['params'] !== undefined && !isObject(value['params'])) {
    problems.at(['machine', 'params'], '"params" is no object.', 'Give { "parameter": value }.')
    valid = false
  }
  if (typeof value['id'] !== 'string') {
    problems.at(['machine', 'id'], '"id" is no text.', 'Give the id of a machine in quotes.')
    return null
  }
  const machine = findIn(catalog.machines, 'machine', value['id'], ['machine', 'id'], problems)
  if (machine === null) return null
  const spec = build(machine, value['params'], ['machine', 'params'], problems)
  return valid ? spec : null
}

function build(
  machine: MachineDescriptor,
  given: unknown,
  path: readonly string[],
  problems: ProblemList,
): MachineSpec | null {
  const owner = `machine "${machine.id}"`
  // A machine's own parameters cannot depend on how many CPUs it has.
  const params = resolveParams({ descriptors: machine.params, given, path, owner, cpus: 1 }, problems)
  return params === null ? null : machine.build(params)
}
