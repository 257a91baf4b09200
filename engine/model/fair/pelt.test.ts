// Load tracking, held to the vectors and to what attaching and detaching must leave.
import { expect, test } from 'vitest'
import { vector } from '../../../tests/support/vectors'
import { PeltTable } from './pelt'
import { UtilEstimates } from './util-estimates'

const PERIOD_NS = 1_048_576
const within = (got: readonly number[], expected: readonly number[], tolerance: number): void => {
  expect(got.length).toBe(expected.length)
  got.forEach((value, i) => {
    expect(Math.abs(Math.floor(value) - expected[i]!)).toBeLessThanOrEqual(tolerance)
  })
}

test('T66 and T67: utilisation of a task that runs, then sleeps', () => {
  const rising = vector<{ sample_every_pelt_periods: number }, { util_avg: number[] }>('T66')
  const falling = vector<unknown, { util_avg: number[] }>('T67')
  const table = new PeltTable(1)
  const step = rising.inputs.sample_every_pelt_periods
  let period = 0
  const sample = (running: number): number => {
    for (let i = 0; i < step; i++) table.update(0, ++period * PERIOD_NS, 1024, 1, running, 1024)
    return table.util(0)
  }
  within(
    rising.expected.util_avg.map(() => sample(1)),
    rising.expected.util_avg,
    1,
  )
  within(
    falling.expected.util_avg.map(() => sample(0)),
    falling.expected.util_avg,
    1,
  )
})

test('T66: one update over the whole time gives the same', () => {
  const { expected } = vector<unknown, { util_avg: number[] }>('T66')
  const got = expected.util_avg.map((_, i) => {
    const table = new PeltTable(1)
    table.update(0, (i + 1) * 16 * PERIOD_NS, 1024, 1, 1, 1024)
    return table.util(0)
  })
  within(got, expected.util_avg, 1)
})

test('T68: duty cycle in its steady state', () => {
  const { inputs, expected } = vector<
    { run_ms: number; sleep_ms: number; cycles: number },
    { util_at_sleep: number; util_at_wakeup: number }
  >('T68')
  const table = new PeltTable(1)
  let now = 0
  let atSleep = 0
  for (let i = 0; i < inputs.cycles; i++) {
    table.update(0, (now += inputs.run_ms * 1e6), 1024, 1, 1, 1024)
    atSleep = table.util(0)
    table.update(0, (now += inputs.sleep_ms * 1e6), 0, 0, 0, 1024)
  }
  within([atSleep, table.util(0)], [expected.util_at_sleep, expected.util_at_wakeup], 1)
})

test('load follows weight, runnable the number of tasks, utilisation the capacity', () => {
  const table = new PeltTable(1)
  table.update(0, 1e9, 3000, 3, 1, 512)
  expect(table.load(0)).toBeCloseTo(3000, -1)
  expect(table.runnable(0)).toBeCloseTo(3072, -1)
  expect(table.util(0)).toBeCloseTo(512, 0)
})

test('less than 1024 ns changes nothing and is not lost', () => {
  const table = new PeltTable(1)
  for (let now = 0; now <= 1e8; now += 700) table.update(0, now, 1024, 1, 1, 1024)
  const once = new PeltTable(1)
  once.update(0, 1e8, 1024, 1, 1, 1024)
  expect(Math.abs(table.util(0) - once.util(0))).toBeLessThan(1)
  expect(table.update(0, 1e8 + 100, 1024, 1, 1, 1024)).toBe(false)
})

test('a queue is the sum of its tasks, and what leaves takes its part', () => {
  const queues = new PeltTable(1)
  const tasks = new PeltTable()
  tasks.ensure(2)
  const at = (now: number, running: number): void => {
    queues.update(0, now, 1024 + 512, 2, 1, 1024)
    tasks.update(0, now, 1024, 1, 1 - running, 1024)
    tasks.update(1, now, 512, 1, running, 1024)
  }
  queues.update(0, 5_000_300, 0, 0, 0, 1024)
  tasks.initTask(0, 1024, queues, 0, 1024)
  expect(tasks.load(0)).toBeCloseTo(1024, 0)
  expect(tasks.util(0)).toBeCloseTo(512, 0)
  queues.attach(0, tasks, 0)
  tasks.initTask(1, 512, queues, 0, 1024)
  // Half of what is left: (1024 - 512) / 2; its share of the queue's would be 512 * 512 / 1025.
  expect(tasks.util(1)).toBeCloseTo((512 * 512) / 1025, 0)
  queues.attach(0, tasks, 1)
  for (let i = 1; i < 40; i++) at(5_000_300 + i * 3_777_777, i % 3 === 0 ? 1 : 0)
  expect(queues.load(0)).toBeCloseTo(tasks.load(0) + tasks.load(1), 0)
  expect(queues.util(0)).toBeCloseTo(tasks.util(0) + tasks.util(1), 0)
  const left = tasks.util(1)
  queues.detach(0, tasks, 0)
  expect(queues.util(0)).toBeCloseTo(left, 0)
  tasks.reweight(0, 1024, 2048)
  expect(tasks.load(0)).toBeCloseTo(2048, -1)
})

test('an estimate rises at once, falls by a quarter and ignores small and forced changes', () => {
  const estimates = new UtilEstimates(1, true)
  estimates.ensure(1)
  estimates.sleeps(0, 400, 400, 1024)
  expect(estimates.of(0)).toBe(400)
  estimates.sleeps(0, 200, 200, 1024)
  expect(estimates.of(0)).toBe(350)
  estimates.sleeps(0, 345, 345, 1024)
  estimates.sleeps(0, 100, 300, 1024)
  estimates.sleeps(0, 300, 300, 256)
  expect(estimates.of(0)).toBe(350)
  estimates.add(0, 0)
  expect(estimates.onCpu(0)).toBe(350)
  estimates.remove(0, 0)
  expect(estimates.onCpu(0)).toBe(0)
  const off = new UtilEstimates(1, false)
  off.ensure(1)
  off.sleeps(0, 400, 400, 1024)
  expect(off.of(0)).toBe(0)
})
