// Queueing theory as a judge: what is known in closed form must come out of the simulation.
import { expect, test } from 'vitest'
import { hog, runSpec, taskOf } from '../tests/support/run-specs'
import { RandomStream } from './core/random'
import type { RunResult } from './model/run-result'
import type { Amount, ParamValues, RunSpec, TaskSpec } from './model/run-spec'
import { simulate } from './simulate'

function run(spec: RunSpec): RunResult {
  const result = simulate(spec)
  if (result === null) throw new Error('stopped')
  return result
}

const SECONDS = 60

/** Jobs of this length that arrive at random for a minute, `perSecond` on average. */
function jobs(service: Amount, perSecond: number, seed: number): readonly TaskSpec[] {
  const arrivals = new RandomStream(seed, 'arrivals')
  const tasks: TaskSpec[] = []
  for (let at = 0; at < SECONDS * 1e9; at += arrivals.exponential(1e9 / perSecond))
    tasks.push(taskOf({ name: 'job', startNs: at, program: [{ op: 'run', ns: service }] }))
  return tasks
}

interface System {
  readonly service: Amount
  readonly perSecond: number
  readonly cpus: number
  readonly params: ParamValues
}

/** Time that each job waited, ns, and the mean number of jobs that wait or are served, over several seeds. */
function observe({ service, perSecond, cpus, params }: System, seeds: number) {
  const waits: number[] = []
  let present = 0
  for (let seed = 1; seed <= seeds; seed++) {
    const tasks = jobs(service, perSecond, seed)
    const r = run(runSpec(tasks, { cpus, params, durationNs: SECONDS * 1e9, hz: 1000, seed }))
    const of = r.tasks.map((task) => task.runDelayNs)
    waits.push(...of)
    const busyNs = r.cpus.reduce((sum, cpu) => sum + cpu.busyNs, 0)
    present += (of.reduce((sum, ns) => sum + ns, 0) + busyNs) / (SECONDS * 1e9) / seeds
  }
  return { waits: waits.sort((a, b) => a - b), present }
}

/** Long requests that nothing interrupts: first come, first served. */
const fifo: ParamValues = { baseSlice: 100_000_000, wakeupPreemption: false }
/** Requests of one tick: everybody is served at once, a little at a time. */
const sharing: ParamValues = { baseSlice: 1_000_000 }

/** Mean number in an M/M/c queue (Erlang C). */
function erlang(c: number, rho: number): number {
  const a = c * rho
  let term = 1
  let sum = 1
  for (let k = 1; k < c; k++) {
    term *= a / k
    sum += term
  }
  const last = (term * a) / c / (1 - rho)
  return a + ((last / (sum + last)) * rho) / (1 - rho)
}

test('M/M/1, first come first served: mean wait and its distribution', () => {
  const rho = 0.7
  const serviceNs = 5e6
  const service = { exponentialMeanNs: serviceNs }
  const { waits } = observe({ service, perSecond: (rho * 1e9) / serviceNs, cpus: 1, params: fifo }, 6)
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length
  expect(Math.abs(mean / ((rho / (1 - rho)) * serviceNs) - 1)).toBeLessThan(0.08)
  // A share rho of the jobs waits, exponentially with mean service / (1 - rho): sharing would not give these.
  const p90 = (Math.log(rho / 0.1) * serviceNs) / (1 - rho)
  expect(Math.abs(waits[Math.floor(waits.length * 0.9)]! / p90 - 1)).toBeLessThan(0.08)
  expect(Math.abs(waits.filter((wait) => wait === 0).length / waits.length - (1 - rho))).toBeLessThan(0.02)
})

test.each([2, 4])('M/M/%i: mean number in the system', (c) => {
  const rho = 0.75
  const service = { exponentialMeanNs: 10e6 }
  const { present } = observe({ service, perSecond: (c * rho * 1e9) / 10e6, cpus: c, params: fifo }, 6)
  expect(Math.abs(present / erlang(c, rho) - 1)).toBeLessThan(0.1)
})

test('M/D/1: with small slices all jobs share the CPU, with long ones they queue', () => {
  const rho = 0.6
  const system = { service: 20e6, perSecond: (rho * 1e9) / 20e6, cpus: 1 }
  const shared = observe({ ...system, params: sharing }, 10).present
  expect(Math.abs(shared / (rho / (1 - rho)) - 1)).toBeLessThan(0.1)
  const queued = observe({ ...system, params: fifo }, 10).present
  expect(Math.abs(queued / (rho + (rho * rho) / (2 * (1 - rho))) - 1)).toBeLessThan(0.1)
})

test('round robin: n equal hogs wait for n - 1 turns of the base slice', () => {
  for (const n of [2, 3, 5]) {
    const tasks = Array.from({ length: n }, () => hog())
    const r = run(
      runSpec(tasks, { params: { baseSlice: 3_000_000 }, hz: 1000, durationNs: 30e9, warmupNs: 1e9 }),
    )
    for (const task of r.tasks) {
      expect(task.waitNs.p50! / ((n - 1) * 3e6)).toBeCloseTo(1, 1)
      expect(task.cpuShare).toBeCloseTo(1 / n, 2)
    }
  }
})
