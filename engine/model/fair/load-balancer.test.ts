// Load balancing: the vector of its intervals, and each kind of attempt on a situation that was worked out by hand.
import { MOVED_ACTIVE, MOVED_KICKED, MOVED_NEWLY_IDLE, MOVED_PERIODIC } from '../../core/counters'
import { describe, expect, test } from 'vitest'
import { FakeFairView } from '../../../tests/fakes/fair-view'
import { vector } from '../../../tests/support/vectors'
import type { CpuSpec } from '../run-spec'
import { flatTopology, layOutCpus } from '../topology'
import { balanceIntervalTicks, KICK_DELAY_NS, LoadBalancer } from './load-balancer'
import { defaultMultiCpuSettings, type MultiCpuSettings } from './multi-cpu-settings'

const shape = { cpus: 8, threadsPerCore: 1, llcs: 1, nodes: 1, slowCpus: 0, slowCapacity: 1024 }
const TICK_NS = 1_000_000

interface Bench {
  readonly view: FakeFairView
  readonly balancer: LoadBalancer
}

function bench(topology: readonly CpuSpec[], settings: Partial<MultiCpuSettings> = {}): Bench {
  const view = new FakeFairView(topology)
  return { view, balancer: new LoadBalancer(view.utilisation, { ...defaultMultiCpuSettings, ...settings }) }
}

test('T71: balance intervals', () => {
  const { inputs, expected } = vector<
    { rows: { domain_cpus: number; online_cpus: number; hz: number }[] },
    { rows: { min_ms: number; max_ms: number; idle_jiffies: number; busy_jiffies: number }[] }
  >('T71')
  const got = inputs.rows.map(({ domain_cpus, online_cpus, hz }) => {
    const domain = new FakeFairView(flatTopology(domain_cpus)).topology.domains[0]![0]!
    return {
      min_ms: domain.minIntervalMs,
      max_ms: domain.maxIntervalMs,
      idle_jiffies: balanceIntervalTicks(domain.minIntervalMs, false, hz, online_cpus),
      busy_jiffies: balanceIntervalTicks(domain.minIntervalMs, true, hz, online_cpus),
    }
  })
  expect(got).toEqual(expected.rows)
})

