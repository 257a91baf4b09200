// The bare event queue: how often per second one event can be taken out and another put in ("hold", Jones 1986) while
// as many wait as in a simulation. Nothing that simulates can be faster, so rates are told as a part of it.
import { EventQueue } from '../../../engine/core/event-queue'
import { RandomStream } from '../../../engine/core/random'
import { cpuSeconds } from './cpu-seconds'

const AHEAD_MEAN_NS = 1_000_000
/** Kinds of events, for ties in time. */
const KINDS = 5

/** Holds per second of CPU time with `waiting` events (at least 1) in the queue. */
export function measureHold(waiting: number, operations: number): number {
  // Drawn beforehand, so that no drawing is measured; each used once, since a processor's branch prediction learns a
  // list that repeats, and the queue would seem up to twice as fast as it is in a simulation.
  const stream = new RandomStream(1, 'hold')
  const ahead = Float64Array.from({ length: operations + waiting }, () => stream.exponential(AHEAD_MEAN_NS))
  const queue = new EventQueue()
  for (let i = 0; i < waiting; i++) queue.set(ahead[operations + i] ?? 0, i % KINDS, i)
  const before = cpuSeconds()
  for (let i = 0; i < operations; i++) {
    queue.pop()
    queue.set(queue.poppedTime + (ahead[i] ?? 0), queue.poppedKind, queue.poppedArg)
  }
  return operations / (cpuSeconds() - before)
}
