// The searches held to the definition on random queues: the eligible entity with the earliest deadline.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RandomStream } from '../../core/random'
import { POLICY_OTHER } from '../../core/task-table'
import { vector } from '../../../tests/support/vectors'
import { FakePolicyHost } from '../../../tests/fakes/policy-host'
import { paramsOf } from '../../../tests/support/run-specs'
import { EevdfEntities } from './eevdf-entities'
import { EevdfQueue } from './eevdf-queue'
import { settingsOf } from './profile'

interface Row {
  readonly nice: number
  readonly vruntime: number
  readonly request: number
  /** Part of the request that is still to be served, 0..1. */
  readonly left?: number
}

/** A queue of these in order of insertion; the first runs where `running`. */
function queueOf(rows: readonly Row[], kernel: string, running = false) {
  const host = new FakePolicyHost()
  const e = new EevdfEntities()
  e.ensure(rows.length)
  const settings = settingsOf(paramsOf('eevdf', 1, { kernel, runToParity: false }), host.tickNs)
  const queue = new EevdfQueue(e, { ...settings, protection: 'stash' }, 0)
  rows.forEach((row, i) => {
    e.setTaskWeight(i, row.nice, POLICY_OTHER)
    e.setSlice(i, row.request)
    e.vruntime[i] = row.vruntime
    e.deadline[i] = row.vruntime + Math.round(e.toVirtual(i, row.request) * (row.left ?? 1))
    if (running && i === 0) {
      queue.current = 0
      queue.currentOnQueue = true
    } else queue.insert(i)
  })
  return { e, queue }
}

/** By definition, in big integers: eligible without division, then the earliest deadline. */
function definition({ e, queue }: ReturnType<typeof queueOf>, rows: readonly Row[]): number {
  let weight = 0n
  let sum = 0n
  rows.forEach((_, i) => {
    weight += BigInt(e.weight[i]!)
    sum += BigInt(e.weight[i]!) * BigInt(e.vruntime[i]!)
  })
  let best = -1
  for (let i = 0; i < rows.length; i++) {
    if (BigInt(e.vruntime[i]!) * weight > sum) continue
    if (best < 0 || e.deadline[i]! < e.deadline[best]!) best = i
    else if (e.deadline[i] === e.deadline[best] && best === 0 && queue.current === 0) best = i
  }
  return best
}

const rowArbitrary = fc.record({
  nice: fc.integer({ min: -20, max: 19 }),
  vruntime: fc.integer({ min: -4_000_000, max: 4_000_000 }),
  request: fc.integer({ min: 100_000, max: 6_000_000 }),
})

test('any queue: the pick is the definition, in every kernel but 6.6-rc', () => {
  fc.assert(
    fc.property(fc.array(rowArbitrary, { minLength: 1, maxLength: 12 }), fc.boolean(), (rows, running) => {
      for (const kernel of ['6.6', '6.8', '6.12', '6.15', '6.18', '7.0']) {
        const made = queueOf(rows, kernel, running)
        const [picked, want] = [made.queue.pickWithin(true, false), definition(made, rows)]
        // 6.6 breaks ties by the shape of its tree.
        if (kernel === '6.6') expect(made.e.deadline[picked]).toBe(made.e.deadline[want])
        else expect(picked).toBe(want)
        expect(made.queue.isEligible(picked)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('T35: the defective search of 6.6-rc misses now and then, and always picks an eligible entity', () => {
  const { expected } = vector<unknown, { wrong_percent: number }>('T35')
  const random = new RandomStream(20231003, 'queues')
  let wrong = 0
  const cases = 10_000
  for (let n = 0; n < cases; n++) {
    const rows = Array.from({ length: random.between(3, 9) }, (): Row => {
      const nice = [0, 5][random.between(0, 1)]!
      return {
        nice,
        vruntime: random.between(-3_000, 3_000) * 1_000,
        request: 3_000_000,
        left: random.unit(),
      }
    })
    const [defective, sound] = [queueOf(rows, '6.6-rc'), queueOf(rows, '6.6')]
    const [a, b] = [defective.queue.pickWithin(true, false), sound.queue.pickWithin(true, false)]
    expect(defective.queue.isEligible(a)).toBe(true)
    expect(defective.e.deadline[a]).toBeGreaterThanOrEqual(sound.e.deadline[b]!)
    if (defective.e.deadline[a] !== sound.e.deadline[b]) wrong++
  }
  // The rate depends on the queues: the vector's generator, which is not known, gave 0.53 %, this one gives about 2 %.
  const percent = (100 * wrong) / cases
  expect(percent).toBeGreaterThan(expected.wrong_percent / 4)
  expect(percent).toBeLessThan(expected.wrong_percent * 8)
})
