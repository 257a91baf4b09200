// From checked threads to tasks of the engine: one task per instance, phases unrolled into a behaviour program.
// Follows rt-app: attributes of a phase stay in force afterwards, its CPUs only while it runs.
import type { Step, TaskSpec } from '../../engine/model/run-spec'
import type { RtAppContext } from './context'
import type { PhaseDraft, RtEvent, ThreadDraft } from './draft'
import { quote } from '../wording/wording'
import { DEFAULT_RT_PRIORITY, isRealTime } from './priority'
import { numberOfTaskgroup, type Taskgroups } from './taskgroups'

/** What the threads of one description share. */
interface Shared {
  /** Refs of timers of which any use says "absolute": the mode belongs to the timer, not to the use. */
  readonly absolute: ReadonlySet<string>
  /** How many tasks suspend on a name. */
  readonly waiters: ReadonlyMap<string, number>
  /** Appended to names that tasks share, so that two descriptions in one experiment do not wake each other. */
  readonly scope: string
  readonly taskgroups: Taskgroups
}

const isUnique = (ref: string): boolean => ref.startsWith('unique')
/** Timers are per thread or global; this tells them apart. */
const timerKey = (thread: ThreadDraft, ref: string): string =>
  isUnique(ref) ? `own ${thread.key} ${ref}` : `shared ${ref}`

const eventsOf = (thread: ThreadDraft): readonly RtEvent[] => thread.phases.flatMap(({ events }) => events)

/** The tasks of `threads`, in the order of the file, with unique names. */
export function buildTasks(
  context: RtAppContext,
  threads: readonly ThreadDraft[],
  taskgroups: Taskgroups,
  scope: string,
): readonly TaskSpec[] {
  const absolute = new Set<string>()
  const waiters = new Map<string, number>()
  for (const thread of threads) {
    const names = new Set<string>()
    for (const event of eventsOf(thread)) {
      if (event.kind === 'timer' && event.absolute) absolute.add(timerKey(thread, event.ref))
      if (event.kind === 'suspend') names.add(event.name)
    }
    for (const name of names) waiters.set(name, (waiters.get(name) ?? 0) + thread.instances)
  }
  noteHandovers(context, threads, waiters)
  const shared: Shared = { absolute, waiters, scope, taskgroups }
  const used: UsedNames = new Map()
  return threads.flatMap((thread) =>
    Array.from({ length: thread.instances }, (_, i) => {
      const name = uniqueName(thread.instances === 1 ? thread.key : `${thread.key}-${i}`, used)
      return buildTask(thread, name, shared)
    }),
  )
}

/** Names that are taken, each with the number that its next namesake tries first. */
export type UsedNames = Map<string, number>

/** `name`, or `name#2`, `name#3`… where it is taken; adds it to `used`. */
export function uniqueName(name: string, used: UsedNames): string {
  let unique = name
  let next = used.get(name) ?? 2
  while (used.has(unique)) unique = `${name}#${next++}`
  if (unique !== name) used.set(name, next)
  used.set(unique, 2)
  return unique
}

function buildTask(thread: ThreadDraft, name: string, shared: Shared): TaskSpec {
  const group = numberOfTaskgroup(shared.taskgroups, thread)
  return {
    name,
    nice: thread.nice ?? 0,
    policy: thread.policy ?? 'other',
    ...(isRealTime(thread.policy) ? { rtPriority: thread.rtPriority ?? DEFAULT_RT_PRIORITY } : {}),
    ...(group === undefined ? {} : { group }),
    affinity: thread.cpus,
    sliceNs: typeof thread.sliceNs === 'number' ? thread.sliceNs : null,
    startNs: thread.startNs,
    program: repeat(
      thread.loop,
      thread.phases.flatMap((phase, index) => [
        ...enterPhase(thread, index),
        ...repeat(
          phase.loop,
          phase.events.flatMap((event) => toSteps(event, thread, name, shared)),
        ),
      ]),
    ),
  }
}

