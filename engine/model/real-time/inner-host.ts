// The machine as the policy below the real-time class sees it: the same one, except that it has timers of its own and
// that no real-time task is moved from the CPU that it runs on.
import type { PolicyHost } from '../../core/policy'
import type { RandomStream } from '../../core/random'
import type { TaskTable } from '../../core/task-table'
import type { GroupSpec, MachineSpec } from '../run-spec'

export class InnerHost implements PolicyHost {
  readonly machine: MachineSpec
  readonly cpus: number
  readonly tickNs: number
  readonly tasks: TaskTable
  readonly counters: PolicyHost['counters']
  readonly groups: readonly GroupSpec[]
  readonly running: Int32Array

  /** `firstTimer`: ids below it are the real-time class's own. `runsRealTime`: whether a CPU runs a real-time task. */
  constructor(
    private readonly outer: PolicyHost,
    private readonly firstTimer: number,
    private readonly runsRealTime: (cpu: number) => boolean,
    readonly higherClassUtil: (cpu: number) => number,
  ) {
    this.machine = outer.machine
    this.cpus = outer.cpus
    this.tickNs = outer.tickNs
    this.tasks = outer.tasks
    this.counters = outer.counters
    this.groups = outer.groups
    this.running = outer.running
  }

  get now(): number {
    return this.outer.now
  }

  requestResched(cpu: number, reason?: string): void {
    this.outer.requestResched(cpu, reason)
  }

  needsResched(cpu: number): boolean {
    return this.outer.needsResched(cpu)
  }

  migrate(task: number, cpu: number): void {
    this.outer.migrate(task, cpu)
  }

  pushRunning(cpu: number, target: number): void {
    if (!this.runsRealTime(cpu)) this.outer.pushRunning(cpu, target)
  }

  requestBalance(cpu: number, delayNs: number): void {
    this.outer.requestBalance(cpu, delayNs)
  }

  setTimer(at: number, id: number): void {
    this.outer.setTimer(at, this.firstTimer + id)
  }

  stream(name: string): RandomStream {
    return this.outer.stream(name)
  }
}
