// What must hold for every policy: work is conserved, nothing is lost, shares follow weights, queueing theory agrees,
// and the same spec gives the same bytes.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hog, runSpec, taskOf } from '../tests/support/run-specs'
import { policies, simulate, type RunResult, type RunSpec, type Step, type TaskSpec } from './index'
import { idealCosts, tracedVmCosts } from './model/cost-presets'
import { niceWeights } from './model/fair/weights'

function run(spec: RunSpec): RunResult {
  const result = simulate(spec)
  if (result === null) throw new Error('stopped')
  return result
}

const busy = (r: RunResult): number => r.cpus.reduce((sum, cpu) => sum + cpu.busyNs, 0)

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 20_000_000 }).map((ns): Step => ({ op: 'run', ns })),
  fc.integer({ min: 1, max: 20_000_000 }).map((ns): Step => ({ op: 'sleep', ns })),
  fc.constant<Step>({ op: 'yield' }),
  fc.integer({ min: -20, max: 19 }).map((nice): Step => ({ op: 'setNice', nice })),
  fc.constantFrom('a', 'b').map((name): Step => ({ op: 'signal', name })),
  fc.constantFrom<Step>({ op: 'setPolicy', policy: 'idle' }, { op: 'setPolicy', policy: 'other' }),
  fc.constantFrom<Step>({ op: 'setAffinity', cpus: [0] }, { op: 'setAffinity', cpus: null }),
)

/** A task that runs its steps for ever; a run of 1 ms keeps every turn of the loop from being empty. */
const taskArbitrary: fc.Arbitrary<TaskSpec> = fc
  .record({
    nice: fc.integer({ min: -20, max: 19 }),
    startNs: fc.integer({ min: 0, max: 50_000_000 }),
    sliceNs: fc.option(fc.integer({ min: 100_000, max: 20_000_000 })),
    steps: fc.array(stepArbitrary, { minLength: 1, maxLength: 8 }),
    waits: fc.boolean(),
  })
  .map(({ nice, startNs, sliceNs, steps, waits }) =>
    taskOf({
      nice,
      startNs,
      sliceNs,
      program: [
        {
          op: 'loop',
          count: -1,
          body: [
            ...steps,
            { op: 'run', ns: 1_000_000 },
            ...(waits ? [{ op: 'wait', name: 'a' } as const] : []),
          ],
        },
      ],
    }),
  )

