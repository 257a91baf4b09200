// Scheduler features as /sys/kernel/debug/sched/features names them (NO_RUN_TO_PARITY), and the parameters of a policy
// that stand for them (runToParity: false).
import type { ParamDescriptor } from '../../../engine'

const FEATURES_FILE = '/sched/features'

/** Names of the features that a policy has as parameters, without NO_. */
export function knownFeatures(descriptors: readonly ParamDescriptor[]): readonly string[] {
  return descriptors
    .filter(({ type, realKnob }) => type === 'boolean' && realKnob.includes(FEATURES_FILE))
    .map(({ name }) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())
}

/** Parameter and value of one changed feature; null where the policy does not know it. */
export function featureParam(
  flag: string,
  descriptors: readonly ParamDescriptor[],
): readonly [name: string, value: boolean] | null {
  const isOff = flag.startsWith('NO_')
  const feature = isOff ? flag.slice('NO_'.length) : flag
  if (!knownFeatures(descriptors).includes(feature)) return null
  const name = feature.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [name, !isOff]
}
