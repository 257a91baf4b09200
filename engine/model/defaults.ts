// Completes given parameters with a descriptor's defaults. An 'auto' is computed where the descriptor can, and stays
// 'auto' where it means something that only the engine decides (a tick phase drawn per seed).
import type { ParamDescriptor } from './define'
import type { ParamValue, ParamValues } from './run-spec'

/** The value of `descriptor` where nothing, or 'auto', is given; `params` are those before it. */
export function defaultOf(descriptor: ParamDescriptor, cpus: number, params: ParamValues): ParamValue {
  if (descriptor.default !== 'auto' || descriptor.resolve === undefined) return descriptor.default
  return descriptor.resolve({ cpus, params })
}

/** All parameters, in the order of the descriptors; `given` must hold only valid values. */
export function withDefaults(
  descriptors: readonly ParamDescriptor[],
  given: ParamValues,
  cpus: number,
): ParamValues {
  const params: Record<string, ParamValue> = {}
  for (const descriptor of descriptors) {
    const value = given[descriptor.name]
    params[descriptor.name] =
      value === undefined || (value === 'auto' && descriptor.default === 'auto')
        ? defaultOf(descriptor, cpus, params)
        : value
  }
  return params
}