describe('a CPU that goes idle', () => {
  test('pulls one task, from the tail of the busiest queue', () => {
    const { view, balancer } = bench(flatTopology(4))
    view.running(0)
    view.running(1)
    for (const load of [2048, 3072] as const) view.cpu(load === 2048 ? 0 : 1, load, 1024, load / 1024)
    view.waiting(0)
    const first = view.waiting(1)
    view.waiting(1)
    expect(balancer.newIdle(2)).toBe(true)
    // The running task went to the head first, so it is the tail: looked at in vain, then the one after it.
    expect(view.host.moves).toEqual([[first, 1, 2]])
    expect(view.host.counters.pulls[MOVED_NEWLY_IDLE]).toBe(1)
  })

  test('does not try while nobody has two tasks, or its idle periods are too short', () => {
    const { view, balancer } = bench(flatTopology(2))
    view.running(0)
    expect(balancer.newIdle(1)).toBe(false)
    view.waiting(0)
    view.states.averageIdleNs[1] = 19_999
    expect(balancer.newIdle(1)).toBe(false)
    expect(view.host.counters.attempts[MOVED_NEWLY_IDLE]).toBe(0)
    view.states.averageIdleNs[1] = 20_000
    expect(balancer.newIdle(1)).toBe(true)
  })

  test('leaves cache-hot tasks, delayed sleepers and those that may not come', () => {
    const { view, balancer } = bench(flatTopology(2))
    view.running(0)
    const hot = view.waiting(0)
    view.ran.set(hot, view.host.now - 499_999)
    view.waiting(0, { affinity: [0] })
    const delayed = view.waiting(0)
    view.delayed.add(delayed)
    expect(balancer.newIdle(1)).toBe(false)
    view.ran.set(hot, view.host.now - 500_000)
    expect(balancer.newIdle(1)).toBe(true)
    expect(view.host.moves).toEqual([[hot, 0, 1]])
  })

  test('with migration cost 0 nothing is hot', () => {
    const { view, balancer } = bench(flatTopology(2), { migrationCostNs: 0 })
    view.running(0)
    view.ran.set(view.waiting(0), view.host.now)
    expect(balancer.newIdle(1)).toBe(true)
  })

  test('looks at nrMigrate tasks only', () => {
    const { view, balancer } = bench(flatTopology(2), { nrMigrate: 2 })
    view.running(0)
    for (let i = 0; i < 2; i++) view.waiting(0, { affinity: [0] })
    view.waiting(0)
    // Tail: the running one and a pinned one; they go to the head, so the next attempt gets further.
    expect(balancer.newIdle(1)).toBe(false)
    expect(balancer.newIdle(1)).toBe(true)
  })

  test('finds the same CPU in the quick search as a fully busy one outranks those with spare capacity', () => {
    const { view, balancer } = bench(flatTopology(4))
    // CPU 0 has two light tasks; CPU 1 one heavy task: the kernel takes CPU 1 for the busiest, and gets nothing.
    view.running(0)
    view.waiting(0)
    view.cpu(0, 500, 300, 0.4)
    view.running(1)
    view.cpu(1, 1024, 1024, 1)
    expect(balancer.newIdle(2)).toBe(false)
    view.take(view.host.running[1]!)
    expect(balancer.newIdle(2)).toBe(true)
  })

  test('goes up level by level, as far as its idle time pays', () => {
    const { view, balancer } = bench(layOutCpus({ ...shape, llcs: 2, nodes: 2 }))
    view.running(4)
    view.waiting(4)
    view.cpu(4, 2048, 1024, 2)
    view.states.averageIdleNs[0] = 69_999
    expect(balancer.newIdle(0)).toBe(false)
    view.states.averageIdleNs[0] = 70_000
    expect(balancer.newIdle(0)).toBe(false)
    // Two tasks on a node of four CPUs are no reason; an overloaded node is.
    for (const cpu of [4, 5, 6, 7]) {
      if (cpu > 4) view.running(cpu)
      view.waiting(cpu, {}, 1024, 300)
      view.cpu(cpu, 2048, 1024, 2)
    }
    expect(balancer.newIdle(0)).toBe(true)
    expect(view.host.moves[0]?.[2]).toBe(0)
  })

  test('looks at the next busiest CPU with a fresh count where all tasks of the first are pinned', () => {
    const { view, balancer } = bench(flatTopology(3))
    view.running(0, { affinity: [0] })
    view.cpu(0, 5120, 1024, 5)
    for (let i = 0; i < 4; i++) view.waiting(0, { affinity: [0] })
    view.running(1)
    const free = view.waiting(1)
    view.cpu(1, 2048, 1024, 2)
    for (let i = 0; i < 2 && view.host.moves.length === 0; i++) balancer.newIdle(2)
    expect(view.host.moves).toEqual([[free, 1, 2]])
  })

  test('NI_RANDOM counts attempts that could not help, on levels where nobody has two tasks, as failed', () => {
    const { view, balancer } = bench(layOutCpus({ ...shape, llcs: 2 }), { niRandom: true })
    // Overloaded is only this cache, by a pinned task: the level above it never helps.
    view.running(1, { affinity: [1] })
    view.waiting(1, { affinity: [1] })
    for (let i = 0; i < 5000; i++) balancer.newIdle(0)
    // Now only the other cache is, and its tasks cannot come either.
    view.running(4, { affinity: [4] })
    for (let i = 0; i < 8; i++) view.waiting(4, { affinity: [4] })
    view.take(view.waiting(1))
    const before = view.host.counters.attempts[MOVED_NEWLY_IDLE]!
    for (let i = 0; i < 500; i++) balancer.newIdle(0)
    // Two levels, each tried a few times of 500 at most.
    expect(view.host.counters.attempts[MOVED_NEWLY_IDLE]! - before).toBeLessThan(50)
  })

  test('NI_RANDOM skips attempts where they have seldom helped', () => {
    const { view, balancer } = bench(flatTopology(2), { niRandom: true })
    view.running(0)
    view.waiting(0, { affinity: [0] })
    const tries = 20_000
    for (let i = 0; i < tries; i++) balancer.newIdle(1)
    const early = view.host.counters.attempts[MOVED_NEWLY_IDLE]!
    expect(early).toBeLessThan(tries / 4)
    expect(early).toBeGreaterThan(0)
  })
})

