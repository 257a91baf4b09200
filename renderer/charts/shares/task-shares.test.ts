// Rows of the share chart: matching over seeds and variants, order, and tasks that only one variant has.
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../contract/results'
import { buildTaskShares } from './task-shares'

const none = { count: 0, mean: null, p50: null, p90: null, p99: null, p999: null, max: null }
const run = (...shares: readonly (readonly [string, number])[]): RunRecord => ({
  seed: 1,
  digest: '0'.repeat(16),
  outcome: 'completed',
  outcomeDetail: null,
  events: 1,
  simulatedNs: 1,
  wallMs: 1,
  metrics: {},
  counters: null,
  tasks: shares.map(([name, cpuShare]) => ({
    name,
    nice: 0,
    cpuShare,
    cpuTimeNs: 1,
    switchesPerSecond: 0,
    preemptionsPerSecond: 0,
    migrations: 0,
    voluntarySwitches: null,
    involuntarySwitches: null,
    runDelayNs: null,
    waitNs: none,
    wakeupLatencyNs: none,
    runNs: none,
  })),
})

describe('buildTaskShares', () => {
  it('averages over seeds and sorts by the largest share', () => {
    const rows = buildTaskShares([
      { runs: [run(['small', 0.1], ['large', 0.6]), run(['small', 0.2], ['large', 0.8])] },
      { runs: [run(['small', 0.3], ['large', 0.5])] },
    ])
    expect(rows.map((row) => row.name)).toEqual(['large', 'small'])
    expect(rows[0]?.shares[0]).toEqual({ mean: 0.7, min: 0.6, max: 0.8, n: 2 })
    expect(rows[1]?.shares[1]).toEqual({ mean: 0.3, min: 0.3, max: 0.3, n: 1 })
  })

  it('keeps tasks of one name apart by their place', () => {
    const rows = buildTaskShares([{ runs: [run(['w', 0.2], ['w', 0.4]), run(['w', 0.2], ['w', 0.4])] }])
    expect(rows.map((row) => row.shares[0]?.mean)).toEqual([0.4, 0.2])
  })

  it('has null where a variant lacks the task or the number', () => {
    const rows = buildTaskShares([{ runs: [run(['a', 0.2])] }, { runs: [run(['b', Number.NaN])] }])
    expect(rows.find((row) => row.name === 'a')?.shares[1]).toBeNull()
    expect(rows.find((row) => row.name === 'b')?.shares).toEqual([null, null])
  })
})
