// What must hold for any workload under every kernel that is modelled: shares by weight, lag and V as the theory has
// them, each pick against a naive search, and nobody lost or in two places.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { policies } from './catalog'
import { Recorder } from './core/recorder'
import { Simulation } from './core/simulation'
import { hog, runSpec, taskOf } from '../tests/support/run-specs'
import { type DecisionTable, ROW_CURRENT, ROW_DELAYED, ROW_ELIGIBLE, ROW_PICKED } from './model/decisions'
import { niceWeights } from './model/fair/weights'
import type { RunResult } from './model/run-result'
import type { CpuSpec, ParamValues, RunSpec, Step, TaskSpec } from './model/run-spec'
import { kernels } from './policies/eevdf/profile'
import { simulate } from './simulate'

interface Profile {
  readonly policy: string
  readonly params: ParamValues
}
const profiles: readonly (readonly [string, Profile])[] = [
  ['cfs', { policy: 'cfs', params: {} }],
  ...kernels.map((kernel): readonly [string, Profile] => [
    `eevdf ${kernel}`,
    { policy: 'eevdf', params: { kernel } },
  ]),
]

function run(spec: RunSpec): RunResult {
  const result = simulate(spec)
  if (result === null) throw new Error('stopped')
  return result
}

const withDecisions = (spec: RunSpec): DecisionTable =>
  run({ ...spec, record: { decisions: true } }).decisions!

interface Row {
  readonly queue: number
  readonly entity: number
  readonly weight: number
  readonly vruntime: number
  readonly deadline: number
  readonly lag: number
  readonly slice: number
  readonly flags: number
}

/** The rows of each decision. */
function* decisionsOf(table: DecisionTable): Generator<{ at: number; rule: string; rows: Row[] }> {
  const { rows, firstRow } = table
  for (let at = 0; at < table.timeNs.length; at++) {
    const end = firstRow[at + 1] ?? rows.queue.length
    yield {
      at,
      rule: table.texts[table.rule[at]!]!,
      rows: Array.from({ length: end - firstRow[at]! }, (_, i) => {
        const r = firstRow[at]! + i
        return {
          queue: rows.queue[r]!,
          entity: rows.entity[r]!,
          weight: rows.weight[r]!,
          vruntime: rows.vruntime[r]!,
          deadline: rows.deadline[r]!,
          lag: rows.lag[r]!,
          slice: rows.sliceNs[r]!,
          flags: rows.flags[r]!,
        }
      }),
    }
  }
}

const niceArbitrary = fc.integer({ min: -20, max: 19 })

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 12_000_000 }).map((ns): Step => ({ op: 'run', ns })),
  fc.integer({ min: 1, max: 12_000_000 }).map((ns): Step => ({ op: 'sleep', ns })),
  fc.constant<Step>({ op: 'yield' }),
  niceArbitrary.map((nice): Step => ({ op: 'setNice', nice })),
  fc.constantFrom<Step>({ op: 'setPolicy', policy: 'idle' }, { op: 'setPolicy', policy: 'batch' }),
  fc.constantFrom<Step>({ op: 'setAffinity', cpus: [0] }, { op: 'setAffinity', cpus: null }),
)

/** A task with an end; all its steps are of its own. */
const finiteTask: fc.Arbitrary<TaskSpec> = fc
  .record({
    nice: niceArbitrary,
    startNs: fc.integer({ min: 0, max: 20_000_000 }),
    sliceNs: fc.option(fc.integer({ min: 100_000, max: 20_000_000 })),
    count: fc.integer({ min: 1, max: 12 }),
    steps: fc.array(stepArbitrary, { minLength: 1, maxLength: 6 }),
    forks: fc.boolean(),
  })
  .map(({ nice, startNs, sliceNs, count, steps, forks }) => {
    const program: Step[] = [{ op: 'loop', count, body: steps }]
    const child = taskOf({ name: 'child', nice, program })
    return taskOf({
      nice,
      startNs,
      sliceNs,
      program: forks ? [{ op: 'fork', child }, ...program] : program,
    })
  })

/** Follows who is on a CPU; throws where a task is on two, or a CPU has two. */
function watchCpus(recorder: Recorder): Map<number, number> {
  const onCpu = new Map<number, number>()
  const switchedIn = Recorder.prototype.switchedIn.bind(recorder)
  const switchedOut = Recorder.prototype.switchedOut.bind(recorder)
  recorder.switchedIn = (cpu, next, now) => {
    if (onCpu.has(cpu) || [...onCpu.values()].includes(next))
      throw new Error(`task ${next} on CPU ${cpu} at ${now}: it or the CPU is taken`)
    onCpu.set(cpu, next)
    switchedIn(cpu, next, now)
  }
  recorder.switchedOut = (cpu, prev, preempted, now) => {
    if (onCpu.get(cpu) !== prev) throw new Error(`task ${prev} leaves CPU ${cpu}, where it was not`)
    onCpu.delete(cpu)
    switchedOut(cpu, prev, preempted, now)
  }
  return onCpu
}