const repeat = (count: number, body: readonly Step[]): readonly Step[] =>
  count === 1 || body.length === 0 ? body : [{ op: 'loop', count, body }]

/** What rt-app changes when it comes to phase `index`. */
function enterPhase(thread: ThreadDraft, index: number): Step[] {
  const phase = thread.phases[index]
  if (phase === undefined) return []
  const steps: Step[] = []
  const cpusOf = (of: PhaseDraft | undefined): readonly number[] | null => of?.cpus ?? thread.cpus
  const last = thread.phases[thread.phases.length - 1]
  // Phase 0 follows the start of the thread and, in a loop, the last phase.
  const before = index > 0 ? [cpusOf(thread.phases[index - 1])] : [thread.cpus, cpusOf(last)]
  const cpus = cpusOf(phase)
  if (before.some((other) => String(other) !== String(cpus))) steps.push({ op: 'setAffinity', cpus })
  const { policy, rtPriority } = phase
  if (policy !== null) steps.push({ op: 'setPolicy', policy, ...(rtPriority === null ? {} : { rtPriority }) })
  // A phase that names a policy but no priority gets the policy's default, nice 0; SCHED_IDLE leaves nice alone, and
  // so do the real-time policies.
  const nice = phase.nice ?? (policy === 'other' || policy === 'batch' ? 0 : null)
  if (nice !== null) steps.push({ op: 'setNice', nice })
  if (phase.sliceNs !== null) {
    steps.push({ op: 'setSlice', ns: phase.sliceNs === 'default' ? null : phase.sliceNs })
  }
  return steps
}

function toSteps(event: RtEvent, thread: ThreadDraft, name: string, shared: Shared): Step[] {
  switch (event.kind) {
    case 'run':
    case 'sleep':
      return event.ns === 0 ? [] : [{ op: event.kind, ns: event.ns }]
    case 'timer': {
      const mode = shared.absolute.has(timerKey(thread, event.ref)) ? 'absolute' : 'relative'
      const ref = (isUnique(event.ref) ? `${event.ref}@${name}` : event.ref) + shared.scope
      return [{ op: 'timer', ref, periodNs: event.periodNs, mode }]
    }
    case 'suspend':
      return [{ op: 'wait', name: event.name + shared.scope }]
    case 'resume': {
      // rt-app wakes all who wait. With one possible waiter the wake-up is kept where it comes early; with several
      // nobody could tell for whom to keep it.
      const op = (shared.waiters.get(event.name) ?? 0) > 1 ? 'broadcast' : 'signal'
      return [{ op, name: event.name + shared.scope }]
    }
    case 'yield':
      return [{ op: 'yield' }]
  }
}

/** Says where suspend and resume differ from rt-app, or cannot work. */
function noteHandovers(
  context: RtAppContext,
  threads: readonly ThreadDraft[],
  waiters: ReadonlyMap<string, number>,
): void {
  const resumed = new Map<string, number>()
  const suspended = new Map<string, number>()
  for (const thread of threads) {
    for (const event of eventsOf(thread)) {
      const target = event.kind === 'resume' ? resumed : event.kind === 'suspend' ? suspended : null
      if (target !== null && 'name' in event && !target.has(event.name)) target.set(event.name, event.offset)
    }
  }
  let kept = false
  for (const [name, offset] of resumed) {
    const count = waiters.get(name) ?? 0
    if (count === 0) context.note(offset, `nobody suspends on ${quote(name)}; this resume wakes nobody`)
    else if (count > 1) {
      const text = `resume ${quote(name)} wakes all of ${count} tasks; it is lost where none waits, as in rt-app`
      context.note(offset, text)
    } else if (!kept) {
      kept = true
      context.note(offset, 'a resume that comes before its suspend is kept; rt-app itself loses it')
    }
  }
  for (const [name, offset] of suspended) {
    if (!resumed.has(name)) context.note(offset, `nobody resumes ${quote(name)}; the task waits for ever`)
  }
}
