// The rules of one CFS queue, held to the numeric vectors of the fair class.
import { expect, test } from 'vitest'
import { POLICY_IDLE, POLICY_OTHER } from '../../core/task-table'
import { FairEntities } from '../../model/fair/fair-entities'
import { vector } from '../../../tests/support/vectors'
import { CfsQueue, type CfsSettings } from './cfs-queue'
import cfs from './index'

/** Default tunables for this many CPUs, as the descriptor resolves them. */
function settingsFor(cpus: number): CfsSettings {
  const value = (name: string): number => {
    const resolve = cfs.params.find((p) => p.name === name)!.resolve!
    return Number(resolve({ cpus, params: {} }))
  }
  return {
    latencyNs: value('latency'),
    minGranularityNs: value('minGranularity'),
    idleMinGranularityNs: value('idleMinGranularity'),
    wakeupGranularityNs: value('wakeupGranularity'),
    gentleFairSleepers: true,
    startDebit: true,
    wakeupPreemption: true,
    lastBuddy: true,
    altPeriod: true,
    sliceFloor: true,
  }
}

/** A queue on which tasks with these nice values wait; the first runs where `running`. */
function queueOf(nices: readonly number[], cpus = 8, running = false) {
  const e = new FairEntities()
  e.ensure(64)
  const queue = new CfsQueue(e, settingsFor(cpus), 0)
  nices.forEach((nice, i) => {
    e.setTaskWeight(i, nice, POLICY_OTHER)
    queue.runnable++
    if (running && i === 0) {
      queue.current = 0
      queue.currentOnQueue = true
    } else queue.insert(i)
  })
  return { e, queue }
}

test('T13: min_vruntime is monotonic', () => {
  const { inputs, expected } = vector<
    { rows: { curr_v: number | null; min_queued_v: number | null; min_vruntime_old: number }[] },
    { rows: { min_vruntime: number }[] }
  >('T13')
  inputs.rows.forEach((row, i) => {
    const { e, queue } = queueOf([])
    e.setTaskWeight(0, 0, POLICY_OTHER)
    e.setTaskWeight(1, 0, POLICY_OTHER)
    queue.minVruntime = row.min_vruntime_old
    if (row.curr_v !== null) {
      queue.current = 0
      queue.currentOnQueue = true
      e.vruntime[0] = row.curr_v
    }
    if (row.min_queued_v !== null) {
      e.vruntime[1] = row.min_queued_v
      queue.insert(1)
    }
    queue.updateMinVruntime()
    expect(queue.minVruntime).toBe(expected.rows[i]!.min_vruntime)
  })
})

test('T46: tunables by number of CPUs', () => {
  const { inputs, expected } = vector<
    { online_cpus: number[] },
    {
      latency_ns: number[]
      min_granularity_ns: number[]
      wakeup_granularity_ns: number[]
      nr_latency: number
    }
  >('T46')
  const all = inputs.online_cpus.map(settingsFor)
  expect(all.map((s) => s.latencyNs)).toEqual(expected.latency_ns)
  expect(all.map((s) => s.minGranularityNs)).toEqual(expected.min_granularity_ns)
  expect(all.map((s) => s.wakeupGranularityNs)).toEqual(expected.wakeup_granularity_ns)
  expect(new CfsQueue(new FairEntities(), all[3]!, 0).latencyCount).toBe(expected.nr_latency)
})

test('T47: slices of equal tasks', () => {
  const { inputs, expected } = vector<
    { nr_running: number[] },
    { period_ns: number[]; slice_ns: number[]; ideal_runtime_ns: number[] }
  >('T47')
  inputs.nr_running.forEach((count, i) => {
    const { queue } = queueOf(Array.from({ length: count }, () => 0))
    expect(queue.period(count)).toBe(expected.period_ns[i])
    expect(queue.slice(0)).toBe(expected.slice_ns[i])
    expect(Math.min(queue.slice(0), settingsFor(8).latencyNs)).toBe(expected.ideal_runtime_ns[i])
  })
})

test('T48: slices of nice -4 and nice 0', () => {
  const { inputs, expected } = vector<{ cpus: number[] }, Record<string, number[]>>('T48')
  for (const cpus of inputs.cpus) {
    const { queue } = queueOf([-4, 0], cpus)
    expect([queue.slice(0), queue.slice(1)]).toEqual(expected[String(cpus)])
  }
})

test('T49: how far behind a wakee must be', () => {
  const { inputs, expected } = vector<
    { rows: { curr_v_minus_wakee_v: number; wakee_nice: number }[] },
    { rows: { gran: number; result: number }[] }
  >('T49')
  inputs.rows.forEach((row, i) => {
    const { e, queue } = queueOf([0, row.wakee_nice])
    e.vruntime[0] = row.curr_v_minus_wakee_v
    expect(e.toVirtual(1, settingsFor(8).wakeupGranularityNs)).toBe(expected.rows[i]!.gran)
    expect(queue.wakeupCompare(0, 1)).toBe(expected.rows[i]!.result)
  })
})

test('T50: placement of a woken sleeper', () => {
  const { inputs, expected } = vector<
    { rows: { vruntime: number; min_vruntime: number; sched_idle: boolean }[] },
    { rows: { vruntime: number }[] }
  >('T50')
  inputs.rows.forEach((row, i) => {
    const { e, queue } = queueOf([])
    queue.minVruntime = row.min_vruntime
    e.vruntime[0] = row.vruntime
    e.idle[0] = row.sched_idle ? 1 : 0
    queue.placeWoken(0)
    expect(e.vruntime[0]).toBe(expected.rows[i]!.vruntime)
  })
})

test('T51: placement of a forked task', () => {
  const { inputs, expected } = vector<
    { parent_vruntime: number; min_vruntime: number; child_nice: number },
    { vslice: number; vruntime: number }
  >('T51')
  const { e, queue } = queueOf([0, 0], 8, true)
  e.setTaskWeight(5, inputs.child_nice, POLICY_OTHER)
  queue.minVruntime = inputs.min_vruntime
  e.vruntime[0] = inputs.parent_vruntime
  expect(e.toVirtual(5, queue.slice(5))).toBe(expected.vslice)
  queue.placeNew(5)
  expect(e.vruntime[5]).toBe(expected.vruntime)
})

test('T52: the tick preempts', () => {
  const { inputs, expected } = vector<
    { rows: { nr_running: number; delta_exec: number; curr_v_minus_leftmost_v: number }[] },
    { rows: { ideal_runtime: number; resched: boolean }[] }
  >('T52')
  inputs.rows.forEach((row, i) => {
    const { e, queue } = queueOf(
      Array.from({ length: row.nr_running }, () => 0),
      8,
      true,
    )
    e.vruntime[0] = row.curr_v_minus_leftmost_v
    e.sumExec[0] = row.delta_exec
    expect(queue.slice(0)).toBe(expected.rows[i]!.ideal_runtime)
    expect(queue.tickPreempts()).toBe(expected.rows[i]!.resched)
  })
})

test('a SCHED_IDLE task beside normal ones has the small minimum', () => {
  const { e, queue } = queueOf([0])
  e.setTaskWeight(1, 0, POLICY_IDLE)
  queue.runnable++
  queue.insert(1)
  expect(queue.slice(1)).toBe(750_000)
})
