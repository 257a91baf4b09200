// What a scheduling policy is to the engine: hooks modelled on the kernel's scheduling class, and the narrow view of
// the machine that it gets. Only the engine changes task and CPU state; a policy changes its own queues and asks for
// reschedules and migrations.
import type { GroupSpec, MachineSpec, ParamValues } from '../model/run-spec'
import type { EntityRow } from '../model/decisions'
import type { Counters } from './counters'
import type { RandomStream } from './random'
import type { TaskTable } from './task-table'

/** Why a task joins a queue; bits. */
export const ENQUEUE_WAKEUP = 1
export const ENQUEUE_MIGRATED = 2
export const ENQUEUE_NEW = 4
/** The waker is about to sleep (WF_SYNC). */
export const ENQUEUE_SYNC = 8

/** Why a task leaves a queue. */
export const DEQUEUE_SLEEP = 1
export const DEQUEUE_EXIT = 2
export const DEQUEUE_MOVE = 3

export interface PolicyHost {
  /** Simulated time, whole ns. */
  readonly now: number
  readonly machine: MachineSpec
  readonly cpus: number
  /** Length of a tick, ns. */
  readonly tickNs: number
  readonly tasks: TaskTable
  readonly counters: Counters
  /** Control groups, parents first. */
  readonly groups: readonly GroupSpec[]
  /** Task on each CPU; -1: idle. */
  readonly running: Int32Array
  /** Asks that `cpu` schedules soon; nothing where it was asked already. `reason`: why, for the record of decisions. */
  requestResched(cpu: number, reason?: string): void
  needsResched(cpu: number): boolean
  /** Moves a runnable task that is not running to another CPU. */
  migrate(task: number, cpu: number): void
  /** Moves the task that runs on `cpu` to another CPU, as the stopper thread does for active balance. */
  pushRunning(cpu: number, target: number): void
  /** Has `balance(cpu, false)` called on an idle CPU after a delay. */
  requestBalance(cpu: number, delayNs: number): void
  /** Has `timer(id)` called at `at` ns; one that is set already is moved. */
  setTimer(at: number, id: number): void
  /** What classes above this one use of a CPU of late, 0..1024 (the kernel's avg_rt); absent: there are none. */
  higherClassUtil?(cpu: number): number
  /** A random stream of this name for the policy's own use. */
  stream(name: string): RandomStream
}

export interface Policy {
  /** A task came into being; its index is below `tasks.count`. */
  addTask(task: number): void
  /** The CPU for a task that wakes, is new (also at its first wake-up), or must move. `waker`: CPU where that happens. */
  selectCpu(task: number, waker: number, flags: number): number
  /** True where the task is on a queue though it sleeps (delayed dequeue): it then wakes in place. */
  isQueued(task: number): boolean
  enqueue(cpu: number, task: number, flags: number): void
  dequeue(cpu: number, task: number, reason: number): void
  /** Whether the just enqueued task preempts what runs; asks for a reschedule if so. */
  wakeupPreempt(cpu: number, task: number, flags: number): void
  /** The task that should run now (may be the running one); -1: none. */
  pickNext(cpu: number): number
  /** Tells the queues between the CPU's own and that of `next` (-1: none), as they are after the pick; the rule by which it fell. */
  describe(cpu: number, next: number, addRow: (row: EntityRow) => void): string
  /**
   * `prev` (-1: none) leaves the CPU, charged up to now, and `next` (-1: none) takes it. `prevRunnable`: prev still
   * wants to run.
   */
  switchTo(cpu: number, prev: number, prevRunnable: boolean, next: number): void
  tick(cpu: number): void
  yieldTask(cpu: number): void
  /** The nice value or task policy in the table changed. */
  reweight(task: number): void
  /** The custom slice in the table changed. */
  changeSlice(task: number): void
  /** Tasks of classes above this one became runnable on `cpu` (or, negative, stopped being so). */
  higherClassChanged?(cpu: number, runnable: number): void
  /** A tick on a CPU that runs a task of a class above: nothing is charged here, but waiting tasks may be balanced. */
  higherClassTick?(cpu: number): void
  /** A timer that the policy set has fired. */
  timer(id: number): void
  /** An idle CPU may take tasks from others. `newlyIdle`: called before it goes idle. True: it took one. */
  balance(cpu: number, newlyIdle: boolean): boolean
}

export type PolicyFactory = (host: PolicyHost, params: ParamValues) => Policy
