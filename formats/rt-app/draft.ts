// What an rt-app description says, checked and in ns, before it becomes tasks: threads of phases of events.
// Also the words of the format: which keys there are, and which events a key's prefix means.
import type { TaskPolicy } from '../../engine/model/run-spec'
import type { Taskgroup } from './taskgroups'

export type RtEvent =
  | { readonly kind: 'run' | 'sleep'; readonly ns: number }
  | { readonly kind: 'timer'; readonly ref: string; readonly periodNs: number; readonly absolute: boolean }
  | { readonly kind: 'suspend' | 'resume'; readonly name: string; readonly offset: number }
  | { readonly kind: 'yield' }

/** Scheduling attributes; a field is null where the file does not set it. */
export interface Attributes {
  readonly policy: TaskPolicy | null
  readonly nice: number | null
  /** 1..99; null where `policy` is not a real-time one. */
  readonly rtPriority: number | null
  /** Custom slice; 'default' where the file asks for the default (0). */
  readonly sliceNs: number | 'default' | null
  readonly cpus: readonly number[] | null
  /** Of a thread: the group that it is in from its first phase on. */
  readonly taskgroup: Taskgroup | null
}

export interface PhaseDraft extends Attributes {
  /** -1: for ever. */
  readonly loop: number
  readonly events: readonly RtEvent[]
  /** Where it begins in the text. */
  readonly offset: number
}

export interface ThreadDraft extends Attributes {
  readonly key: string
  readonly offset: number
  readonly instances: number
  readonly startNs: number
  /** -1: for ever. */
  readonly loop: number
  readonly phases: readonly PhaseDraft[]
}

/** Keys of threads and phases that are no events; compared whole, before any prefix. */
const attributeKeys = [
  'loop',
  'cpus',
  'policy',
  'priority',
  'nodes_membind',
  'membind_nodes',
  'util_min',
  'util_max',
  'dl-runtime',
  'dl-period',
  'dl-deadline',
  'taskgroup',
]
export const phaseKeys: readonly string[] = attributeKeys
/** `period` and `deadline`: old spellings of dl-period and dl-deadline. */
export const threadKeys: readonly string[] = [
  ...attributeKeys,
  'instance',
  'delay',
  'phases',
  'period',
  'deadline',
]
export const rootKeys: readonly string[] = ['tasks', 'global', 'resources']
/** All but the duration and the policy are about rt-app's own logs, calibration and devices. */
export const globalKeys: readonly string[] = [
  'duration',
  'default_policy',
  'calibration',
  'cumulative_slack',
  'ftrace',
  'gnuplot',
  'io_device',
  'lock_pages',
  'log_basename',
  'log_size',
  'logdir',
  'mem_buffer_size',
  'pi_enabled',
]
/** Attributes that rt-app knows and that are refused where they say anything. */
export const unmodelledKeys: readonly string[] = ['util_min', 'util_max', 'nodes_membind', 'membind_nodes']

/**
 * Events in the order in which a key is tried: rt-app compares only as many letters as the event's name has, so that
 * `run0` and `run1` are runs. `runtime` comes before `run`, `memrun` before `mem`.
 */
export const eventPrefixes = [
  'lock',
  'unlock',
  'wait',
  'signal',
  'broad',
  'sync',
  'sleep',
  'runtime',
  'run',
  'timer',
  'suspend',
  'resume',
  'memrun',
  'mem',
  'iorun',
  'yield',
  'barrier',
  'sem_post',
  'sem_wait',
  'fork',
] as const
export type EventName = (typeof eventPrefixes)[number]
const modelledEvents: readonly EventName[] = [
  'run',
  'runtime',
  'sleep',
  'timer',
  'suspend',
  'resume',
  'yield',
]

/** `period` and `deadline` are taken as well, but nobody should write them anew. */
const oldSpellings: readonly string[] = ['period', 'deadline']

/** Keys as messages offer them: of `known`, those that are modelled and current. */
export const offered = (known: readonly string[]): readonly string[] =>
  known.filter(
    (key) =>
      !unmodelledKeys.includes(key) &&
      !oldSpellings.includes(key) &&
      (modelledEvents.some((event) => event === key) || !eventPrefixes.some((event) => event === key)),
  )

/** The event that `key` means; null where it is none. */
export const eventOf = (key: string): EventName | null =>
  eventPrefixes.find((prefix) => key.startsWith(prefix)) ?? null

/** Largest integer that rt-app itself keeps (C int). */
export const MAX_INT = 2_147_483_647
/** Threads of one file; far above what any machine that is modelled has use for. */
export const MAX_THREADS = 100_000
