// Random mixes of real-time and fair tasks that change what they are: nothing is lost, and the order holds.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hog, runSpec, taskOf } from '../../../tests/support/run-specs'
import type { PolicyFactory } from '../../core/policy'
import { Simulation } from '../../core/simulation'
import { POLICY_FIFO, RUNNABLE, RUNNING, type TaskTable } from '../../core/task-table'
import { policies, simulate, type RunResult, type RunSpec, type Step, type TaskSpec } from '../../index'
import { idealCosts, tracedVmCosts } from '../cost-presets'

const MS = 1_000_000

function run(spec: RunSpec): RunResult {
  const result = simulate(spec)
  if (result === null) throw new Error('stopped')
  return result
}

const policyStep = fc.constantFrom<Step>(
  { op: 'setPolicy', policy: 'fifo', rtPriority: 10 },
  { op: 'setPolicy', policy: 'rr', rtPriority: 50 },
  { op: 'setPolicy', policy: 'rr' },
  { op: 'setPolicy', policy: 'other' },
  { op: 'setPolicy', policy: 'batch' },
  { op: 'setPolicy', policy: 'idle' },
)
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 40 * MS }).map((ns): Step => ({ op: 'run', ns })),
  fc.integer({ min: 1, max: 20 * MS }).map((ns): Step => ({ op: 'sleep', ns })),
  fc.integer({ min: -20, max: 19 }).map((nice): Step => ({ op: 'setNice', nice })),
  fc.constantFrom<Step>({ op: 'yield' }, { op: 'signal', name: 'a' }, { op: 'broadcast', name: 'a' }),
  fc.constantFrom<Step>({ op: 'setAffinity', cpus: [0] }, { op: 'setAffinity', cpus: null }),
  policyStep,
  fc.array(policyStep, { maxLength: 2 }).map((steps): Step => ({
    op: 'fork',
    child: taskOf({
      name: 'child',
      policy: 'rr',
      rtPriority: 20,
      program: [...steps, { op: 'run', ns: 3 * MS }],
    }),
  })),
)

/** A task that ends. */
const taskArbitrary: fc.Arbitrary<TaskSpec> = fc
  .record({
    nice: fc.integer({ min: -20, max: 19 }),
    startNs: fc.integer({ min: 0, max: 50 * MS }),
    policy: fc.constantFrom<TaskSpec['policy'][]>('other', 'idle', 'fifo', 'rr'),
    rtPriority: fc.integer({ min: 1, max: 4 }),
    times: fc.integer({ min: 1, max: 5 }),
    body: fc.array(stepArbitrary, { minLength: 1, maxLength: 8 }),
  })
  .map(({ times, body, ...given }) => taskOf({ ...given, program: [{ op: 'loop', count: times, body }] }))

const askedNs = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => {
    if (step.op === 'run') return sum + Number(step.ns)
    if (step.op === 'loop') return sum + step.count * askedNs(step.body)
    return step.op === 'fork' ? sum + askedNs(step.child.program) : sum
  }, 0)

const forksIn = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => {
    if (step.op === 'loop') return sum + step.count * forksIn(step.body)
    return step.op === 'fork' ? sum + withChildren(step.child) : sum
  }, 0)

const withChildren = (task: TaskSpec): number => 1 + forksIn(task.program)

const isRealTime = (tasks: TaskTable, task: number): boolean => tasks.policy[task]! >= POLICY_FIFO

/** A policy that sees to it that it is told of its own tasks only, and runs none while a real-time task should. */
const guarded =
  (create: PolicyFactory): PolicyFactory =>
  (host, params) => {
    const policy = create(host, params)
    const { tasks, running } = host
    const known = new Int32Array(host.cpus).fill(-1)
    const switchTo = policy.switchTo.bind(policy)
    policy.switchTo = (cpu, prev, prevRunnable, next) => {
      expect(prev).toBe(known[cpu])
      known[cpu] = next
      // One that has just ceased to be real-time keeps the CPU until the reschedule that it asked for.
      if (next >= 0 && running[cpu] !== next) {
        expect(isRealTime(tasks, next)).toBe(false)
        for (let task = 0; task < tasks.count; task++) {
          if (tasks.state[task] !== RUNNABLE || !isRealTime(tasks, task) || !tasks.allows(task, cpu)) continue
          // Elsewhere it may be about to run; behind another real-time task it is not.
          const there = tasks.cpu[task]!
          const other = running[there]!
          const waits =
            other >= 0 && isRealTime(tasks, other) && tasks.rtPriority[other]! >= tasks.rtPriority[task]!
          expect(there === cpu || waits).toBe(false)
        }
      }
      switchTo(cpu, prev, prevRunnable, next)
    }
    return policy
  }

