// Lines of waiting tasks and kept signals, held to plain lists.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WaitingLines } from './waiting-lines'

const CONDITIONS = 70

test('the longest waiting comes first, and a signal that nobody waits for is kept', () => {
  const condition = fc.integer({ min: 0, max: CONDITIONS - 1 })
  const step = fc.record({ do: fc.constantFrom('wait', 'signal'), condition })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const lines = new WaitingLines()
      const kept = new Array<number>(CONDITIONS).fill(0)
      const waiting = Array.from({ length: CONDITIONS }, (): number[] => [])
      steps.forEach((s, task) => {
        const line = waiting[s.condition]!
        if (s.do === 'wait') {
          const isKept = kept[s.condition]! > 0
          expect(lines.take(s.condition, task)).toBe(isKept)
          if (isKept) kept[s.condition]!--
          else line.push(task)
          return
        }
        const next = line.shift() ?? -1
        expect(lines.shift(s.condition)).toBe(next)
        if (next >= 0) return
        lines.keep(s.condition)
        kept[s.condition]!++
      })
    }),
  )
})