describe('a tick with waiting tasks', () => {
  test('kicks the first idle CPU, which pulls 20 us later, half the difference', () => {
    const { view, balancer } = bench(flatTopology(4))
    const running = view.running(0)
    const waiting = [view.waiting(0), view.waiting(0), view.waiting(0)]
    view.running(1)
    balancer.tick(0, running)
    expect(view.host.balances).toEqual([[2, KICK_DELAY_NS]])
    view.cpu(0, 4096, 1024, 4)
    view.cpu(1, 1024, 1024, 1)
    // CPU 3 is served first and takes two of four; CPU 2 then finds two on CPU 0 and 3 and takes one.
    expect(balancer.kicked(2)).toBe(true)
    expect(view.host.moves).toEqual([
      [waiting[0], 0, 3],
      [waiting[1], 0, 3],
      [waiting[2], 0, 2],
    ])
  })

  test('does not kick twice within a tick, nor an idle machine, nor for one task', () => {
    const { view, balancer } = bench(flatTopology(2))
    const running = view.running(0)
    balancer.tick(0, running)
    expect(view.host.balances).toEqual([])
    view.waiting(0)
    balancer.tick(0, running)
    balancer.tick(0, running)
    expect(view.host.balances.length).toBe(1)
    view.running(1)
    view.host.now += TICK_NS
    balancer.tick(0, running)
    expect(view.host.balances.length).toBe(1)
  })

  test('pinned tasks make the intervals longer, up to 512 ms', () => {
    const { view, balancer } = bench(flatTopology(2))
    const running = view.running(0, { affinity: [0] })
    view.waiting(0, { affinity: [0] })
    let attempts = 0
    let last = 0
    let longest = 0
    for (let i = 0; i < 3000; i++) {
      view.host.now += TICK_NS
      balancer.tick(0, running)
      balancer.kicked(1)
      if (view.host.counters.attempts[MOVED_KICKED]! === attempts) continue
      attempts = view.host.counters.attempts[MOVED_KICKED]!
      longest = Math.max(longest, i - last)
      last = i
    }
    expect(view.host.moves).toEqual([])
    // 2, 4, ... 512 ms, but never longer than HZ * CPUs / 10.
    expect(longest).toBe(200)
  })
})

describe('busy CPUs', () => {
  test('even out load between them, when it is due', () => {
    const { view, balancer } = bench(flatTopology(2))
    const here = view.running(0)
    view.waiting(0)
    view.running(1)
    for (let i = 0; i < 5; i++) view.waiting(1)
    view.cpu(0, 2048, 1024, 2)
    view.cpu(1, 6144, 1024, 6)
    balancer.tick(0, here)
    // (6144 - 4096) of load: two tasks.
    expect(view.host.moves.length).toBe(2)
    // The next attempt comes 31 ticks later: 2 ms * 16 in ticks, less one.
    for (let i = 1; i <= 31; i++) {
      expect(view.host.counters.attempts[MOVED_PERIODIC]).toBe(1)
      view.host.now += TICK_NS
      balancer.tick(0, here)
    }
    expect(view.host.counters.attempts[MOVED_PERIODIC]).toBe(2)
  })

  test('search depth follows the utilisation of the cache', () => {
    const { view, balancer } = bench(flatTopology(2))
    const here = view.running(0)
    view.running(1)
    for (const cpu of [0, 1]) view.cpu(cpu, 1024, 0.45 * 1024)
    expect(view.states.scanDepth[0]).toBe(2)
    balancer.tick(0, here)
    expect(view.states.scanDepth[0]).toBe(1)
    const busy = bench(flatTopology(2))
    const task = busy.view.running(0)
    busy.view.running(1)
    for (const cpu of [0, 1]) busy.view.cpu(cpu, 1024, 0.88 * 1024)
    busy.balancer.tick(0, task)
    expect(busy.view.states.scanDepth[0]).toBe(0)
  })

  test('leave ineligible tasks where they are until an attempt has failed', () => {
    const { view, balancer } = bench(flatTopology(2))
    view.skipsIneligible = true
    const here = view.running(0)
    view.running(1)
    view.cpu(0, 1024, 1024, 1)
    view.cpu(1, 6144, 1024, 6)
    for (let i = 0; i < 5; i++) view.ineligible.add(view.waiting(1))
    balancer.tick(0, here)
    expect(view.host.moves).toEqual([])
    view.host.now += 31 * TICK_NS
    balancer.tick(0, here)
    expect(view.host.moves.length).toBeGreaterThan(0)
  })

  test('only the first CPU of a group balances for it', () => {
    const { view, balancer } = bench(layOutCpus({ ...shape, llcs: 2 }))
    const tasks = [0, 1, 2, 3].map((cpu) => view.running(cpu))
    tasks.forEach((task, cpu) => {
      balancer.tick(cpu, task)
    })
    // Each its own cache; across caches CPU 0 acts, the others only ask.
    expect(view.host.counters.attempts[MOVED_PERIODIC]).toBe(8)
    expect(view.host.balances.length).toBe(1)
  })
})

