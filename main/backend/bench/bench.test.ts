// The bench on short runs: its figures belong together, its runs are the same each time, and its loads are what they
// are said to be. How fast the engine is, is for the command to say: a test on a shared machine cannot.
import { describe, expect, test } from 'vitest'
import { simulate, type RunResult } from '../../../engine'
import { buildBenchSpec, benchCases, memoryCase, type BenchCase } from './cases'
import { runBench } from '.'

const shorter = (benchCase: BenchCase): BenchCase => ({ ...benchCase, durationNs: benchCase.durationNs / 50 })
const caseOf = (id: string): BenchCase => shorter(benchCases.find((c) => c.id === id)!)
const resultOf = (benchCase: BenchCase, policy = 'eevdf'): RunResult =>
  simulate(buildBenchSpec(benchCase, policy))!

test('figures belong together, and rates are of CPU time', () => {
  const titles: string[] = []
  const result = runBench({
    policy: 'eevdf',
    cases: ['b4', 'b'].map(caseOf),
    memory: shorter(memoryCase),
    repetitions: 3,
    holds: 20_000,
    onStep: (title) => titles.push(title),
  })
  expect(titles).toHaveLength(3)
  expect(result.cases.map(({ id, tasks }) => [id, tasks])).toEqual([
    ['b4', 8],
    ['b', 128],
  ])
  for (const c of result.cases) {
    expect(c.events).toBeGreaterThan(1000)
    expect(c.eventsPerSecond * c.seconds).toBeCloseTo(c.events, 3)
    expect(c.ratioToHold).toBeCloseTo(c.eventsPerSecond / c.holdPerSecond, 9)
    // A tick waits for each busy CPU, and little beside the ends of bursts and of sleeps.
    expect(c.queueLength).toBeGreaterThan(c.cpus)
    expect(c.queueLength).toBeLessThan(5 * c.cpus)
  }
  const [small, large] = result.cases
  expect(result.slowdownFrom4To64Cpus).toBe(small!.eventsPerSecond / large!.eventsPerSecond)
  expect(result.memoryMb).toBe(result.memory?.rssMb)
  expect(result.memoryMb).toBeLessThan(2000)
})

test('what was not measured is null', () => {
  const options = { policy: 'cfs', memory: null, repetitions: 1, holds: 1000, onStep: () => undefined }
  const result = runBench({ ...options, cases: [caseOf('d')] })
  expect(result).toMatchObject({ slowdownFrom4To64Cpus: null, memoryMb: null, memory: null })
})

describe.each(['eevdf', 'cfs'])('%s', (policy) => {
  test.each(benchCases.map(({ id }) => id))(
    'case %s has no idle CPU for long and a digest of its own',
    (id) => {
      const result = resultOf(caseOf(id), policy)
      expect(result.outcome).toBe('completed')
      expect(resultOf(caseOf(id), policy).digest).toBe(result.digest)
      const busy = result.cpus.reduce((sum, cpu) => sum + cpu.busyNs, 0) / result.cpus.length
      expect(busy / result.simulatedNs).toBeGreaterThan(0.8)
    },
  )
})

test('senders and receivers of messages get as much done, and wait for each other', () => {
  const { tasks } = resultOf({ ...caseOf('a'), durationNs: 2e9 })
  expect(tasks).toHaveLength(160)
  for (const { name, voluntarySwitches, cpuTimeNs } of tasks) {
    expect(cpuTimeNs, name).toBeGreaterThan(0)
    expect(voluntarySwitches, name).toBeGreaterThan(10)
  }
  const share = (side: string): number =>
    tasks.filter(({ name }) => name.startsWith(side)).reduce((sum, { cpuShare }) => sum + cpuShare, 0)
  // A message costs a sender and a receiver the same.
  expect(share('send') / share('recv')).toBeGreaterThan(0.9)
  expect(share('send') / share('recv')).toBeLessThan(1.15)
})
