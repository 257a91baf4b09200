// Parts of a workload do not share timers or pipes, whatever their tasks are called.
import { expect, test } from 'vitest'
import { simulate } from '../../../engine'
import { planRuns, resolveExperiment } from './index'

function sharesOf(workload: object[]): number[] {
  const file = {
    version: 1,
    name: 'x',
    machine: { id: 'generic', params: { cpus: 8 } },
    workload,
    variants: [{ name: 'v', policy: 'eevdf' }],
    duration: '1s',
    seeds: 1,
  }
  const resolution = resolveExperiment(JSON.stringify(file), 'x.json', null)
  if ('problems' in resolution) throw new Error(JSON.stringify(resolution.problems))
  const [planned] = planRuns(resolution.experiment)
  return simulate(planned!.spec)!.tasks.map(({ cpuShare }) => Math.round(cpuShare * 100) / 100)
}

test('periodic parts whose task names meet keep their own timers', () => {
  const periodic = (name: string, count: number) => ({ id: 'periodic', name, params: { count } })
  expect(sharesOf([periodic('a', 2), periodic('a-0', 1)])).toEqual([0.1, 0.1, 0.1])
})

test('an rt-app timer and a generator of the same name are two', () => {
  const task = { run: 1000, timer: { ref: 'audio-timer', period: 10000 } }
  const shares = sharesOf([{ rtApp: { tasks: { x: task } } }, { id: 'periodic', name: 'audio' }])
  expect(shares).toEqual([0.1, 0.1])
})

test('pairs of two ping-pong parts wake only each other', () => {
  const pair = (name: string, pairs: number) => ({ id: 'ping-pong', name, params: { pairs } })
  expect(sharesOf([pair('p', 2), pair('p-0', 1)])).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
})
