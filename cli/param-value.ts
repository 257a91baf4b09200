// A parameter's value as files write it, with its unit.
import type { ParamDescriptor, ParamValue } from '../engine'
import { formatDurationNs } from './quantity'

/** '2.8ms', '250 Hz', 'true'. A word such as 'machine' takes no unit. */
export function describeValue({ type, unit }: ParamDescriptor, value: ParamValue): string {
  if (typeof value === 'number' && type === 'duration') return formatDurationNs(value).replace(' ', '')
  const isNumber = typeof value === 'number' || /^\d+$/.test(String(value))
  return unit === '' || type === 'duration' || !isNumber ? String(value) : `${String(value)} ${unit}`
}
