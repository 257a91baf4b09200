// A fair class without queues: tasks are put on CPUs by the test, averages are what the test says, and moves are
// carried out and remembered.
import type { CpuSpec, MachineSpec, TaskSpec } from '../../engine/model/run-spec'
import { POLICY_IDLE, RUNNABLE, RUNNING, SLEEPING } from '../../engine/core/task-table'
import { CpuStates } from '../../engine/model/fair/cpu-states'
import { buildTopology, type Topology } from '../../engine/model/fair/domains'
import type { FairView } from '../../engine/model/fair/fair-view'
import { PeltTable } from '../../engine/model/fair/pelt'
import { TaskLists } from '../../engine/model/fair/task-lists'
import { UtilEstimates } from '../../engine/model/fair/util-estimates'
import { Utilisation } from '../../engine/model/fair/utilisation'
import { machineOf } from '../support/run-specs'
import { FakePolicyHost } from './policy-host'

/** Time by which averages have settled, ns. */
const SETTLED_NS = 5e9

class ManyCpuHost extends FakePolicyHost {
  override readonly machine: MachineSpec
  view: FakeFairView | null = null
  /** [task, from, to] */
  readonly moves: [number, number, number][] = []
  readonly pushes: [number, number, number][] = []
  readonly balances: [number, number][] = []

  constructor(topology: readonly CpuSpec[], wakePlacement: 'stock' | 'stay') {
    super(topology.length)
    this.machine = machineOf({ cpus: topology.length, hz: 1000, topology, wakePlacement })
  }

  override migrate(task?: number, cpu?: number): void {
    if (task === undefined || cpu === undefined) throw new Error('what moves where?')
    const from = this.tasks.cpu[task] ?? -1
    this.moves.push([task, from, cpu])
    this.view?.take(task)
    this.view?.queue(task, cpu)
  }

  override pushRunning(cpu?: number, target?: number): void {
    if (cpu === undefined || target === undefined) throw new Error('what is pushed where?')
    const task = this.running[cpu] ?? -1
    this.pushes.push([task, cpu, target])
    this.view?.take(task)
    this.view?.queue(task, target)
  }

  override requestBalance(cpu?: number, delayNs?: number): void {
    this.balances.push([cpu ?? -1, delayNs ?? -1])
  }
}

export class FakeFairView implements FairView {
  readonly host: ManyCpuHost
  readonly topology: Topology
  readonly states: CpuStates
  readonly lists: TaskLists
  readonly estimates: UtilEstimates
  readonly taskAverages = new PeltTable()
  readonly cpuAverages: PeltTable
  readonly utilisation: Utilisation
  skipsIneligible = false
  readonly delayed = new Set<number>()
  readonly ineligible = new Set<number>()
  readonly ran = new Map<number, number>()
  readonly refreshed: number[] = []
  buddy = -1
  readonly realTime = new Map<number, number>()

  constructor(topology: readonly CpuSpec[], wakePlacement: 'stock' | 'stay' = 'stock') {
    const cpus = topology.length
    this.host = new ManyCpuHost(topology, wakePlacement)
    this.host.view = this
    this.host.now = SETTLED_NS
    this.topology = buildTopology(topology)
    this.states = new CpuStates(this.topology)
    this.lists = new TaskLists(cpus)
    this.estimates = new UtilEstimates(cpus, true)
    this.cpuAverages = new PeltTable(cpus)
    this.utilisation = new Utilisation(this, this.topology)
  }

  /** A sleeping task with these averages that was last on `cpu`. */
  task(cpu: number, spec: Partial<TaskSpec> = {}, load = 1024, util = 0): number {
    const task = this.host.addTask(spec)
    this.host.tasks.cpu[task] = cpu
    this.taskAverages.ensure(task + 1)
    this.lists.ensure(task + 1)
    this.estimates.ensure(task + 1)
    this.taskAverages.update(task, SETTLED_NS, load, 1, 1, util)
    return task
  }

  /** Puts a task on a CPU's queue. */
  queue(task: number, cpu: number): number {
    const { tasks } = this.host
    tasks.cpu[task] = cpu
    tasks.state[task] = RUNNABLE
    this.states.add(cpu, 1, tasks.policy[task] === POLICY_IDLE ? 1 : 0)
    this.lists.moveToHead(cpu, task)
    return task
  }

  /** A new task that waits on a CPU. */
  waiting(cpu: number, spec: Partial<TaskSpec> = {}, load = 1024, util = 0): number {
    return this.queue(this.task(cpu, spec, load, util), cpu)
  }

  /** A new task that runs on a CPU. */
  running(cpu: number, spec: Partial<TaskSpec> = {}, load = 1024, util = 0): number {
    const task = this.waiting(cpu, spec, load, util)
    this.host.running[cpu] = task
    this.host.tasks.state[task] = RUNNING
    this.states.setOccupied(cpu, true, this.host.now)
    return task
  }

  /** Takes a task off its queue, and its CPU if it runs. */
  take(task: number): void {
    const { tasks, running, now } = this.host
    const cpu = tasks.cpu[task] ?? -1
    this.states.add(cpu, -1, tasks.policy[task] === POLICY_IDLE ? -1 : 0)
    this.lists.remove(task)
    tasks.state[task] = SLEEPING
    if (running[cpu] !== task) return
    running[cpu] = -1
    this.states.setOccupied(cpu, false, now)
  }

  /** Sets the averages of a CPU; each from zero. */
  cpu(cpu: number, load: number, util: number, runnable = util / 1024): void {
    this.cpuAverages.update(cpu, SETTLED_NS, load, runnable, 1, util)
  }

  refreshCpu(cpu: number): void {
    this.refreshed.push(cpu)
  }

  refreshTask(): void {
    // Averages are what the test says.
  }

  loadOf(task: number): number {
    return this.taskAverages.load(task)
  }

  isDelayed(task: number): boolean {
    return this.delayed.has(task)
  }

  isEligible(task: number): boolean {
    return !this.ineligible.has(task)
  }

  isNextBuddy(task: number): boolean {
    return task === this.buddy
  }

  execStart(task: number): number {
    return this.ran.get(task) ?? 0
  }

  isThrottled(): boolean {
    return false
  }

  realTimeUtil(cpu: number): number {
    return this.realTime.get(cpu) ?? 0
  }
}
