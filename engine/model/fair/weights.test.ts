// Weights and fixed-point scaling, held to the vectors and to exact integer arithmetic.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { POLICY_IDLE, POLICY_OTHER } from '../../core/task-table'
import { vector } from '../../../tests/support/vectors'
import { tickLengthNs } from './tunable-scaling'
import { FairEntities } from './fair-entities'
import {
  applyFactor,
  buildFactor,
  floorDiv,
  IDLE_INVERSE_WEIGHT,
  IDLE_WEIGHT,
  niceInverseWeights,
  niceWeights,
  truncDiv,
} from './weights'

test('T01: weights and their inverses', () => {
  const { expected } = vector<
    unknown,
    { weight: number[]; inv: number[]; sched_idle: { weight: number; inv: number } }
  >('T01')
  expect(niceWeights).toEqual(expected.weight)
  expect(niceInverseWeights).toEqual(expected.inv)
  expect({ weight: IDLE_WEIGHT, inv: IDLE_INVERSE_WEIGHT }).toEqual(expected.sched_idle)
})

test('T06: tick length', () => {
  const { inputs, expected } = vector<{ hz: number[] }, { tick_nsec: number[] }>('T06')
  expect(inputs.hz.map(tickLengthNs)).toEqual(expected.tick_nsec)
})

for (const id of ['T02', 'T03']) {
  const { title, expected } = vector<unknown, Record<string, unknown>>(id)
  test(`${id}: ${title}`, () => {
    const e = new FairEntities()
    e.ensure(1)
    const list = Object.values(expected).find((v) => Array.isArray(v) && v.length === 40) as number[]
    const ns = id === 'T02' ? 1_000_000 : 3_000_000
    const got = list.map((_, i) => {
      e.setTaskWeight(0, i - 20, POLICY_OTHER)
      return e.toVirtual(0, ns)
    })
    expect(got).toEqual(list)
  })
}

/** The definition, in big integers: the numerator and then the product are cut to 32 bits, each cut lowers the shift. */
function reference(delta: bigint, numerator: bigint, inverse: bigint): bigint {
  let f = numerator
  let shift = 32n
  const cut = (): void => {
    while (f >> 32n) {
      f >>= 1n
      shift--
    }
  }
  cut()
  f *= inverse
  cut()
  return (delta * f) >> shift
}

test('scaling is exact for every delta below 2^53', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: 2, max: 4_000_000_000 }),
      fc.integer({ min: 1, max: 4_294_967_295 }),
      (delta, numerator, inverse) => {
        const { mantissa, shift } = buildFactor(numerator, inverse)
        fc.pre(shift >= 16)
        const want = reference(BigInt(delta), BigInt(numerator), BigInt(inverse))
        expect(BigInt(applyFactor(delta, mantissa, shift))).toBe(BigInt(Number(want)))
      },
    ),
  )
})

test('every weight of the table scales with a shift that applyFactor takes', () => {
  for (let nice = -20; nice < 20; nice++)
    expect(buildFactor(1024, niceInverseWeights[nice + 20]!).shift).toBeGreaterThanOrEqual(16)
  expect(buildFactor(1024, IDLE_INVERSE_WEIGHT).shift).toBeGreaterThanOrEqual(16)
  const e = new FairEntities()
  e.ensure(1)
  e.setTaskWeight(0, 5, POLICY_IDLE)
  expect(e.weight[0]).toBe(3)
})

test('divisions round as their names say', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 100_000_000 }), (a, b) => {
      const exact = BigInt(a) / BigInt(b)
      const floor = exact * BigInt(b) > BigInt(a) ? exact - 1n : exact
      expect(BigInt(floorDiv(a, b))).toBe(floor)
      expect(BigInt(truncDiv(a, b))).toBe(exact)
    }),
  )
})
