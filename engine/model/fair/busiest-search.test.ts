// The quick searches of a CPU that goes idle find what a look at every CPU finds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FakeFairView } from '../../../tests/fakes/fair-view'
import { layOutCpus, type MachineShape } from '../topology'
import { BalanceAttempt, NEWLY_IDLE } from './balance-attempt'
import { BusiestSearch } from './busiest-search'
import { MisfitTasks } from './misfit-tasks'

const flat = { cpus: 12, threadsPerCore: 1, llcs: 1, nodes: 1, slowCpus: 0, slowCapacity: 1024 }
const machines: readonly (readonly [string, MachineShape])[] = [
  ['single CPUs', flat],
  ['caches', { ...flat, llcs: 3 }],
  ['SMT, caches and nodes', { ...flat, cpus: 16, threadsPerCore: 2, llcs: 4, nodes: 2 }],
  ['nodes of one cache', { ...flat, llcs: 2, nodes: 2 }],
]

/** Tasks, load per task and utilisation of a CPU. */
const cpuState = fc.record({ tasks: fc.nat(3), load: fc.constantFrom(300, 1024, 3000), util: fc.nat(1024) })

test.each(machines)('%s', (_, shape) => {
  fc.assert(
    fc.property(fc.array(cpuState, { minLength: shape.cpus, maxLength: shape.cpus }), (states) => {
      const view = new FakeFairView(layOutCpus(shape))
      states.forEach(({ tasks, load, util }, cpu) => {
        if (cpu === 0) return
        for (let i = 0; i < tasks; i++)
          if (i === 0) view.running(cpu)
          else view.waiting(cpu)
        view.cpu(cpu, load * tasks, util, tasks)
      })
      // CPU 0 is about to go idle: it still stands in the switch away from its last task.
      view.states.setOccupied(0, true, view.host.now)
      const misfits = new MisfitTasks(view.utilisation)
      const quick = new BusiestSearch(view.utilisation, misfits)
      const thorough = new BusiestSearch(view.utilisation, misfits, false)
      const attempt = new BalanceAttempt(view.topology)
      const find = (search: BusiestSearch, index: number): unknown[] => {
        attempt.begin(0, index, NEWLY_IDLE, 0)
        const found: unknown[] = []
        // Each CPU that was found is ruled out, as if nothing on it could move.
        while (search.findGroup(attempt) && search.findCpu(attempt)) {
          found.push([attempt.busiest!.id, attempt.migration, attempt.imbalance, attempt.source])
          attempt.ruleOut(attempt.source)
        }
        return found
      }
      view.topology.domains[0]!.forEach((_domain, index) => {
        expect(find(quick, index)).toEqual(find(thorough, index))
      })
    }),
    { numRuns: 300 },
  )
})
