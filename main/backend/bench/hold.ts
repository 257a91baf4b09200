// The bare event queue: how often per second one event can be taken out and another put in ("hold", Jones 1986) while
// as many wait as in a simulation. Nothing that simulates can be faster, so rates are told as a part of it.
import { EventQueue } from '../../../engine/core/event-queue'
import { RandomStream } from '../../../engine/core/random'
import { cpuSeconds } from './cpu-seconds'

/** Times ahead, drawn beforehand so that the measurement holds no drawing. */
const AHEAD_COUNT = 4096
const AHEAD_MASK = AHEAD_COUNT - 1
const AHEAD_MEAN_NS = 1_000_000
/** Kinds of events, for ties in time. */
const KINDS = 5

/** Holds per second of CPU time with `waiting` events (at least 1) in the queue. */
export function measureHold(waiting: number, operations: number): number {
  const stream = new RandomStream(1, 'hold')
  const ahead = Float64Array.from({ length: AHEAD_COUNT }, () => stream.exponential(AHEAD_MEAN_NS))
  const queue = new EventQueue()
  for (let i = 0; i < waiting; i++) queue.push(ahead[i & AHEAD_MASK]!, i % KINDS, i, 0)
  const before = cpuSeconds()
  for (let i = 0; i < operations; i++) {
    queue.pop()
    queue.push(queue.poppedTime + ahead[i & AHEAD_MASK]!, queue.poppedKind, queue.poppedArg, 0)
  }
  return operations / (cpuSeconds() - before)
}
