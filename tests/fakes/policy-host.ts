// A policy host without a simulation: time stands where the test puts it, and requests are remembered.
import type { PolicyHost } from '../../engine/core/policy'
import { Counters } from '../../engine/core/counters'
import { Interner } from '../../engine/core/interner'
import { RandomStream } from '../../engine/core/random'
import { TaskTable } from '../../engine/core/task-table'
import type { MachineSpec, TaskSpec } from '../../engine/model/run-spec'
import { machineOf } from '../support/run-specs'

export class FakePolicyHost implements PolicyHost {
  now = 0
  readonly tickNs = 1_000_000
  readonly machine: MachineSpec
  readonly tasks: TaskTable
  readonly groups = []
  readonly counters = new Counters()
  readonly running: Int32Array
  readonly asked = new Set<number>()

  constructor(readonly cpus = 1) {
    this.machine = machineOf({ cpus, hz: 1000 })
    this.tasks = new TaskTable(cpus, 1, new Interner())
    this.running = new Int32Array(cpus).fill(-1)
  }

  /** Adds a task that does nothing by itself. */
  addTask(spec: Partial<TaskSpec> = {}): number {
    return this.tasks.add(
      {
        name: 't',
        nice: 0,
        policy: 'other',
        affinity: null,
        sliceNs: null,
        startNs: 0,
        program: [],
        ...spec,
      },
      0,
      0,
    )
  }

  requestResched(cpu: number): void {
    this.asked.add(cpu)
  }

  needsResched(cpu: number): boolean {
    return this.asked.has(cpu)
  }

  migrate(): void {
    throw new Error('nothing migrates here')
  }

  pushRunning(): void {
    throw new Error('nothing is pushed here')
  }

  setTimer(): void {
    throw new Error('no timer is set here')
  }

  requestBalance(): void {
    throw new Error('nothing balances here')
  }

  stream(name: string): RandomStream {
    return new RandomStream(1, name)
  }
}
