// Values of policy parameters as people write them: durations with their unit, switches as on and off.
import type { ParamDescriptor } from '../../engine/model/define'
import type { ParamValue } from '../../engine/model/run-spec'
import { formatSetNs } from './quantity'

/** "1.4 ms", "on", "250 1/s", "6.18"; `descriptor` null where the catalog no longer has the parameter. */
export function formatParam(
  value: ParamValue,
  descriptor: Pick<ParamDescriptor, 'type' | 'unit'> | null,
): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value
  if (descriptor?.type === 'duration') return formatSetNs(value)
  const unit = descriptor?.unit ?? ''
  return unit === '' ? String(value) : `${value} ${unit}`
}
