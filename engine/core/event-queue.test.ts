// The order of events, held to a sorted list under random settings, movings and cancellings.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventQueue } from './event-queue'

const time = fc.integer({ min: 0, max: 20 })
const kind = fc.integer({ min: 0, max: 5 })
const arg = fc.integer({ min: 0, max: 40 })
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('set' as const), time, kind, arg }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), kind, arg }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pop' as const) }) },
)

interface Waiting {
  readonly time: number
  readonly kind: number
  readonly arg: number
  readonly inserted: number
}

const byOrder = (a: Waiting, b: Waiting): number =>
  a.time - b.time || a.kind - b.kind || a.inserted - b.inserted

test('events come out by time, then kind, then insertion; each waits once, where it was set last', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const queue = new EventQueue()
      let waiting: Waiting[] = []
      const pop = (): void => {
        waiting.sort(byOrder)
        const want = waiting.shift()
        expect(queue.peekTime()).toBe(want?.time ?? Infinity)
        expect(queue.pop()).toBe(want !== undefined)
        if (want !== undefined)
          expect([queue.poppedTime, queue.poppedKind, queue.poppedArg]).toEqual([
            want.time,
            want.kind,
            want.arg,
          ])
      }
      steps.forEach((s, inserted) => {
        if (s.do === 'pop') {
          pop()
          return
        }
        waiting = waiting.filter((e) => e.kind !== s.kind || e.arg !== s.arg)
        if (s.do === 'cancel') queue.cancel(s.kind, s.arg)
        else {
          waiting.push({ ...s, inserted })
          queue.set(s.time, s.kind, s.arg)
        }
        expect(queue.size).toBe(waiting.length)
      })
      while (waiting.length > 0) pop()
      pop()
    }),
  )
})

test('times near the limit of exact integers keep their order', () => {
  const queue = new EventQueue()
  queue.set(Number.MAX_SAFE_INTEGER, 0, 1)
  queue.set(Number.MAX_SAFE_INTEGER - 1, 0, 2)
  queue.pop()
  expect(queue.poppedArg).toBe(2)
})

test('cancelling what never was there is nothing', () => {
  const queue = new EventQueue()
  queue.cancel(3, 5000)
  expect(queue.pop()).toBe(false)
})
