// Where tasks go: the vectors, and each step of the search on a situation that was worked out by hand.
import { describe, expect, test } from 'vitest'
import { FakeFairView } from '../../../tests/fakes/fair-view'
import { vector } from '../../../tests/support/vectors'
import { flatTopology, layOutCpus } from '../topology'
import { idleScanDepth } from './imbalance'
import { defaultMultiCpuSettings, type MultiCpuSettings } from './multi-cpu-settings'
import { compareLoads, isWide, WakeAffinity } from './wake-affine'
import { WakePlacement } from './wake-placement'

const shape = { cpus: 8, threadsPerCore: 1, llcs: 1, nodes: 1, slowCpus: 0, slowCapacity: 1024 }

function placementOf(view: FakeFairView, settings: Partial<MultiCpuSettings> = {}): WakePlacement {
  const placement = new WakePlacement(view.utilisation, { ...defaultMultiCpuSettings, ...settings })
  placement.ensure(64)
  return placement
}

test('T69: wake_affine by load', () => {
  interface Row {
    this_load: number
    prev_load: number
    task_load: number
    sync: number
    current_load: number
    capacity: number
    imbalance_pct: number
  }
  const { inputs, expected } = vector<
    { rows: Row[] },
    { rows: { this_eff: number; prev_eff: number; choose_this_cpu: boolean }[] }
  >('T69')
  const got = inputs.rows.map((r) => {
    const c = compareLoads({
      thisLoad: r.this_load,
      previousLoad: r.prev_load,
      taskLoad: r.task_load,
      leavingLoad: r.current_load,
      isSync: r.sync === 1,
      thisCapacity: r.capacity,
      previousCapacity: r.capacity,
      imbalancePct: r.imbalance_pct,
      hasBias: true,
    })
    return { this_eff: c.thisEffective, prev_eff: c.previousEffective, choose_this_cpu: c.choosesThis }
  })
  expect(got).toEqual(expected.rows)
})

test('T70: wake_wide', () => {
  const { inputs, expected } = vector<
    { rows: { waker_flips: number; wakee_flips: number; llc_cpus: number }[] },
    { rows: { wide: boolean }[] }
  >('T70')
  expect(inputs.rows.map((r) => ({ wide: isWide(r.waker_flips, r.wakee_flips, r.llc_cpus) }))).toEqual(
    expected.rows,
  )
})

test('T72: SIS_UTIL scan depth', () => {
  const { inputs, expected } = vector<
    { rows: { sum_util: number; llc_cpus: number }[] },
    { rows: { nr_idle_scan: number }[] }
  >('T72')
  expect(inputs.rows.map((r) => ({ nr_idle_scan: idleScanDepth(r.sum_util, r.llc_cpus, 117) }))).toEqual(
    expected.rows,
  )
})

test('two CPUs at 45 % are searched one deep, at 88 % not at all', () => {
  expect(idleScanDepth(0.45 * 2048, 2, 117)).toBe(1)
  expect(idleScanDepth(0.88 * 2048, 2, 117)).toBe(0)
})