for (const { id: policy } of policies) {
  describe(policy, () => {
    test('any workload: no CPU time is lost or made up, waits and shares are sound, the same again', () => {
      fc.assert(
        fc.property(
          fc.array(taskArbitrary, { minLength: 1, maxLength: 12 }),
          fc.integer({ min: 1, max: 5 }),
          fc.constantFrom<(100 | 250 | 300 | 1000)[]>(100, 250, 300, 1000),
          fc.boolean(),
          (tasks, cpus, hz, costly) => {
            const machine = costly ? { costs: tracedVmCosts, tickPhaseNs: null } : {}
            const spec = runSpec(tasks, { policy, cpus, hz, durationNs: 300_000_000, machine })
            const r = run(spec)
            const used = r.tasks.reduce((sum, t) => sum + t.cpuTimeNs, 0)
            expect(used + r.counters.kernelThreadsNs).toBe(busy(r))
            for (const cpu of r.cpus) expect(cpu.busyNs).toBeLessThanOrEqual(spec.durationNs)
            for (const t of r.tasks) {
              expect(t.cpuTimeNs).toBeGreaterThanOrEqual(0)
              expect(t.cpuShare).toBeLessThanOrEqual(1)
              if (t.waitNs.max !== null) expect(t.waitNs.max).toBeLessThanOrEqual(spec.durationNs)
            }
            expect(run(spec)).toEqual(r)
          },
        ),
        { numRuns: 60 },
      )
    })

    test('work is conserved: as many hogs as CPUs or more keep all CPUs busy', () => {
      for (const [hogs, cpus] of [
        [1, 1],
        [4, 4],
        [7, 4],
        [9, 3],
      ] as const) {
        const r = run(
          runSpec(
            Array.from({ length: hogs }, () => hog()),
            { policy, cpus },
          ),
        )
        expect(busy(r)).toBe(cpus * 1e9)
      }
    })

    test('an idle CPU takes waiting tasks that were bound elsewhere first', () => {
      // Both start bound to CPU 0; after 100 ms the second may go anywhere.
      const late = taskOf({
        name: 'late',
        affinity: [0],
        program: [
          { op: 'run', ns: 50_000_000 },
          { op: 'setAffinity', cpus: null },
          { op: 'run', ns: 1e15 },
        ],
      })
      const r = run(runSpec([hog({ affinity: [0] }), late], { policy, cpus: 2, durationNs: 2e9 }))
      expect(busy(r)).toBeGreaterThan(3.8e9)
      expect(r.tasks[1]!.migrations).toBeGreaterThan(0)
    })

    test('a wakee goes to an idle CPU, unless it must stay', () => {
      const sleeper = taskOf({
        name: 'sleeper',
        program: [
          {
            op: 'loop',
            count: -1,
            body: [
              { op: 'run', ns: 1e6 },
              { op: 'sleep', ns: 9e6 },
            ],
          },
        ],
      })
      const tasks = [hog({ affinity: [0] }), sleeper]
      const stock = run(runSpec(tasks, { policy, cpus: 2 }))
      expect(stock.tasks[1]!.wakeupLatencyNs.max).toBe(0)
      const pinned = run(runSpec([tasks[0]!, { ...sleeper, affinity: [0] }], { policy, cpus: 2 }))
      expect(pinned.tasks[1]!.wakeupLatencyNs.max).toBeGreaterThan(0)
      expect(pinned.cpus[1]!.busyNs).toBe(0)
    })

    test('shares of hogs follow the weights', () => {
      for (const nices of [
        [0, 0, 0],
        [-4, 0],
        [-10, 0, 10],
        [5, 19],
      ]) {
        const r = run(
          runSpec(
            nices.map((nice) => hog({ nice })),
            { policy, hz: 1000, durationNs: 20e9 },
          ),
        )
        const total = nices.reduce((sum, nice) => sum + niceWeights[nice + 20]!, 0)
        r.tasks.forEach((t, i) => {
          expect(Math.abs(t.cpuShare - niceWeights[nices[i]! + 20]! / total)).toBeLessThan(0.004)
        })
      }
    })

    test('a finite program runs to its end and exits: work done is work asked for', () => {
      const tasks = [3, 5, 7].map((ms) =>
        taskOf({
          program: [
            {
              op: 'loop',
              count: 10,
              body: [
                { op: 'run', ns: ms * 1e6 },
                { op: 'sleep', ns: 1e6 },
              ],
            },
          ],
        }),
      )
      const r = run(runSpec(tasks, { policy, durationNs: 1e9 }))
      expect(r.tasks.map((t) => t.cpuTimeNs)).toEqual([30e6, 50e6, 70e6])
    })

    test('M/M/1 with processor sharing: mean number in the system is rho / (1 - rho)', () => {
      const rho = 0.6
      const service = { exponentialMeanNs: 20e6 }
      const job = taskOf({ name: 'job', program: [{ op: 'run', ns: service }] })
      const source = taskOf({
        name: 'source',
        nice: -20,
        program: [
          {
            op: 'loop',
            count: -1,
            body: [
              { op: 'sleep', ns: { exponentialMeanNs: 20e6 / rho } },
              { op: 'fork', child: job },
            ],
          },
        ],
      })
      let inSystem = 0
      const seeds = 12
      for (let seed = 1; seed <= seeds; seed++) {
        const durationNs = 60e9
        const r = run(runSpec([source], { policy, durationNs, hz: 1000, seed }))
        const jobs = r.tasks.slice(1)
        const waited = jobs.reduce((sum, t) => sum + (t.waitNs.mean ?? 0) * t.waitNs.count, 0)
        inSystem += (waited + busy(r)) / durationNs / seeds
      }
      // 12 x 1,800 jobs: the standard error of the mean is about 5 %.
      expect(Math.abs(inSystem - rho / (1 - rho))).toBeLessThan(0.2)
    })

    test('ping-pong: signals are never lost, and both partners take turns', () => {
      const ping = taskOf({
        name: 'ping',
        program: [
          {
            op: 'loop',
            count: -1,
            body: [
              { op: 'run', ns: 50_000 },
              { op: 'signal', name: 'pong' },
              { op: 'wait', name: 'ping' },
            ],
          },
        ],
      })
      const pong = taskOf({
        name: 'pong',
        program: [
          {
            op: 'loop',
            count: -1,
            body: [
              { op: 'wait', name: 'pong' },
              { op: 'run', ns: 50_000 },
              { op: 'signal', name: 'ping' },
            ],
          },
        ],
      })
      const r = run(runSpec([ping, pong], { policy }))
      expect(r.tasks.map((t) => t.cpuTimeNs)).toEqual([5e8, 5e8])
    })

    test('the warm-up is left out of every figure', () => {
      const early = taskOf({ name: 'early', program: [{ op: 'run', ns: 400_000_000 }] })
      const r = run(runSpec([early, hog()], { policy, warmupNs: 1e9 }))
      expect(r.tasks[0]!.cpuTimeNs).toBe(0)
      expect(r.tasks[0]!.waitNs.count).toBe(0)
      expect(r.tasks[1]!.cpuTimeNs).toBe(1e9)
    })

    test('a timer keeps its grid when absolute and moves it after an overrun when relative', () => {
      const periodic = (mode: 'absolute' | 'relative' | 'blocking'): TaskSpec =>
        taskOf({
          name: mode,
          program: [
            { op: 'run', ns: 25e6 },
            { op: 'timer', ref: 'unique', periodNs: 10e6, mode },
            {
              op: 'loop',
              count: -1,
              body: [
                { op: 'run', ns: 1e6 },
                { op: 'timer', ref: 'unique', periodNs: 10e6, mode },
              ],
            },
          ],
        })
      // 25 ms past: activations at 10 and 20 ms are missed. Absolute makes them up at once, relative starts anew at 25.
      const costs = { ...idealCosts, pastTimerNs: 7_000 }
      const result = (mode: 'absolute' | 'relative' | 'blocking') =>
        run(runSpec([periodic(mode)], { policy, durationNs: 100e6, machine: { costs } })).tasks[0]!
      expect(result('absolute').cpuTimeNs).toBe(25e6 + 9 * 1e6)
      expect(result('relative').cpuTimeNs).toBe(25e6 + 8 * 1e6)
      // Blocking makes them up as absolute does, but sleeps for a moment before each.
      expect(result('blocking').cpuTimeNs).toBe(25e6 + 9 * 1e6)
      expect(result('blocking').wakeupLatencyNs.count).toBe(result('absolute').wakeupLatencyNs.count + 2)
    })
  })
}

