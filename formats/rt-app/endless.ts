// Finds programs that would repeat without end and without taking any time: in rt-app they burn a CPU inside system
// calls; in a simulation the clock would stand still.
import { listWords, quote } from '../wording/wording'
import type { RtAppContext } from './context'
import type { PhaseDraft, RtEvent, ThreadDraft } from './draft'

/** Repetitions at one instant that are let pass. */
const MOST_AT_ONE_INSTANT = 100_000

const takesTime = (event: RtEvent): boolean =>
  event.kind === 'timer' || ((event.kind === 'run' || event.kind === 'sleep') && event.ns > 0)

const isEndless = (loop: number): boolean => loop < 0 || loop > MOST_AT_ONE_INSTANT

/** The events that repeat without end and without time; null where there are none. Suspending is no time of its own. */
function timelessLoop(thread: ThreadDraft): readonly RtEvent[] | null {
  const still = (phase: PhaseDraft): boolean => !phase.events.some(takesTime)
  const inside = thread.phases.find((phase) => isEndless(phase.loop) && still(phase))
  if (inside !== undefined) return inside.events
  if (thread.phases.length === 0 || !thread.phases.every(still)) return null
  const once = thread.phases.reduce((sum, phase) => sum + phase.loop, 0)
  return isEndless(thread.loop) || once * thread.loop > MOST_AT_ONE_INSTANT
    ? thread.phases.flatMap((phase) => phase.events)
    : null
}

interface Waiting {
  readonly thread: ThreadDraft
  readonly suspends: ReadonlySet<string>
  readonly resumes: readonly string[]
}

/**
 * The threads that wake each other in a circle. A thread that only waits is fine as long as whoever wakes it takes
 * time; so those that no other of `waiting` wakes fall away, then those that wake no other, until nothing changes.
 */
function rounds(waiting: readonly Waiting[]): readonly Waiting[] {
  let left = waiting
  for (;;) {
    const resumed = new Set(left.flatMap(({ resumes }) => resumes))
    const woken = left.filter(({ suspends }) => [...suspends].some((name) => resumed.has(name)))
    const suspended = new Set(woken.flatMap(({ suspends }) => [...suspends]))
    const next = woken.filter(({ resumes }) => resumes.some((name) => suspended.has(name)))
    if (next.length === left.length) return left
    left = next
  }
}

/** Reports every thread whose endless loop takes no time, alone or handing over to others that take none either. */
export function refuseTimelessLoops(context: RtAppContext, threads: readonly ThreadDraft[]): void {
  const waiting: Waiting[] = []
  for (const thread of threads) {
    const events = timelessLoop(thread)
    if (events === null || thread.instances === 0) continue
    const suspends = new Set(events.flatMap((event) => (event.kind === 'suspend' ? [event.name] : [])))
    const resumes = events.flatMap((event) => (event.kind === 'resume' ? [event.name] : []))
    if (suspends.size > 0) waiting.push({ thread, suspends, resumes })
    else if (events.length > 0) {
      report(context, thread, `The task ${quote(thread.key)} loops for ever without taking any time.`)
    }
  }
  const round = rounds(waiting).map(({ thread }) => thread)
  const [first] = round
  if (first === undefined) return
  const names = listWords(round.map(({ key }) => quote(key)))
  const message =
    round.length === 1
      ? `The task ${names} resumes itself for ever without taking any time.`
      : `The tasks ${names} resume each other for ever without taking any time.`
  report(context, first, message)
}

const report = (context: RtAppContext, thread: ThreadDraft, message: string): void =>
  context.problem(
    thread.offset,
    ['tasks', thread.key],
    message,
    'Add a "run", "sleep" or "timer" to the loop, or a finite "loop".',
  )
