// Threads (the entries of "tasks") and their phases: loops, instances, delay, and the scheduling attributes that
// may stand at either level. Everything is checked here; building the tasks cannot fail any more.
import type { TaskPolicy } from '../../engine/model/run-spec'
import type { JsonEntry, JsonNode, JsonPath } from '../jsonc/jsonc'
import { quote, suggest } from '../wording/wording'
import type { JsonObject, RtAppContext } from './context'
import {
  eventOf,
  MAX_INT,
  MAX_THREADS,
  phaseKeys,
  threadKeys,
  unmodelledKeys,
  type Attributes,
  type PhaseDraft,
  type ThreadDraft,
} from './draft'
import { hasEvents, readEvents } from './events'
import { isRealTime, readPriority } from './priority'
import { readTaskgroup, taskgroupOf } from './taskgroups'

const NS_PER_US = 1000

const policies: Readonly<Record<string, TaskPolicy>> = {
  SCHED_OTHER: 'other',
  SCHED_BATCH: 'batch',
  SCHED_IDLE: 'idle',
  SCHED_FIFO: 'fifo',
  SCHED_RR: 'rr',
}
const unmodelledPolicies = ['SCHED_DEADLINE']

/** The modelled policy of this name; null, with a problem, for any other. */
export function readPolicy(
  context: RtAppContext,
  name: string,
  offset: number,
  path: JsonPath,
): TaskPolicy | null {
  const policy = Object.hasOwn(policies, name) ? policies[name] : undefined
  if (policy !== undefined) return policy
  const known = Object.keys(policies)
  const remedy = `Policies: ${known.join(', ')}.`
  if (unmodelledPolicies.includes(name)) {
    context.problem(offset, path, `The policy ${name} is not modelled yet.`, remedy)
    return null
  }
  const near = suggest(name, known)
  const hint = near === null ? '' : `Did you mean "${near}"? `
  context.problem(offset, path, `The policy ${quote(name)} is unknown.`, hint + remedy)
  return null
}

/** CPU numbers, ascending and each once; null where absent or (with a problem) wrong. */
function readCpus(context: RtAppContext, object: JsonObject, path: JsonPath): readonly number[] | null {
  const entry = context.field(object, path, 'cpus')
  if (entry === null) return null
  const at = [...path, 'cpus']
  const { value: list } = entry
  if (list.kind !== 'array' || list.items.length === 0) {
    const what = list.kind === 'array' ? 'empty' : 'no list'
    const remedy = 'Give a list of CPU numbers, such as [0, 1], or leave it out for all CPUs.'
    context.problem(list.offset, at, `"cpus" is ${what}.`, remedy)
    return null
  }
  const cpus = new Set<number>()
  list.items.forEach((item, index) => {
    const cpu = context.integerOf(item, [...at, index], 0, MAX_INT)
    if (cpu === null) return
    if (context.cpus !== null && cpu >= context.cpus) {
      const last = context.cpus - 1
      const has = context.cpus === 1 ? 'only CPU 0' : `CPUs 0 to ${last}`
      context.problem(
        item.offset,
        [...at, index],
        `CPU ${cpu} is not there: the machine has ${has}.`,
        'Name CPUs that the machine has, or give the machine more.',
      )
    }
    cpus.add(cpu)
  })
  return [...cpus].sort((a, b) => a - b)
}

/** Attributes of a thread or a phase. `inherited` is the policy where the object names none. */
function readAttributes(
  context: RtAppContext,
  object: JsonObject,
  path: JsonPath,
  inherited: TaskPolicy | null,
): Attributes {
  refuseUnmodelled(context, object, path)
  const name = context.text(object, path, 'policy')
  const policy = name === null ? null : readPolicy(context, name.value, name.offset, [...path, 'policy'])
  const effective = name === null ? inherited : policy
  const priority = readPriority(context, object, path, effective, name !== null)
  const sliceUs = context.integer(object, path, 'dl-runtime', 0, MAX_INT, 'us')
  context.integer(object, path, 'dl-period', 0, MAX_INT, 'us')
  context.integer(object, path, 'dl-deadline', 0, MAX_INT, 'us')
  const sliceEntry = object.entries.find(({ key }) => key === 'dl-runtime')
  const takesSlice = effective !== 'idle' && !isRealTime(effective)
  if (sliceUs !== null && sliceUs > 0 && !takesSlice && sliceEntry !== undefined) {
    const whose = effective === 'idle' ? 'SCHED_IDLE' : 'real-time tasks'
    context.note(sliceEntry.keyOffset, `"dl-runtime" is ignored: the kernel takes no slice for ${whose}`)
  }
  const usable = sliceUs !== null && takesSlice
  return {
    // A real-time priority by itself is one of the policy in force.
    policy: priority.rtPriority === null ? policy : effective,
    ...priority,
    sliceNs: usable ? (sliceUs === 0 ? 'default' : sliceUs * NS_PER_US) : null,
    cpus: readCpus(context, object, path),
    taskgroup: readTaskgroup(context, object, path),
  }
}

function refuseUnmodelled(context: RtAppContext, object: JsonObject, path: JsonPath): void {
  for (const entry of object.entries) {
    if (!unmodelledKeys.includes(entry.key) || saysNothing(entry)) continue
    const message = `"${entry.key}" is not modelled yet.`
    context.problem(entry.keyOffset, [...path, entry.key], message, 'Remove it to simulate the rest.')
  }
}

/** rt-app takes a utilisation clamp of -1 as if it were not there. */
const saysNothing = ({ value }: JsonEntry): boolean => value.kind === 'scalar' && value.value === -1

