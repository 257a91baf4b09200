// When two groups are out of balance and by how much: the vector, and amounts that were worked out by hand.
import { describe, expect, test } from 'vitest'
import { FakeFairView } from '../../../tests/fakes/fair-view'
import { vector } from '../../../tests/support/vectors'
import type { CpuSpec } from '../run-spec'
import { flatTopology, layOutCpus } from '../topology'
import { BY_LOAD, BY_TASKS, BY_UTIL, IDLE, BalanceAttempt } from './balance-attempt'
import type { DomainGroup } from './domains'
import { FULLY_BUSY, GroupStats, HAS_SPARE, OVERLOADED } from './group-stats'
import { setImbalance, siblingImbalance } from './imbalance'

const shape = { cpus: 8, threadsPerCore: 1, llcs: 1, nodes: 1, slowCpus: 0, slowCapacity: 1024 }

const stats = (given: Partial<GroupStats>): GroupStats => Object.assign(new GroupStats(), given)
const groupOf = (cores: number, isSmt = false): DomainGroup => ({
  id: 0,
  cpus: Int32Array.from({ length: cores }, (_, i) => i),
  capacity: 1024 * cores,
  minCapacity: 1024,
  maxCapacity: 1024,
  cores,
  isSmt,
})

test('T73: tasks to move to spare capacity inside one cache', () => {
  interface Row {
    local_nr: number
    busiest_nr: number
    local_idle: number
    busiest_idle: number
    busiest_group_cpus: number
  }
  const { inputs, expected } = vector<{ rows: Row[] }, { rows: { tasks_to_move: number }[] }>('T73')
  const got = inputs.rows.map((row) => {
    const { topology } = new FakeFairView(flatTopology(8))
    const attempt = new BalanceAttempt(topology)
    attempt.begin(0, 0, IDLE, 0)
    const group = groupOf(row.busiest_group_cpus)
    const goesOn = setImbalance(
      attempt,
      stats({ group, type: HAS_SPARE, tasks: row.local_nr, idleCpus: row.local_idle, weight: group.cores }),
      stats({
        group,
        type: FULLY_BUSY,
        tasks: row.busiest_nr,
        fairTasks: row.busiest_nr,
        idleCpus: row.busiest_idle,
        weight: group.cores,
      }),
      { load: 0, capacity: 8192 },
    )
    return { tasks_to_move: goesOn ? attempt.imbalance : 0 }
  })
  expect(got).toEqual(expected.rows)
})

describe('the amount', () => {
  const attemptOf = (topology: readonly CpuSpec[], index: number): BalanceAttempt => {
    const attempt = new BalanceAttempt(new FakeFairView(topology).topology)
    attempt.begin(0, index, IDLE, 0)
    return attempt
  }

  test('between two overloaded groups is what brings both to the mean', () => {
    const attempt = attemptOf(flatTopology(2), 0)
    const local = stats({ group: groupOf(1), type: OVERLOADED, averageLoad: 2000, capacity: 1024 })
    const busiest = stats({ group: groupOf(1), type: OVERLOADED, averageLoad: 4000, capacity: 1024 })
    expect(setImbalance(attempt, local, busiest, { load: 6000, capacity: 2048 })).toBe(true)
    expect([attempt.migration, attempt.imbalance]).toEqual([BY_LOAD, 1000])
    // Within 17 %: nothing.
    busiest.averageLoad = 2340
    expect(setImbalance(attempt, local, busiest, { load: 4340, capacity: 2048 })).toBe(false)
  })

  test('is all that the local group lacks where the mean is above the busiest, as unsigned numbers have it', () => {
    const attempt = attemptOf(flatTopology(4), 0)
    const local = stats({ group: groupOf(1), type: FULLY_BUSY, load: 1024, capacity: 1024 })
    const busiest = stats({ group: groupOf(1), type: OVERLOADED, averageLoad: 3072, capacity: 1024 })
    expect(setImbalance(attempt, local, busiest, { load: 15_692, capacity: 4096 })).toBe(true)
    expect([attempt.migration, attempt.imbalance]).toEqual([BY_LOAD, 2899])
  })

  test('across caches fills the spare utilisation, or is one task', () => {
    const attempt = attemptOf(layOutCpus({ ...shape, llcs: 2 }), 1)
    const local = stats({ group: groupOf(4), type: HAS_SPARE, capacity: 4096, util: 3000 })
    const busiest = stats({ group: groupOf(4), type: OVERLOADED, tasks: 6, fairTasks: 6, averageLoad: 1500 })
    expect(setImbalance(attempt, local, busiest, { load: 0, capacity: 8192 })).toBe(true)
    expect([attempt.migration, attempt.imbalance]).toEqual([BY_UTIL, 1096])
    local.util = 5000
    setImbalance(attempt, local, busiest, { load: 0, capacity: 8192 })
    expect([attempt.migration, attempt.imbalance]).toEqual([BY_TASKS, 1])
  })

  test('spreads over cores by tasks per core', () => {
    const one = stats({ group: groupOf(1), tasks: 0 })
    expect(siblingImbalance(one, stats({ group: groupOf(1), tasks: 3 }), IDLE)).toBe(3)
    // Two tasks per core against none: 2 * 1 * 4 + 3 over 3, rounded down.
    expect(siblingImbalance(one, stats({ group: groupOf(2), tasks: 4 }), IDLE)).toBe(3)
    expect(siblingImbalance(one, stats({ group: groupOf(8), tasks: 2 }), IDLE)).toBe(2)
  })
})