test('two policies with one seed see the same workload', () => {
  const tasks = [
    taskOf({
      program: [
        {
          op: 'loop',
          count: -1,
          body: [
            { op: 'run', ns: { exponentialMeanNs: 1e6 } },
            { op: 'sleep', ns: { uniformNs: [1e6, 9e6] } },
          ],
        },
      ],
    }),
  ]
  const [a, b] = ['eevdf', 'cfs'].map((policy) => run(runSpec(tasks, { policy })))
  expect(a!.tasks[0]!.cpuTimeNs).toBe(b!.tasks[0]!.cpuTimeNs)
  const other = run(runSpec(tasks, { seed: 2 }))
  expect(other.tasks[0]!.cpuTimeNs).not.toBe(a!.tasks[0]!.cpuTimeNs)
})

test('nothing that runs is named, not counted as zeros', () => {
  const r = run(runSpec([hog({ startNs: 5e9 })]))
  expect(r.outcome).toBe('empty')
  expect(r.metrics['wakeup_latency_p99']).toEqual({
    value: null,
    unit: 'ns',
    reason: 'no wake-ups in the measured time',
  })
})

test('figures that rest on too few wake-ups are not given', () => {
  const two = run(runSpec([hog(), hog()]))
  expect(two.metrics['wakeup_latency_mean']).toMatchObject({ value: null })
  expect(two.metrics['wakeup_latency_p99']).toMatchObject({
    value: null,
    reason: 'only 2 wake-ups in the measured time; this takes 100',
  })
  expect(two.metrics['wakeups']).toEqual({ value: 2, unit: '1/s' })
})

