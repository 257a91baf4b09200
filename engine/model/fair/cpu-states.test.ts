// How long a CPU is idle on average: only time in which nothing, of any class, wanted it.
import { expect, test } from 'vitest'
import { flatTopology } from '../topology'
import { CpuStates } from './cpu-states'
import { buildTopology } from './domains'

const statesOf = (cpus: number): CpuStates => new CpuStates(buildTopology(flatTopology(cpus)))

test('time in which a real-time task or the stopper thread has the CPU is no idle period', () => {
  const states = statesOf(2)
  states.add(0, 1, 0)
  states.setOccupied(0, true, 1e9)
  const before = states.averageIdleNs[0]
  for (let at = 1e9; at < 1.05e9; at += 1e6) {
    states.addRealTime(0, 1, at)
    states.setOccupied(0, false, at)
    states.addRealTime(0, -1, at + 10_000)
    states.setOccupied(0, true, at + 10_000)
  }
  expect(states.averageIdleNs[0]).toBe(before)
})

test('an idle period ends when a real-time task comes, and begins when the last one goes', () => {
  const states = statesOf(1)
  states.addRealTime(0, 1, 8e6)
  expect(states.averageIdleNs[0]).toBe(1e6)
  states.addRealTime(0, -1, 9e6)
  expect(states.idleSinceNs[0]).toBe(9e6)
  states.add(0, 1, 0)
  states.setOccupied(0, true, 9e6 + 200_000)
  expect(states.averageIdleNs[0]).toBe(900_000)
})