for (const { id: policy, create } of policies) {
  describe(`any mix above ${policy}`, () => {
    it('loses no task and no time', () => {
      fc.assert(
        fc.property(
          fc.array(taskArbitrary, { minLength: 1, maxLength: 10 }),
          fc.integer({ min: 1, max: 4 }),
          fc.constantFrom<(100 | 250 | 300 | 1000)[]>(100, 250, 300, 1000),
          fc.boolean(),
          (tasks, cpus, hz, costly) => {
            const machine = costly ? { costs: tracedVmCosts, tickPhaseNs: null } : {}
            // Long enough for all of it on one CPU.
            const spec = runSpec(tasks, { policy, cpus, hz, durationNs: 20e9, machine })
            const result = run(spec)
            const used = result.tasks.reduce((sum, { cpuTimeNs }) => sum + cpuTimeNs, 0)
            expect(used + result.counters.kernelThreadsNs).toBe(
              result.cpus.reduce((sum, { busyNs }) => sum + busyNs, 0),
            )
            expect(result.tasks).toHaveLength(tasks.reduce((sum, task) => sum + withChildren(task), 0))
            const asked = tasks.reduce((sum, { program }) => sum + askedNs(program), 0)
            if (costly) expect(used).toBeGreaterThan(asked * 0.9)
            else expect(used).toBe(asked)
            expect(run(spec)).toEqual(result)
          },
        ),
        { numRuns: 60 },
      )
    })

    it.each([idealCosts, tracedVmCosts])('leaves a group that has no CPU time left without any', (costs) => {
      // The real-time task becomes a fair one while its group waits for its next period.
      const program: Step[] = [
        { op: 'run', ns: 5 * MS },
        { op: 'setPolicy', policy: 'other' },
        { op: 'run', ns: 1e12 },
      ]
      const tasks = [
        hog({ group: 0 }),
        taskOf({ group: 0, policy: 'fifo', startNs: 10 * MS, program }),
        hog({ name: 'other' }),
      ]
      const max = { quotaNs: MS, periodNs: 100 * MS }
      const groups = [{ name: 'g', parent: null, weight: 100, max, idle: false }]
      const { tasks: done, cpus } = run({ ...runSpec(tasks, { policy, machine: { costs } }), groups })
      // 5 ms as a real-time task, 1 % of the rest; a little more as ticks come late.
      expect(done[0]!.cpuShare + done[1]!.cpuShare).toBeLessThan(0.025)
      expect(cpus[0]!.busyNs).toBeGreaterThan(999 * MS)
    })

    it('tells the policy below of its own tasks only, and runs none where a real-time task waits', () => {
      fc.assert(
        fc.property(
          fc.array(taskArbitrary, { minLength: 2, maxLength: 10 }),
          fc.integer({ min: 1, max: 4 }),
          (tasks, cpus) => {
            // No period of the throttle ends.
            const spec = runSpec(tasks, { policy, cpus, durationNs: 900 * MS })
            const simulation = new Simulation(spec, guarded(create), spec.policy.params)
            simulation.run(900 * MS, () => true)
            const { running, tasks: table } = simulation
            running.forEach((task, cpu) => {
              if (task < 0) return
              expect([table.state[task], table.cpu[task]]).toEqual([RUNNING, cpu])
            })
            const atWork = table.state.subarray(0, table.count).filter((state) => state === RUNNING)
            expect(atWork).toHaveLength(running.filter((task) => task >= 0).length)
          },
        ),
        { numRuns: 100 },
      )
    })
  })
}
