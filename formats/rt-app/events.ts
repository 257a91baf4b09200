// Events of a phase, in the order of the file: `run`, `runtime`, `sleep`, `timer`, `suspend`, `resume`, `yield`.
// What is not modelled is a problem that names it; nothing is skipped, for a skipped event is another workload.
import type { JsonEntry, JsonPath } from '../jsonc/jsonc'
import { quote } from '../wording/wording'
import { describe, type JsonObject, type RtAppContext } from './context'
import { eventOf, eventPrefixes, MAX_INT, type EventName, type RtEvent } from './draft'

const NS_PER_US = 1000

/** Events of `object`; `known` are its keys that are no events. `ownName` is the thread's, for `suspend`. */
export function readEvents(
  context: RtAppContext,
  object: JsonObject,
  path: JsonPath,
  known: readonly string[],
  where: string,
  ownName: string,
): RtEvent[] {
  const events: RtEvent[] = []
  const seen = new Map<string, number>()
  for (const entry of object.entries) {
    if (known.includes(entry.key)) continue
    const name = eventOf(entry.key)
    if (name === null) {
      if (entry.key === 'delay') refuseDelay(context, entry, path)
      else context.unknownKey(entry, path, [...known, ...eventPrefixes], where)
      continue
    }
    seen.set(entry.key, (seen.get(entry.key) ?? 0) + 1)
    const event = readEvent(context, name, entry, [...path, entry.key], ownName)
    if (event !== null) events.push(event)
  }
  for (const [key, times] of seen) {
    if (times < 2) continue
    context.note(
      object.offset,
      `${where} has ${quote(key)} ${times} times; all are kept, in order (rt-app itself keeps only the last)`,
    )
  }
  return events
}

/** Whether `object` has any key that rt-app takes for an event. */
export const hasEvents = (object: JsonObject, known: readonly string[]): boolean =>
  object.entries.some(({ key }) => !known.includes(key) && eventOf(key) !== null)

function refuseDelay(context: RtAppContext, entry: JsonEntry, path: JsonPath): void {
  context.problem(
    entry.keyOffset,
    [...path, entry.key],
    'A phase has "delay"; rt-app takes it only for a whole task and gives up here.',
    'Move it up to the task, or use "sleep" as the first event.',
  )
}

function readEvent(
  context: RtAppContext,
  name: EventName,
  entry: JsonEntry,
  path: JsonPath,
  ownName: string,
): RtEvent | null {
  switch (name) {
    case 'run':
    case 'runtime':
    case 'sleep': {
      const us = context.integerOf(entry.value, path, 0, MAX_INT, 'us')
      return us === null ? null : { kind: name === 'sleep' ? 'sleep' : 'run', ns: us * NS_PER_US }
    }
    case 'timer':
      return readTimer(context, entry, path)
    case 'suspend':
    case 'resume':
      return readHandover(context, name, entry, path, ownName)
    case 'yield':
      return { kind: 'yield' }
    default:
      context.problem(
        entry.keyOffset,
        path,
        `The event ${quote(entry.key)} is not modelled yet.`,
        'Modelled: run, runtime, sleep, timer, suspend, resume and yield. Remove it or describe it with these.',
      )
      return null
  }
}

function readTimer(context: RtAppContext, entry: JsonEntry, path: JsonPath): RtEvent | null {
  const object = context.object(entry.value, path, `"${entry.key}"`)
  if (object === null) return null
  const timerKeys = ['ref', 'period', 'mode']
  for (const inner of object.entries) {
    if (!timerKeys.includes(inner.key)) context.unknownKey(inner, path, timerKeys, 'a timer')
  }
  const refEntry = context.field(object, path, 'ref')
  const ref = refEntry === null ? null : context.text(object, path, 'ref')
  if (refEntry === null) {
    context.note(
      object.offset,
      'a timer has no "ref"; as in rt-app, all such timers are one, called "unknown"',
    )
  }
  if (context.field(object, path, 'period') === null) {
    context.problem(object.offset, path, 'A timer has no "period".', 'Add "period": a number of us.')
    return null
  }
  const period = context.integer(object, path, 'period', 1, MAX_INT, 'us')
  const mode = context.text(object, path, 'mode')
  if (mode !== null && mode.value !== 'relative' && mode.value !== 'absolute') {
    const message = `The timer mode ${quote(mode.value)} is unknown.`
    context.problem(mode.offset, [...path, 'mode'], message, 'Modes: relative (the default) and absolute.')
    return null
  }
  if (period === null || (refEntry !== null && ref === null)) return null
  return {
    kind: 'timer',
    ref: ref?.value ?? 'unknown',
    periodNs: period * NS_PER_US,
    absolute: mode?.value === 'absolute',
  }
}

/** `suspend` blocks until a `resume` with the same name; an empty `suspend` means the thread's own name. */
function readHandover(
  context: RtAppContext,
  kind: 'suspend' | 'resume',
  entry: JsonEntry,
  path: JsonPath,
  ownName: string,
): RtEvent | null {
  const { value: node, keyOffset: offset } = entry
  if (node.kind !== 'scalar' || typeof node.value !== 'string') {
    const remedy = `Give the name in quotes, the same for suspend and resume.`
    context.problem(node.offset, path, `"${entry.key}" is ${describe(node)}, not a name.`, remedy)
    return null
  }
  if (node.value !== '') return { kind, name: node.value, offset }
  if (kind === 'suspend') {
    context.note(offset, `an empty "suspend" waits for ${quote(ownName)}, the task's own name`)
    return { kind, name: ownName, offset }
  }
  context.problem(
    node.offset,
    path,
    'A "resume" names nobody.',
    'Give the name on which the other task suspends.',
  )
  return null
}
