// The real-time class in whole simulations: who runs before whom, where, for how long, and that nothing is lost.
import { describe, expect, it } from 'vitest'
import { hog, runSpec, taskOf } from '../../../tests/support/run-specs'
import { policies, simulate, type RunResult, type RunSpec, type Step, type TaskSpec } from '../../index'

const MS = 1_000_000

function run(spec: RunSpec): RunResult {
  const result = simulate(spec)
  if (result === null) throw new Error('stopped')
  return result
}

const msOf = (result: RunResult): number[] => result.tasks.map(({ cpuTimeNs }) => cpuTimeNs / MS)

const forEver = (...body: Step[]): Step[] => [{ op: 'loop', count: -1, body }]
const periodic = (runMs: number, periodMs: number, given: Partial<TaskSpec> = {}): TaskSpec =>
  taskOf({
    policy: 'fifo',
    ...given,
    program: forEver(
      { op: 'run', ns: runMs * MS },
      { op: 'timer', ref: `unique-${given.name ?? 't'}`, periodNs: periodMs * MS, mode: 'absolute' },
    ),
  })
const rtHog = (given: Partial<TaskSpec> = {}): TaskSpec => hog({ policy: 'fifo', ...given })

for (const { id: policy } of policies) {
  describe(`above ${policy}`, () => {
    const simulated = (tasks: readonly TaskSpec[], given: Parameters<typeof runSpec>[1] = {}): RunResult =>
      run(runSpec(tasks, { policy, hz: 1000, ...given }))

    it('a hog leaves fair tasks 5 % of each second, and all where they sleep', () => {
      expect(msOf(simulated([rtHog(), hog()], { durationNs: 4e9 }))).toEqual([3800, 200])
      expect(msOf(simulated([rtHog()], { durationNs: 4e9 }))).toEqual([4000])
    })

    it('no throttling below 950 ms in a second', () => {
      const result = simulated([periodic(90, 100), hog()], { durationNs: 4e9 })
      expect(msOf(result)).toEqual([3600, 400])
      expect(result.tasks[0]!.waitNs.max).toBe(0)
    })

    it('the throttle counts only while fair tasks wait, and stands back while they sleep', () => {
      // The fair task wants 10 ms, for the first time after 500 ms: that is when its second begins.
      const sleeper = taskOf({ startNs: 500 * MS, program: [{ op: 'run', ns: 10 * MS }] })
      const result = simulated([rtHog(), sleeper], { durationNs: 3e9 })
      expect(result.tasks[1]!.wakeupLatencyNs.max).toBe(950 * MS)
      expect(msOf(result)).toEqual([2990, 10])
    })

    it('a periodic task beside hogs runs at once', () => {
      const result = simulated([hog(), hog({ nice: -20 }), periodic(1, 7)], { durationNs: 2e9 })
      expect(result.tasks[2]!.wakeupLatencyNs.max).toBe(0)
      expect(result.tasks[2]!.involuntarySwitches).toBe(0)
      expect(result.activations.late).toBe(0)
    })

    it('the higher priority first, whatever the order', () => {
      const tasks = [1, 50, 99].map((rtPriority) => rtHog({ rtPriority }))
      expect(msOf(simulated([...tasks, hog()], { durationNs: 2e9 }))).toEqual([0, 0, 1900, 100])
      expect(msOf(simulated([...tasks].reverse()))).toEqual([1000, 0, 0])
    })

    it('a lower one waits for a higher one and takes its place again before its equals', () => {
      // a runs first; high preempts it at 10 ms for 5 ms; then a goes on until it is done, and only then b.
      const finite = (name: string, ms: number, given: Partial<TaskSpec> = {}): TaskSpec =>
        taskOf({ name, policy: 'fifo', ...given, program: [{ op: 'run', ns: ms * MS }] })
      const high = finite('high', 5, { rtPriority: 2, startNs: 10 * MS })
      const result = simulated([finite('a', 20), finite('b', 20), high], { durationNs: 30 * MS })
      expect(msOf(result)).toEqual([20, 5, 5])
    })

    it('fifo runs until it blocks; rr takes turns of 100 ms with its equals only', () => {
      expect(msOf(simulated([rtHog(), rtHog()]))).toEqual([1000, 0])
      const rr = (): TaskSpec => rtHog({ policy: 'rr' })
      const turns = simulated([rr(), rr(), rtHog({ policy: 'rr', rtPriority: 2, startNs: 600 * MS })])
      expect(msOf(turns)).toEqual([300, 300, 400])
      expect(turns.tasks[1]!.waitNs.max).toBe(100 * MS)
      expect(simulated([rr(), rr()], { hz: 300 }).tasks[0]!.runNs).toMatchObject({ max: 99_999_990 })
      expect(msOf(simulated([rr(), rtHog()]))).toEqual([100, 900])
    })

    it('yield goes behind the equals, and keeps the CPU where there are none', () => {
      const yielder = taskOf({ policy: 'fifo', program: forEver({ op: 'run', ns: MS }, { op: 'yield' }) })
      expect(msOf(simulated([yielder, yielder]))).toEqual([500, 500])
      expect(msOf(simulated([yielder, hog()], { durationNs: 900 * MS }))).toEqual([900, 0])
    })

    it('shares of the fair tasks below follow the weights', () => {
      const result = simulated([hog(), hog({ nice: 5 }), periodic(3, 10)], { durationNs: 20e9 })
      const [first, second, real] = msOf(result)
      expect(real).toBe(6000)
      expect(first! + second!).toBe(14_000)
      expect(first! / second! / (1024 / 335)).toBeCloseTo(1, 1)
    })

    it('a fair task is charged when a real-time task takes the CPU, though no tick ever finds it', () => {
      // Ticks come every 10 ms, always while the real-time task runs.
      const result = simulated([hog(), hog({ nice: 5 }), periodic(6, 10, { startNs: 9 * MS })], {
        hz: 100,
        durationNs: 10e9,
      })
      const [first, second] = msOf(result)
      expect(first! / second! / (1024 / 335)).toBeCloseTo(1, 1)
    })

    it('a task that becomes real-time and fair again is each in its time', () => {
      const changer = taskOf({
        program: forEver(
          { op: 'setPolicy', policy: 'fifo', rtPriority: 7 },
          { op: 'run', ns: 20 * MS },
          { op: 'setPolicy', policy: 'other' },
          { op: 'run', ns: 20 * MS },
        ),
      })
      // In its fair time it has half of the CPU.
      const [first, second] = msOf(simulated([changer, hog()], { durationNs: 12e9 }))
      expect(first! / 12_000).toBeCloseTo(2 / 3, 1)
      expect(first! + second!).toBe(12_000)
      const higher = periodic(10, 40, { rtPriority: 9 })
      expect(simulated([changer, higher, hog()]).tasks[1]!.wakeupLatencyNs.max).toBe(0)
    })

    it('its decisions are recorded with their rule', () => {
      const spec = runSpec([hog(), periodic(1, 10, { rtPriority: 42 })], { policy, durationNs: 100 * MS })
      const { decisions } = run({ ...spec, record: { decisions: true } })
      const rules = new Set(Array.from(decisions!.rule, (rule) => decisions!.texts[rule]))
      expect(rules).toContain('real-time, priority 42')
      const byTask = Array.from(decisions!.picked).filter((task) => task === 1)
      expect(byTask.length).toBeGreaterThanOrEqual(10)
    })

    it('lowering its own priority lets a waiting one in', () => {
      const lowers = taskOf({
        policy: 'rr',
        rtPriority: 9,
        program: [
          { op: 'run', ns: 10 * MS },
          { op: 'setPolicy', policy: 'rr', rtPriority: 3 },
          { op: 'run', ns: 1e15 },
        ],
      })
      const result = simulated([lowers, rtHog({ rtPriority: 4 })], { durationNs: 100 * MS })
      expect(msOf(result)).toEqual([10, 90])
    })
  })

  describe(`on several CPUs above ${policy}`, () => {
    const simulated = (tasks: readonly TaskSpec[], given: Parameters<typeof runSpec>[1] = {}): RunResult =>
      run(runSpec(tasks, { policy, hz: 1000, cpus: 2, ...given }))

    it('a wakee goes where no real-time task is', () => {
      const result = simulated([rtHog({ affinity: [0] }), periodic(2, 10), hog({ affinity: [1] })])
      expect(result.tasks[1]!.wakeupLatencyNs.max).toBe(0)
      expect(result.tasks[1]!.migrations).toBeLessThanOrEqual(1)
      expect(msOf(result)).toEqual([1000, 200, 800])
    })

    it('a wakee takes the lowest priority where all CPUs are real-time', () => {
      const tasks = [
        rtHog({ rtPriority: 20, affinity: [0] }),
        rtHog({ rtPriority: 10, affinity: [1] }),
        periodic(2, 10, { rtPriority: 30, startNs: MS }),
      ]
      const result = simulated(tasks, { durationNs: 101 * MS })
      expect(msOf(result)).toEqual([101, 81, 20])
    })

    it('one that is preempted goes on elsewhere, and a CPU that falls lower takes a waiting one', () => {
      // Pinned to CPU 0, the high one pushes the low one to CPU 1, where a fair hog gives way.
      const pinned = periodic(50, 100, { rtPriority: 9, affinity: [0], startNs: 10 * MS })
      const result = simulated([rtHog(), pinned, hog({ affinity: [1] })], { durationNs: 900 * MS })
      expect(result.tasks[0]!.cpuTimeNs).toBe(900 * MS)
      expect(result.tasks[0]!.waitNs.max).toBe(0)
      // Two high ones leave at 30 ms; the low one was waiting.
      const short = taskOf({ policy: 'fifo', rtPriority: 5, program: [{ op: 'run', ns: 30 * MS }] })
      const waited = simulated([short, short, rtHog({ affinity: [1] }), hog({ affinity: [0] })], {
        durationNs: 50 * MS,
      })
      expect(msOf(waited)).toEqual([30, 30, 20, 20])
    })

    it('a CPU takes the highest waiting one, from wherever it is', () => {
      const tasks = [
        rtHog({ rtPriority: 10, affinity: [0] }),
        taskOf({ policy: 'fifo', rtPriority: 20, affinity: [1], program: [{ op: 'run', ns: 30 * MS }] }),
        rtHog({ rtPriority: 9, startNs: MS }),
        rtHog({ rtPriority: 3, affinity: [1] }),
      ]
      expect(msOf(simulated(tasks, { durationNs: 100 * MS }))).toEqual([100, 30, 70, 0])
    })

    it('no CPU is idle while a real-time task waits that may run there', () => {
      for (const [hogs, cpus] of [
        [2, 2],
        [3, 2],
        [7, 4],
      ] as const) {
        const result = simulated(
          Array.from({ length: hogs }, () => rtHog({ policy: 'rr' })),
          { cpus, durationNs: 2e9 },
        )
        expect(result.cpus.every(({ busyNs }) => busyNs === 2e9)).toBe(true)
      }
    })

    it('a fair task behind a real-time hog is pulled by an idle CPU', () => {
      const tasks = [hog(), rtHog({ affinity: [0], startNs: 10 * MS })]
      const result = simulated(tasks)
      expect(result.tasks[0]!.cpuTimeNs).toBeGreaterThan(950 * MS)
      expect(result.tasks[0]!.migrations).toBe(1)
    })

    it('a change of affinity moves it at once', () => {
      const mover = taskOf({
        policy: 'fifo',
        program: forEver(
          { op: 'setAffinity', cpus: [0] },
          { op: 'run', ns: 5 * MS },
          { op: 'setAffinity', cpus: [1] },
          { op: 'run', ns: 5 * MS },
        ),
      })
      const result = simulated([mover, hog({ affinity: [0] }), hog({ affinity: [1] })])
      expect(msOf(result)).toEqual([1000, 500, 500])
    })
  })
}