describe('a wake-up on one cache', () => {
  test('stays on its idle previous CPU, though the waker is elsewhere and other CPUs are idle', () => {
    const view = new FakeFairView(flatTopology(4))
    view.running(0)
    expect(placementOf(view).forWakeup(view.task(2), 0, false)).toBe(2)
  })

  test('goes from a busy previous CPU to the first idle one after it, wrapping', () => {
    const view = new FakeFairView(flatTopology(4))
    for (const cpu of [0, 2, 3]) view.running(cpu)
    expect(placementOf(view).forWakeup(view.task(2), 2, false)).toBe(1)
    expect(placementOf(view).forWakeup(view.task(0), 0, false)).toBe(1)
  })

  test('stays where no CPU is idle', () => {
    const view = new FakeFairView(flatTopology(3))
    for (const cpu of [0, 1, 2]) view.running(cpu)
    expect(placementOf(view).forWakeup(view.task(1), 1, false)).toBe(1)
  })

  test('looks only as deep as SIS_UTIL allows, and at all CPUs without it', () => {
    const view = new FakeFairView(flatTopology(8))
    for (const cpu of [0, 1, 2, 3, 4, 5, 6]) view.running(cpu)
    view.states.scanDepth[0] = 6
    expect(placementOf(view).forWakeup(view.task(0), 0, false)).toBe(0)
    view.states.scanDepth[0] = 7
    expect(placementOf(view).forWakeup(view.task(0), 0, false)).toBe(7)
    view.states.scanDepth[0] = 0
    expect(placementOf(view, { sisUtil: false }).forWakeup(view.task(0), 0, false)).toBe(7)
  })

  test('takes a CPU that has only SCHED_IDLE tasks for idle', () => {
    const view = new FakeFairView(flatTopology(2))
    view.running(0)
    view.running(1, { policy: 'idle' })
    expect(placementOf(view).forWakeup(view.task(0), 0, false)).toBe(1)
  })

  test('does not go where the task may not run', () => {
    const view = new FakeFairView(flatTopology(4))
    view.running(0)
    const task = view.task(0, { affinity: [0, 3] })
    expect(placementOf(view).forWakeup(task, 0, false)).toBe(3)
    view.running(3)
    expect(placementOf(view).forWakeup(task, 0, false)).toBe(0)
    expect(placementOf(view).forWakeup(view.task(1, { affinity: [2] }), 0, false)).toBe(2)
    // The previous CPU is forbidden by now.
    expect(placementOf(view).forWakeup(view.task(3, { affinity: [0, 1] }), 3, false)).toBe(1)
  })

  test('remembers the CPU before the previous one', () => {
    const view = new FakeFairView(flatTopology(8))
    const placement = placementOf(view)
    const task = view.task(0)
    for (const cpu of [0, 1, 2]) view.running(cpu)
    placement.forNew(task, 5)
    // First wake-up on CPU 0: the recent CPU is 5, where it was created.
    expect(placement.forWakeup(task, 0, false)).toBe(5)
    view.host.tasks.cpu[task] = 1
    const other = view.running(5)
    // Now the recent CPU is 0, which is busy: the scan after CPU 1 finds 3.
    expect(placement.forWakeup(task, 1, false)).toBe(3)
    view.take(other)
    view.host.tasks.cpu[task] = 2
    expect(placement.forWakeup(task, 2, false)).toBe(3)
  })

  test('"stay" keeps the previous CPU, unless it is not allowed', () => {
    const view = new FakeFairView(flatTopology(2), 'stay')
    view.running(0)
    expect(placementOf(view).forWakeup(view.task(0), 1, false)).toBe(0)
    expect(placementOf(view).forWakeup(view.task(0, { affinity: [1] }), 0, false)).toBe(1)
  })
})

describe('wake_affine', () => {
  test("a synchronous wake-up from a CPU that runs only the waker comes to the waker's CPU", () => {
    const view = new FakeFairView(flatTopology(2))
    view.running(0)
    view.running(1)
    view.states.scanDepth[0] = 0
    expect(placementOf(view).forWakeup(view.task(1), 0, true)).toBe(0)
    expect(placementOf(view).forWakeup(view.task(1), 0, false)).toBe(1)
    expect(placementOf(view, { waIdle: false, waWeight: false }).forWakeup(view.task(1), 0, true)).toBe(1)
  })

  test('by load, and not without WA_WEIGHT', () => {
    const view = new FakeFairView(flatTopology(2))
    view.running(0)
    view.running(1)
    view.cpu(0, 1024, 1024)
    view.cpu(1, 4096, 1024)
    view.states.scanDepth[0] = 0
    expect(placementOf(view).forWakeup(view.task(1), 0, false)).toBe(0)
    expect(placementOf(view, { waWeight: false }).forWakeup(view.task(1), 0, false)).toBe(1)
  })

  test('a waker of many whose wakee wakes several too is wide, until its flips decay', () => {
    const view = new FakeFairView(flatTopology(2))
    const affinity = new WakeAffinity(view.utilisation, defaultMultiCpuSettings)
    affinity.ensure(8)
    const wakee = view.running(0)
    const other = view.task(1)
    const waker = view.task(1)
    affinity.wakes(0, waker)
    affinity.wakes(0, other)
    view.host.running[0] = waker
    // Two flips of the wakee are as many as CPUs; the waker needs twice as many.
    const got = [wakee, other, wakee, other, wakee].map((task) => affinity.wakes(0, task))
    expect(got).toEqual([false, false, false, false, true])
    view.host.now += 1_000_000_001
    expect(affinity.wakes(0, wakee)).toBe(false)
  })
})

