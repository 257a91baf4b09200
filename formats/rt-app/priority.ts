// The "priority" of a thread or a phase: the nice value of fair policies, the real-time priority of the others.
import type { TaskPolicy } from '../../engine/model/run-spec'
import type { JsonPath } from '../jsonc/jsonc'
import type { JsonObject, RtAppContext } from './context'
import type { Attributes } from './draft'

/** Real-time priority where a policy comes without one, as in rt-app (DEFAULT_THREAD_PRIORITY). */
export const DEFAULT_RT_PRIORITY = 10

export const isRealTime = (policy: TaskPolicy | null): boolean => policy === 'fifo' || policy === 'rr'

/** Reads "priority" of an object whose policy is `policy`; `isNamed`: by the object itself, not from before. */
export function readPriority(
  context: RtAppContext,
  object: JsonObject,
  path: JsonPath,
  policy: TaskPolicy | null,
  isNamed: boolean,
): Pick<Attributes, 'nice' | 'rtPriority'> {
  // The policy was refused: what range its priority has is not known.
  if (policy === null && isNamed) return { nice: null, rtPriority: null }
  if (!isRealTime(policy))
    return { nice: context.integer(object, path, 'priority', -20, 19), rtPriority: null }
  const given = context.integer(object, path, 'priority', 1, 99)
  return { nice: null, rtPriority: given ?? (isNamed ? DEFAULT_RT_PRIORITY : null) }
}
