// What a policy sees of a running simulation, and the state behind it: the clock, CPUs, tasks, requests to schedule,
// timers, and the record of decisions. The loop that moves all this is simulation.ts.
import type { EntityRow } from '../model/decisions'
import type { GroupSpec, MachineSpec, ParamValues, RunSpec } from '../model/run-spec'
import { type Counters, MOVED_AT_WAKEUP } from './counters'
import { CpuBursts } from './cpu-bursts'
import { DecisionLog } from './decision-log'
import { EventQueue } from './event-queue'
import { Interner } from './interner'
import type { Policy, PolicyHost } from './policy'
import { RandomStream } from './random'
import { Recorder } from './recorder'
import { IN_TICK, Reschedules } from './reschedules'
import { EXITED, SLEEPING, TaskTable } from './task-table'

/** Event kinds in their order at equal times: ends of bursts, ticks, then wake-ups. */
export const BURST_END = 0
export const TICK = 1
export const TIMER = 2
export const WAKE = 3
export const RESCHED = 4
export const BALANCE = 5
export const POLICY_TIMER = 6
/** A tick where the machine has them after wake-ups. */
export const LATE_TICK = 7

export abstract class SimulationHost implements PolicyHost {
  now = 0
  readonly machine: MachineSpec
  readonly cpus: number
  readonly tickNs: number
  readonly tasks: TaskTable
  readonly groups: readonly GroupSpec[]
  readonly running: Int32Array
  readonly recorder: Recorder
  /** Only where the run asks for the record of decisions. */
  readonly decisions: DecisionLog | null

  protected readonly queue = new EventQueue()
  protected readonly delays: RandomStream
  protected readonly reschedules: Reschedules
  protected readonly bursts: CpuBursts
  protected readonly tickArmed: Uint8Array
  protected readonly balanceArmed: Uint8Array
  /** Why the next task that changes CPU does so, as in counters. */
  protected moveCause = MOVED_AT_WAKEUP
  /** The task that is joining a queue; -1: none. */
  protected joining = -1
  /** TICK or LATE_TICK. */
  protected readonly tickKind: number
  private readonly tickPhaseNs: number
  /** Kernel code can be preempted; else a system call goes to its end first. */
  private readonly preemptsCalls: boolean
  private readonly seed: number

  constructor(spec: RunSpec, params: ParamValues) {
    const { machine } = spec
    this.machine = machine
    this.cpus = machine.cpus
    this.seed = spec.seed
    this.groups = spec.groups ?? []
    this.tasks = new TaskTable(machine.cpus, spec.seed, new Interner())
    this.running = new Int32Array(machine.cpus).fill(-1)
    this.recorder = new Recorder(this.tasks, machine.cpus)
    this.decisions = spec.record?.decisions === true ? new DecisionLog(machine.cpus) : null
    this.delays = this.stream('delays')
    this.reschedules = new Reschedules(machine.cpus, machine.costs, this.delays, (delay, cpu) => {
      this.queue.set(this.now + delay, RESCHED, cpu)
    })
    this.bursts = new CpuBursts(machine.topology)
    this.tickArmed = new Uint8Array(machine.cpus)
    this.balanceArmed = new Uint8Array(machine.cpus)
    this.tickNs = Math.round(1e9 / machine.hz)
    this.tickKind = machine.tickOrder === 'after-wakeups' ? LATE_TICK : TICK
    const phase = machine.tickPhaseNs ?? this.stream('tick-phase').between(0, this.tickNs - 1)
    this.tickPhaseNs = phase % this.tickNs
    this.preemptsCalls = (params['preempt'] ?? 'full') === 'full'
  }

  abstract migrate(task: number, cpu: number): void
  abstract pushRunning(cpu: number, target: number): void

  /** Events that wait. */
  get queued(): number {
    return this.queue.size
  }

  get counters(): Counters {
    return this.recorder.counters
  }

  stream(name: string): RandomStream {
    return new RandomStream(this.seed, name)
  }

  setTimer(at: number, id: number): void {
    this.queue.set(at, POLICY_TIMER, id)
  }

  requestBalance(cpu: number, delayNs: number): void {
    if (this.balanceArmed[cpu] === 1) return
    this.balanceArmed[cpu] = 1
    this.queue.set(this.now + delayNs, BALANCE, cpu)
  }

  requestResched(cpu: number, reason = ''): void {
    const task = this.running[cpu]!
    const inCall = !this.preemptsCalls && task >= 0 && this.isInCall(cpu, task)
    if (!this.reschedules.request(cpu, task < 0, inCall)) return
    this.recorder.counters.reschedRequests++
    this.decisions?.requested(cpu, this.causeOfRequest(), reason, this.joining)
  }

  needsResched(cpu: number): boolean {
    return this.reschedules.isNeeded(cpu)
  }

  /** Whether the task is inside a system call: it is paying the cost of one. */
  private isInCall(cpu: number, task: number): boolean {
    return this.tasks.stage[task] === 1 && this.bursts.isActive(cpu)
  }

  /** Ticks of all CPUs stand on one grid; a CPU that leaves idle joins it at its next point. */
  protected armTick(cpu: number): void {
    this.tickArmed[cpu] = 1
    const passed = Math.floor((this.now - this.tickPhaseNs) / this.tickNs) + 1
    this.queue.set(this.tickPhaseNs + passed * this.tickNs, this.tickKind, cpu)
  }

  private causeOfRequest(): string {
    if (this.joining >= 0) return this.moveCause === MOVED_AT_WAKEUP ? 'wake-up' : 'balance'
    return this.reschedules.context === IN_TICK ? 'tick' : 'timer'
  }

  protected logDecision(policy: Policy, cpu: number, prev: number, next: number): void {
    const log = this.decisions!
    if (!log.isAsked(cpu)) log.requested(cpu, this.causeAt(prev), '', -1)
    const rows: EntityRow[] = []
    const rule = policy.describe(cpu, next, (row) => rows.push(row))
    if (log.decided(this.now, cpu, prev, next, rule)) for (const row of rows) log.addRow(row)
  }

  /** Nobody asked for this decision: the task that ran went away or gave way. */
  private causeAt(prev: number): string {
    if (prev < 0) return 'idle'
    switch (this.tasks.state[prev]) {
      case SLEEPING:
        return 'block'
      case EXITED:
        return 'exit'
      default:
        return 'yield'
    }
  }
}
