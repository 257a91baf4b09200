// The order of events, held to a stable sort.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventQueue } from './event-queue'

test('events come out by time, then kind, then insertion', () => {
  const event = fc.record({ time: fc.integer({ min: 0, max: 20 }), kind: fc.integer({ min: 0, max: 5 }) })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 400 }), (events) => {
      const queue = new EventQueue(4)
      events.forEach((e, i) => {
        queue.push(e.time, e.kind, i, i * 2)
      })
      const want = events
        .map((e, i) => ({ ...e, i }))
        .sort((a, b) => a.time - b.time || a.kind - b.kind || a.i - b.i)
      for (const e of want) {
        expect(queue.peekTime()).toBe(e.time)
        expect(queue.pop()).toBe(true)
        expect([queue.poppedTime, queue.poppedKind, queue.poppedArg, queue.poppedGeneration]).toEqual([
          e.time,
          e.kind,
          e.i,
          e.i * 2,
        ])
      }
      expect(queue.pop()).toBe(false)
      expect(queue.peekTime()).toBe(Infinity)
    }),
  )
})

test('times near the limit of exact integers keep their order', () => {
  const queue = new EventQueue()
  queue.push(Number.MAX_SAFE_INTEGER, 0, 1, 0)
  queue.push(Number.MAX_SAFE_INTEGER - 1, 0, 2, 0)
  queue.pop()
  expect(queue.poppedArg).toBe(2)
})