test('a task that cannot keep its period is late, though hardly ever woken', () => {
  const over = (run_: number): RunResult =>
    run(
      runSpec([
        taskOf({
          program: [
            {
              op: 'loop',
              count: -1,
              body: [
                { op: 'run', ns: run_ },
                { op: 'timer', ref: 'unique', periodNs: 5e6, mode: 'absolute' },
              ],
            },
          ],
        }),
      ]),
    )
  expect(over(6e6).metrics['late_activations']).toEqual({ value: 100, unit: '%' })
  expect(over(4e6).metrics['late_activations']).toEqual({ value: 0, unit: '%' })
  expect(run(runSpec([hog()])).metrics['late_activations']).toMatchObject({ value: null })
})

test('a million missed activations are made up, not taken for an endless loop', () => {
  const late = taskOf({
    program: [
      { op: 'sleep', ns: 2e9 },
      { op: 'loop', count: -1, body: [{ op: 'timer', ref: 'unique', periodNs: 1_000, mode: 'absolute' }] },
    ],
  })
  expect(run(runSpec([late], { durationNs: 2.01e9 })).outcome).toBe('completed')
})

test('an idle CPU that may take a waiting task is found behind one that may not', () => {
  for (const policy of ['eevdf', 'cfs'])
    for (let seed = 1; seed <= 6; seed++) {
      const a = hog({ name: 'a', affinity: [1, 2] })
      const b = hog({ name: 'b', affinity: [1, 2] })
      const first = taskOf({ nice: -20, affinity: [2], program: [{ op: 'run', ns: 1e8 }] })
      const machine = { tickPhaseNs: null }
      const spec = runSpec([first, a, b], { policy, cpus: 3, hz: 1000, durationNs: 2e9, seed, machine })
      const r = run(spec)
      expect(r.tasks[1]!.cpuShare + r.tasks[2]!.cpuShare).toBeGreaterThan(1.85)
    }
})

test('the lightest and many of the heaviest tasks together stay exact', () => {
  const light = hog({ policy: 'idle' })
  const heavy = Array.from({ length: 160 }, () =>
    taskOf({
      nice: -20,
      program: [
        {
          op: 'loop',
          count: -1,
          body: [
            { op: 'run', ns: 100_000 },
            { op: 'sleep', ns: 50e6 },
          ],
        },
      ],
    }),
  )
  expect(run(runSpec([light, ...heavy], { durationNs: 3e9 })).outcome).toBe('completed')
})

test('stopping is asked for and gives null', () => {
  expect(simulate(runSpec([hog()], { hz: 1000, durationNs: 100e9 }), { shouldStop: () => true })).toBeNull()
})

test('a program that uses no time is an error, not a hang', () => {
  const spec = runSpec([
    taskOf({ name: 'spin', program: [{ op: 'loop', count: -1, body: [{ op: 'signal', name: 'x' }] }] }),
  ])
  expect(() => simulate(spec)).toThrow(/spin .* loops without using any time/)
})