describe('active balance', () => {
  test('two tasks on one core, an idle core: the second thread is moved after failures', () => {
    const { view, balancer } = bench(layOutCpus({ ...shape, cpus: 4, threadsPerCore: 2 }))
    const a = view.running(0)
    view.running(2)
    for (const cpu of [0, 2]) view.cpu(cpu, 1024, 1024, 1)
    for (let i = 0; i < 400 && view.host.pushes.length === 0; i++) {
      view.host.now += TICK_NS
      balancer.tick(0, a)
      const kicked = view.host.balances.pop()
      if (kicked !== undefined) balancer.kicked(kicked[0])
    }
    // Neither thread can be pulled, each is alone on its CPU: 1 + 2 failures, then the stopper thread pushes one.
    expect(view.host.pushes.length).toBe(1)
    expect([1, 3]).toContain(view.host.pushes[0]?.[2])
    expect(view.host.counters.pulls[MOVED_ACTIVE]).toBe(1)
  })

  test('a task that is too large for its CPU goes to an idle larger one', () => {
    const hybrid = layOutCpus({ ...shape, cpus: 4, slowCpus: 2, slowCapacity: 512 })
    const { view, balancer } = bench(hybrid)
    const heavy = view.running(2, {}, 1024, 500)
    view.cpu(2, 1024, 500, 1)
    balancer.picked(2, heavy)
    expect(balancer.newIdle(0)).toBe(false)
    // The CPU is in the middle of a switch: the push follows as soon as it is idle.
    expect(view.host.pushes).toEqual([])
    const [[cpu] = [-1]] = view.host.balances
    expect(cpu).toBe(0)
    balancer.kicked(0)
    expect(view.host.pushes).toEqual([[heavy, 2, 0]])
  })

  test('a task that fits stays on its slow CPU, and none is pulled to a smaller one', () => {
    const hybrid = layOutCpus({ ...shape, cpus: 4, slowCpus: 2, slowCapacity: 512 })
    const { view, balancer } = bench(hybrid)
    balancer.picked(2, view.running(2, {}, 1024, 300))
    view.cpu(2, 1024, 300, 1)
    const large = view.running(0, {}, 1024, 900)
    view.cpu(0, 1024, 900, 1)
    balancer.tick(0, large)
    expect(balancer.newIdle(1)).toBe(false)
    expect(balancer.newIdle(3)).toBe(false)
    expect(view.host.balances).toEqual([])
  })

  test('a CPU that a real-time task keeps busy gives its only fair task away', () => {
    const { view, balancer } = bench(flatTopology(2))
    const task = view.running(0)
    view.realTime.set(0, 600)
    view.cpu(0, 1024, 424, 1)
    balancer.tick(0, task)
    expect(view.host.balances.length).toBe(1)
    balancer.kicked(1)
    expect(view.host.pushes).toEqual([[task, 0, 1]])
  })
})
