// The schedule of two and three hogs, switch by switch, held to the numeric vectors.
import { expect, test } from 'vitest'
import { policies } from '../catalog'
import type { ParamValues } from '../model/run-spec'
import { hog, runSpec } from '../../tests/support/run-specs'
import { vector } from '../../tests/support/vectors'
import { Recorder } from './recorder'
import { Simulation } from './simulation'

interface Inputs {
  readonly tasks: readonly { name: string; nice: number }[]
  readonly run_ms: number
  readonly hz: 100 | 250 | 300 | 1000
  readonly base?: number
  readonly cpus?: number
  readonly elig?: boolean
  readonly rtp?: boolean
  readonly studyC?: string
}
interface Expected {
  readonly first_switches: readonly [number, string][]
  readonly cpu_ns: Record<string, number>
  readonly context_switches: number
  readonly resched_requests: number
}

function timeline(policyId: string, inputs: Inputs, given: ParamValues, cpus: number) {
  const spec = runSpec(
    inputs.tasks.map((t) => hog({ ...t, affinity: [0] })),
    { policy: policyId, params: given, cpus, hz: inputs.hz, durationNs: inputs.run_ms * 1e6 },
  )
  const switches: [number, string][] = []
  const simulation = new Simulation(spec, policies.find((x) => x.id === policyId)!.create, spec.policy.params)
  const switchedIn = Recorder.prototype.switchedIn.bind(simulation.recorder)
  simulation.recorder.switchedIn = (cpu, next, now) => {
    switches.push([now, inputs.tasks[next]!.name])
    switchedIn(cpu, next, now)
  }
  // The vectors count the tick at the very end.
  simulation.run(spec.durationNs + 1, () => true)
  simulation.recorder.finish(simulation.running, spec.durationNs)
  return {
    switches,
    recorder: simulation.recorder,
    results: simulation.recorder.taskResults(spec.durationNs),
  }
}

function check(id: string, policyId: string, given: (i: Inputs) => ParamValues, cpus: number): void {
  const { title, inputs, expected } = vector<Inputs, Expected>(id)
  const kernel = given(inputs)['kernel'] ?? ''
  test(`${id}: ${title} ${String(kernel)}`, () => {
    const { switches, recorder, results } = timeline(policyId, inputs, given(inputs), inputs.cpus ?? cpus)
    expect(switches.slice(0, expected.first_switches.length)).toEqual(expected.first_switches)
    expect(switches.length - 1).toBe(expected.context_switches)
    const cpuNs = Object.fromEntries(results.map((r) => [r.name, r.cpuTimeNs]))
    expect(cpuNs).toEqual(expected.cpu_ns)
    // The first request is the one that starts the first task on the idle CPU.
    expect(recorder.counters.reschedRequests - 1).toBe(expected.resched_requests)
  })
}

// The vectors break ties by the definition (first inserted, waiting before running), as 6.8 does; 6.6 lets the running
// task win them. In the vectors, schedule() happens only at ticks: the start is no wake-up that could preempt.
const v68 = (i: Inputs): ParamValues => ({
  kernel: '6.8',
  baseSlice: i.base!,
  eligibility: i.elig ?? true,
  runToParity: i.rtp ?? true,
  ineligibleResched: i.studyC ?? 'off',
  wakeupPreemption: false,
})
const hogs = ['T53', 'T54', 'T56', 'T57', 'T58', 'T59', 'T60']
for (const id of [...hogs, 'T61', 'T62', 'T63']) check(id, 'eevdf', v68, 1)
// Without PREEMPT_SHORT, rule B of 6.12 is rule A of 6.6.
for (const id of hogs) check(id, 'eevdf', (i) => ({ ...v68(i), kernel: '6.12', preemptShort: false }), 1)
// Where no deadlines tie, 6.6 agrees.
for (const id of ['T56', 'T57', 'T58', 'T59']) check(id, 'eevdf', (i) => ({ ...v68(i), kernel: '6.6' }), 1)
check('T55', 'eevdf', (i) => ({ kernel: '6.18', baseSlice: i.base! }), 1)
for (const id of ['T64', 'T65']) check(id, 'cfs', () => ({}), 8)