/** Repetitions; -1 is for ever. 0 is refused: a task would never run, and a phase would (in rt-app) never end. */
function readLoop(context: RtAppContext, object: JsonObject, path: JsonPath, absent: number): number {
  const entry = context.field(object, path, 'loop')
  if (entry === null) return absent
  if (entry.value.kind === 'scalar' && entry.value.value === 0) {
    context.problem(
      entry.value.offset,
      [...path, 'loop'],
      '"loop" is 0.',
      'Give 1 or more repetitions, or -1 for no end.',
    )
    return absent
  }
  return context.integerOf(entry.value, [...path, 'loop'], -1, MAX_INT) ?? absent
}

function readPhases(
  context: RtAppContext,
  entry: JsonEntry,
  path: JsonPath,
  key: string,
  policy: TaskPolicy | null,
): PhaseDraft[] {
  const object = context.object(entry.value, path, '"phases"')
  if (object === null) return []
  if (object.entries.length === 0) {
    context.problem(object.offset, path, `The task ${quote(key)} has no phases.`, 'Add one, with events.')
  }
  const phases: PhaseDraft[] = []
  let current = policy
  const names = new Set<string>()
  for (const [index, phase] of object.entries.entries()) {
    const at = [...path, phase.key]
    if (names.has(phase.key)) {
      const text = `the phase ${quote(phase.key)} is there twice; both are kept, in order (rt-app keeps the last)`
      context.note(phase.keyOffset, text)
    }
    names.add(phase.key)
    const body = context.object(phase.value, at, `The phase ${quote(phase.key)}`)
    if (body === null) continue
    const where = `the phase ${quote(phase.key)}`
    if (!hasEvents(body, phaseKeys)) noEvents(context, body, at, where)
    const attributes = readAttributes(context, body, at, current)
    current = attributes.policy ?? current
    const loop = readLoop(context, body, at, 1)
    if (loop < 0 && index < object.entries.length - 1) {
      context.note(phase.keyOffset, `${where} repeats for ever; the phases after it are never reached`)
    }
    const events = readEvents(context, body, at, phaseKeys, where, key)
    phases.push({ ...attributes, loop, events, offset: phase.keyOffset })
  }
  return phases
}

function noEvents(context: RtAppContext, object: JsonObject, path: JsonPath, where: string): void {
  // The delay is reported by itself, and is what rt-app users stumble over.
  if (object.entries.some(({ key }) => key === 'delay') && where.startsWith('the phase')) return
  context.problem(
    object.offset,
    path,
    `${where.charAt(0).toUpperCase()}${where.slice(1)} has no events.`,
    'Add what it does: "run": us, "sleep": us, "timer": { "ref", "period" }, …',
  )
}

/** With "phases", rt-app reads no events beside them. */
function refuseEventsBesidePhases(context: RtAppContext, object: JsonObject, path: JsonPath): void {
  for (const entry of object.entries) {
    if (threadKeys.includes(entry.key)) continue
    const event = eventOf(entry.key)
    if (event === null) {
      context.unknownKey(entry, path, threadKeys, 'a task with phases')
      continue
    }
    const remedy =
      entry.key === 'runtime'
        ? 'Write "dl-runtime" for a slice, or move it into a phase.'
        : 'Move it into a phase.'
    const message = `${quote(entry.key)} stands beside "phases", where rt-app never executes it.`
    context.problem(entry.keyOffset, [...path, entry.key], message, remedy)
  }
}

/** Reads one entry of "tasks"; null where it is no object. */
export function readThread(
  context: RtAppContext,
  entry: JsonEntry,
  path: JsonPath,
  defaultPolicy: () => TaskPolicy | null,
): ThreadDraft | null {
  const { key } = entry
  const where = `the task ${quote(key)}`
  const object = context.object(entry.value, path, `The task ${quote(key)}`)
  if (object === null) return null
  const named = object.entries.some((e) => e.key === 'policy')
  const inherited = named ? null : defaultPolicy()
  const attributes = readAttributes(context, object, path, inherited)
  const policy = attributes.policy ?? inherited
  const instances = context.integer(object, path, 'instance', 0, MAX_THREADS) ?? 1
  if (instances === 0) context.note(entry.keyOffset, `${where} has 0 instances and is not started`)
  const delayUs = context.integer(object, path, 'delay', 0, MAX_INT, 'us') ?? 0
  const common = {
    ...attributes,
    policy,
    key,
    offset: entry.keyOffset,
    instances,
    startNs: delayUs * NS_PER_US,
  }

  const phasesEntry = context.field(object, path, 'phases')
  if (phasesEntry !== null) {
    refuseEventsBesidePhases(context, object, path)
    const phases = readPhases(context, phasesEntry, [...path, 'phases'], key, policy)
    const taskgroup = taskgroupOf(context, attributes.taskgroup, phases)
    return { ...common, taskgroup, loop: readLoop(context, object, path, -1), phases }
  }
  if (!hasEvents(object, threadKeys)) noEvents(context, object, path, where)
  const events = readEvents(context, object, path, threadKeys, where, key)
  const loop = readLoop(context, object, path, -1)
  const nothing: Attributes = {
    policy: null,
    nice: null,
    rtPriority: null,
    sliceNs: null,
    cpus: null,
    taskgroup: null,
  }
  return { ...common, loop, phases: [{ ...nothing, loop: 1, events, offset: entry.keyOffset }] }
}

/** Whether a node is a rt-app description's root: an object with "tasks" and no "version". */
export function looksLikeRtApp(root: JsonNode): boolean {
  if (root.kind !== 'object') return false
  const keys = root.entries.map(({ key }) => key)
  return keys.includes('tasks') && !keys.includes('version')
}