describe('SMT', () => {
  const smt = layOutCpus({ ...shape, threadsPerCore: 2 })

  test('an idle core is preferred to an idle sibling', () => {
    const view = new FakeFairView(smt)
    for (const cpu of [0, 1, 5]) view.running(cpu)
    // From CPU 1: core 2 (CPUs 2 and 6) is wholly idle; CPU 4 is an idle sibling of CPU 0.
    expect(placementOf(view).forWakeup(view.task(1), 1, false)).toBe(2)
  })

  test('a failed core search takes what it saw and clears the hint; then the sibling comes first', () => {
    const view = new FakeFairView(smt)
    for (const cpu of [0, 1, 2, 3]) view.running(cpu)
    const placement = placementOf(view)
    expect(placement.forWakeup(view.task(1), 1, false)).toBe(6)
    expect(view.states.idleCoreHint[0]).toBe(0)
    expect(placement.forWakeup(view.task(1), 1, false)).toBe(5)
    // A core that becomes idle sets it again.
    view.take(view.host.running[3]!)
    expect(view.states.idleCoreHint[0]).toBe(1)
    expect(placement.forWakeup(view.task(1), 1, false)).toBe(3)
  })
})

test('the search does not leave the cache of its target', () => {
  const view = new FakeFairView(layOutCpus({ ...shape, llcs: 2, nodes: 2 }))
  for (const cpu of [0, 1, 2, 3]) view.running(cpu)
  expect(placementOf(view).forWakeup(view.task(1), 1, false)).toBe(1)
  // A waker on the idle node, loaded less: the target is there, and so is the search.
  view.running(5)
  view.cpu(1, 4096, 1024)
  expect(placementOf(view).forWakeup(view.task(1), 5, false)).toBe(6)
})

describe('CPUs of different capacity', () => {
  const hybrid = layOutCpus({ ...shape, cpus: 4, slowCpus: 2, slowCapacity: 512 })

  test('a task goes to an idle CPU that it fits, else to the largest idle one', () => {
    const view = new FakeFairView(hybrid)
    view.running(0)
    const placement = placementOf(view)
    const heavy = view.task(2, {}, 1024, 500)
    const light = view.task(2, {}, 1024, 100)
    // 500 * 1280 is more than 512 * 1024: its idle previous CPU 2 is too small.
    expect(placement.forWakeup(heavy, 2, false)).toBe(1)
    expect(placement.forWakeup(light, 2, false)).toBe(2)
    view.running(1)
    expect(placement.forWakeup(heavy, 2, false)).toBe(2)
  })
})

describe('a new task', () => {
  test('leaves a busy CPU for the one that went idle last', () => {
    const view = new FakeFairView(flatTopology(4))
    view.running(0)
    view.states.idleSinceNs[2] = 5
    expect(placementOf(view).forNew(view.task(0), 0)).toBe(1)
    const smt = new FakeFairView(layOutCpus({ ...shape, llcs: 2 }))
    for (const cpu of [0, 1]) smt.running(cpu)
    smt.states.idleSinceNs[6] = 5
    // The other cache has more idle CPUs; in it, CPU 6 went idle last; below that level it is alone and idle.
    expect(placementOf(smt).forNew(smt.task(0), 0)).toBe(6)
  })

  test('goes to the least loaded CPU where all are busy', () => {
    const view = new FakeFairView(flatTopology(3))
    for (const [cpu, load] of [
      [0, 4096],
      [1, 3072],
      [2, 1024],
    ] as const) {
      view.running(cpu)
      view.waiting(cpu)
      view.cpu(cpu, load, 1024, 2)
    }
    expect(placementOf(view).forNew(view.task(0), 0)).toBe(2)
    expect(placementOf(view).forNew(view.task(0, { affinity: [0, 1] }), 0)).toBe(1)
  })

  test('stays on its node while few tasks run there', () => {
    const machine = layOutCpus({ ...shape, cpus: 32, llcs: 2, nodes: 2 })
    const view = new FakeFairView(machine)
    view.running(0)
    const placement = placementOf(view)
    // Two tasks, one in eight of the node's CPUs, are tolerated; with the third it spreads.
    expect(placement.forNew(view.task(0), 0)).toBeLessThan(16)
    for (const cpu of [1, 2, 3]) view.running(cpu)
    expect(placement.forNew(view.task(0), 0)).toBeGreaterThanOrEqual(16)
  })

  test('a task that must move takes the allowed CPUs in turn', () => {
    const view = new FakeFairView(flatTopology(4))
    const placement = placementOf(view)
    const task = view.task(0, { affinity: [1, 3] })
    expect([1, 2, 3].map(() => placement.forMove(task))).toEqual([1, 3, 1])
  })
})
