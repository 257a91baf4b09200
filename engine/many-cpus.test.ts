// What everybody who knows Linux expects of several CPUs, on whole runs of every policy.
import { describe, expect, test } from 'vitest'
import { hog, runSpec, taskOf } from '../tests/support/run-specs'
import { layOutCpus } from './model/topology'
import type { RunResult, RunSpec, TaskSpec } from './index'
import { simulate } from './simulate'

function run(spec: RunSpec): RunResult {
  const result = simulate(spec)
  if (result === null) throw new Error('stopped')
  return result
}

/** A task that always wants to run, on one CPU at first and then wherever it is put. */
const released = (cpu: number): TaskSpec =>
  taskOf({
    affinity: [cpu],
    program: [
      { op: 'run', ns: 2e6 },
      { op: 'setAffinity', cpus: null },
      { op: 'run', ns: 1e15 },
    ],
  })

describe.each(['eevdf', 'cfs'])('%s', (policy) => {
  test('equal tasks share alike beside a heavy one that has a CPU to itself', () => {
    const tasks = [hog({ nice: -10 }), ...Array.from({ length: 6 }, () => hog())]
    const [heavy, ...others] = run(runSpec(tasks, { policy, cpus: 4, durationNs: 20e9 })).tasks
    expect(heavy!.cpuShare).toBeGreaterThan(0.95)
    for (const { cpuShare } of others) expect(Math.abs(cpuShare - 0.5)).toBeLessThan(0.15)
  })

  test('a task that always runs comes from a slow CPU to a fast one that is idle', () => {
    const shape = { cpus: 4, threadsPerCore: 1, llcs: 1, nodes: 1, slowCpus: 2, slowCapacity: 400 }
    const machine = { topology: layOutCpus(shape) }
    const { cpus } = run(runSpec([released(2), released(3)], { policy, cpus: 4, durationNs: 2e9, machine }))
    expect(cpus[0]!.busyNs).toBeGreaterThan(1.9e9)
    expect(cpus[1]!.busyNs).toBeGreaterThan(1.9e9)
  })
})
