// Random streams: independence by name, and the distributions.
import { expect, test } from 'vitest'
import { RandomStream } from './random'

const draw = (seed: number, name: string, n = 4): number[] => {
  const stream = new RandomStream(seed, name)
  return Array.from({ length: n }, () => stream.uint32())
}

test('a stream depends on its seed and its name, and on nothing else', () => {
  expect(draw(1, 'a')).toEqual(draw(1, 'a'))
  expect(draw(1, 'a')).not.toEqual(draw(2, 'a'))
  expect(draw(1, 'a')).not.toEqual(draw(1, 'b'))
  expect(draw(4294967296, 'a')).not.toEqual(draw(0, 'a'))
})

test('values are even: mean, variance and every sixteenth', () => {
  const stream = new RandomStream(7, 'even')
  const n = 200_000
  let sum = 0
  let squares = 0
  const bins = new Array<number>(16).fill(0)
  for (let i = 0; i < n; i++) {
    const u = stream.unit()
    sum += u
    squares += u * u
    bins[Math.floor(u * 16)]!++
  }
  // Five standard errors.
  expect(Math.abs(sum / n - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / n))
  expect(Math.abs(squares / n - 1 / 3)).toBeLessThan(0.004)
  const chiSquare = bins.reduce((x, count) => x + (count - n / 16) ** 2 / (n / 16), 0)
  expect(chiSquare).toBeLessThan(45)
})

test('exponential values have their mean and are whole and positive', () => {
  const stream = new RandomStream(3, 'exp')
  let sum = 0
  for (let i = 0; i < 100_000; i++) {
    const v = stream.exponential(5_000)
    expect(Number.isInteger(v) && v > 0).toBe(true)
    sum += v
  }
  expect(Math.abs(sum / 100_000 - 5_000)).toBeLessThan(100)
})

test('between covers both ends', () => {
  const stream = new RandomStream(1, 'between')
  const seen = new Set(Array.from({ length: 200 }, () => stream.between(3, 5)))
  expect([...seen].sort()).toEqual([3, 4, 5])
  expect(stream.between(9, 9)).toBe(9)
})

test('a unit is made of the next two draws', () => {
  const units = new RandomStream(3, 'same')
  const words = new RandomStream(3, 'same')
  for (let i = 0; i < 1000; i++) {
    const high = words.uint32() >>> 5
    const low = words.uint32() >>> 6
    expect(units.unit()).toBe((high * 2 ** 26 + low) / 2 ** 53)
  }
})