/** CPU time that a program asks for, ns. */
function asked(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => {
    if (step.op === 'run') return sum + Number(step.ns)
    if (step.op === 'loop') return sum + step.count * asked(step.body)
    return step.op === 'fork' ? sum + asked(step.child.program) : sum
  }, 0)
}

const topologies: Readonly<Record<string, readonly CpuSpec[]>> = {
  'one cache': Array.from({ length: 4 }, (_, cpu) => ({ core: cpu, llc: 0, node: 0, capacity: 1024 })),
  SMT: Array.from({ length: 4 }, (_, cpu) => ({ core: cpu % 2, llc: 0, node: 0, capacity: 1024 })),
  'two nodes': Array.from({ length: 8 }, (_, cpu) => ({
    core: cpu,
    llc: cpu >> 1,
    node: cpu >> 2,
    capacity: 1024,
  })),
}

describe.each(profiles)('%s', (name, { policy, params }) => {
  test('shares of any set of hogs on one CPU follow the weights within 1 %', () => {
    fc.assert(
      fc.property(
        fc.array(niceArbitrary, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(250, 1000),
        (nices, hz) => {
          const tasks = nices.map((nice) => hog({ nice }))
          const r = run(runSpec(tasks, { policy, params, hz: hz as 250, durationNs: 10e9 }))
          const total = nices.reduce((sum, nice) => sum + niceWeights[nice + 20]!, 0)
          r.tasks.forEach((task, i) => {
            expect(Math.abs(task.cpuShare - niceWeights[nices[i]! + 20]! / total)).toBeLessThan(0.01)
          })
        },
      ),
      { numRuns: 25 },
    )
  })

  test('no task is lost or on two CPUs at once, whatever the machine', () => {
    fc.assert(
      fc.property(
        fc.array(finiteTask, { minLength: 1, maxLength: 14 }),
        fc.constantFrom(...Object.keys(topologies)),
        (tasks, machine) => {
          const topology = topologies[machine]!
          const given = { policy, params, cpus: topology.length, durationNs: 60e9, machine: { topology } }
          const spec = runSpec(tasks, given)
          const create = policies.find(({ id }) => id === policy)!.create
          const simulation = new Simulation(spec, create, spec.policy.params)
          const onCpu = watchCpus(simulation.recorder)
          simulation.run(spec.durationNs, () => true)
          expect(onCpu.size).toBe(0)
          simulation.recorder.finish(simulation.running, spec.durationNs)
          const done = simulation.recorder.taskResults(spec.durationNs)
          expect(done.reduce((sum, task) => sum + task.cpuTimeNs, 0)).toBe(
            tasks.reduce((sum, task) => sum + asked(task.program), 0),
          )
        },
      ),
      { numRuns: 40 },
    )
  })

  if (policy !== 'eevdf') return

  test('V of hogs never goes back, their weighted lags cancel out, and each lag keeps within its bound', () => {
    fc.assert(
      fc.property(fc.array(niceArbitrary, { minLength: 2, maxLength: 6 }), (nices) => {
        const spec = runSpec(
          nices.map((nice) => hog({ nice })),
          { policy, params, durationNs: 2e9 },
        )
        let before = -Infinity
        for (const { rows } of decisionsOf(withDecisions(spec))) {
          const average = rows[0]!.vruntime + rows[0]!.lag
          expect(average).toBeGreaterThanOrEqual(before)
          before = average
          const weight = rows.reduce((sum, row) => sum + row.weight, 0)
          // V is rounded down, by less than one unit for each unit of weight.
          const balance = rows.reduce((sum, row) => sum + row.weight * row.lag, 0)
          expect(balance).toBeLessThanOrEqual(0)
          expect(balance).toBeGreaterThan(-weight)
          for (const row of rows) {
            // A turn ends at a tick, of 4 ms; some light ones may come before a heavy one is owed its own.
            const limit = (4 * Math.max(row.slice, 4e6) * 1024) / row.weight
            expect(Math.abs(row.lag)).toBeLessThanOrEqual(limit)
          }
        }
      }),
      { numRuns: 25 },
    )
  })

  // 6.6-rc misses the earliest deadline now and then, which is what it is there for.
  if (name === 'eevdf 6.6-rc') return

  test('each pick is the one that a naive search finds', () => {
    fc.assert(
      fc.property(fc.array(finiteTask, { minLength: 2, maxLength: 12 }), (tasks) => {
        const table = withDecisions(runSpec(tasks, { policy, params, durationNs: 5e9 }))
        for (const { rule, rows } of decisionsOf(table)) {
          const picked = rows.find((row) => (row.flags & ROW_PICKED) !== 0)
          if (picked === undefined) continue
          const eligible = rows.filter((row) => (row.flags & ROW_ELIGIBLE) !== 0)
          expect(picked.flags & ROW_DELAYED).toBe(0)
          if (rows.length > 1) expect(picked.flags & ROW_ELIGIBLE).not.toBe(0)
          if (rule.includes('protected')) expect(picked.flags & ROW_CURRENT).not.toBe(0)
          else if (rule.includes('deadline'))
            expect(picked.deadline).toBe(Math.min(...eligible.map((row) => row.deadline)))
        }
      }),
      { numRuns: 60 },
    )
  })
})
