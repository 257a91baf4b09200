// The fair class as CFS and EEVDF share it: the kernel's hooks in their order. What differs lies in the queues
// (policies/cfs, policies/eevdf); where tasks go on many CPUs, in wake-placement and balance.
import {
  DEQUEUE_MOVE,
  DEQUEUE_SLEEP,
  ENQUEUE_MIGRATED,
  ENQUEUE_NEW,
  ENQUEUE_SYNC,
  ENQUEUE_WAKEUP,
  type Policy,
  type PolicyHost,
} from '../../core/policy'
import type { EntityRow } from '../decisions'
import { POLICY_IDLE, POLICY_OTHER } from '../../core/task-table'
import { ClassView } from './class-view'
import { CpuStates } from './cpu-states'
import { buildTopology } from './domains'
import { type FairEntities, inverseOf, weightOf } from './fair-entities'
import { FairHierarchy, type QueueMaker } from './fair-hierarchy'
import { BY_PATCH, type FairQueue } from './fair-queue'
import { Hrtick } from './hrtick'
import { LoadBalancer } from './load-balancer'
import { LoadTracking } from './load-tracking'
import type { MultiCpuSettings } from './multi-cpu-settings'
import { TaskLists } from './task-lists'
import { Utilisation } from './utilisation'
import { WakePlacement } from './wake-placement'

/** What the class itself, not its queues, takes from the parameters. */
export interface FairOptions extends MultiCpuSettings {
  readonly wakeupPreemption: boolean
  /** A running SCHED_IDLE task gives way even where wake-up preemption is off (before 6.17). */
  readonly idleGivesWayFirst: boolean
  /** NEXT_BUDDY as before 6.19: every wakee is preferred at the next pick, or only where many wait (CFS). */
  readonly marksWakee: 'never' | 'always' | 'crowded'
  readonly hrtick: boolean
  readonly doubleTick: boolean
  readonly bandwidthSliceNs: number
  /** Balancing leaves tasks alone that are owed no CPU time, if it can. */
  readonly skipsIneligible: boolean
}

const IDLE_GIVES_WAY = 'SCHED_IDLE gives way'

export abstract class FairClass<Q extends FairQueue> implements Policy {
  readonly hierarchy: FairHierarchy<Q>
  protected readonly tracking: LoadTracking
  private readonly states: CpuStates
  private readonly lists: TaskLists
  private readonly placement: WakePlacement
  private readonly balancer: LoadBalancer | null
  private readonly hrtick: Hrtick | null
  /** Number of the first task's entity: those of groups come before. */
  protected readonly first: number
  /** The task that is being moved is a delayed sleeper. */
  private movesDelayed = false

  constructor(
    readonly host: PolicyHost,
    readonly entities: FairEntities,
    private readonly options: FairOptions,
    createQueue: QueueMaker<Q>,
  ) {
    this.first = entities.first
    entities.ensure(this.first)
    const queueCount = (host.groups.length + 1) * host.cpus
    const topology = buildTopology(host.machine.topology)
    this.tracking = new LoadTracking(host, entities, queueCount, options.utilEst)
    this.states = new CpuStates(topology)
    this.lists = new TaskLists(host.cpus)
    this.hierarchy = new FairHierarchy<Q>(
      host,
      entities,
      this.tracking,
      this.states,
      this,
      options,
      createQueue,
    )
    const finished = (e: number): void => {
      if (e >= this.first) this.lists.remove(e - this.first)
    }
    for (const queue of this.hierarchy.queues) queue.finished = finished
    const view = new ClassView(
      host,
      this.hierarchy,
      entities,
      this.tracking,
      this.states,
      this.lists,
      options,
    )
    const utilisation = new Utilisation(view, topology)
    this.placement = new WakePlacement(utilisation, options)
    this.balancer = host.cpus > 1 ? new LoadBalancer(utilisation, options) : null
    this.hrtick = options.hrtick ? new Hrtick(host, host.groups.length) : null
  }

  // ---- what differs between the policies

  /** A custom slice in the table changed. */
  abstract changeSlice(task: number): void
  /** A task's entity is about to join `queue`, perhaps from another CPU's. */
  protected arrives(_entity: number, _queue: Q): void {
    // EEVDF carries lag only.
  }
  abstract reweightAway(entity: number, weight: number, inverse: number): void
  /** A patch that asks for a reschedule before the running task is charged (study of 2024, version 1). */
  protected asksBeforeCharge(_queue: Q): boolean {
    return false
  }
  /** The running task of SCHED_IDLE is to give way to another. */
  protected idleGivesWay(_queue: Q): void {
    // Only some kernels do more than reschedule.
  }
  inheritSlice(_queue: Q): void {
    // Others know one slice only.
  }

  // ---- tasks

  addTask(task: number): void {
    const { entities, host } = this
    entities.ensure(this.first + task + 1)
    entities.setTaskWeight(this.first + task, host.tasks.nice[task]!, host.tasks.policy[task]!)
    this.changeSlice(task)
    this.tracking.addTask(task)
    this.lists.ensure(task + 1)
    this.placement.ensure(task + 1)
  }

  protected queueOf(task: number, cpu: number): Q {
    return this.hierarchy.queueOf(task, cpu)
  }

  isQueued(task: number): boolean {
    return this.queueOf(task, this.host.tasks.cpu[task]!).isDelayed(this.first + task)
  }

  reweight(task: number): void {
    const { entities, hierarchy, host } = this
    const { tasks } = host
    const e = this.first + task
    const queue = this.queueOf(task, tasks.cpu[task]!)
    const policy = tasks.policy[task]!
    const isIdle = policy === POLICY_IDLE ? 1 : 0
    if (isIdle !== entities.idle[e] && queue.isOnQueue(e) && !queue.isDelayed(e))
      hierarchy.countRunnable(queue, 0, isIdle === 1 ? 1 : -1)
    entities.idle[e] = isIdle
    const weight = weightOf(tasks.nice[task]!, policy)
    this.tracking.reweight(task, queue, weight)
    hierarchy.setWeight(queue, e, weight, inverseOf(tasks.nice[task]!, policy))
  }

  // ---- joining and leaving

  selectCpu(task: number, waker: number, flags: number): number {
    if ((flags & ENQUEUE_NEW) !== 0) return this.placement.forNew(task, waker)
    if ((flags & ENQUEUE_WAKEUP) === 0) return this.placement.forMove(task)
    return this.placement.forWakeup(task, waker, (flags & ENQUEUE_SYNC) !== 0)
  }

  enqueue(cpu: number, task: number, flags: number): void {
    const e = this.first + task
    const leaf = this.queueOf(task, cpu)
    if (leaf.isDelayed(e)) this.tracking.touchTask(task, leaf)
    else {
      this.tracking.arrives(task, leaf)
      this.arrives(e, leaf)
    }
    this.hierarchy.climb(e, leaf, flags)
    // It has not run here, so that its data is not in this CPU's cache.
    if ((flags & ENQUEUE_MIGRATED) !== 0) this.entities.execStart[e] = -Infinity
    this.lists.moveToHead(cpu, task)
    if (this.movesDelayed) {
      this.movesDelayed = false
      leaf.delay(e)
    } else {
      this.hierarchy.countRunnable(leaf, 1, this.entities.idle[e]!)
      this.tracking.becomesRunnable(task, cpu)
    }
    this.hierarchy.shares.changed(leaf)
    this.startHrtick(cpu, this.host.running[cpu]!)
  }

  dequeue(cpu: number, task: number, reason: number): void {
    const e = this.first + task
    const leaf = this.queueOf(task, cpu)
    this.tracking.touchTask(task, leaf)
    const wasDelayed = leaf.isDelayed(e)
    if (!wasDelayed) {
      this.hierarchy.countRunnable(leaf, -1, -this.entities.idle[e]!)
      this.tracking.stopsBeingRunnable(task, cpu, reason === DEQUEUE_SLEEP)
    }
    this.movesDelayed = wasDelayed && reason === DEQUEUE_MOVE
    if (this.hierarchy.descend(e, leaf, reason, true)) this.lists.remove(task)
    this.hierarchy.shares.changed(leaf)
    this.startHrtick(cpu, this.host.running[cpu]!)
  }

  // ---- wake-up preemption

  wakeupPreempt(cpu: number, task: number, flags: number): void {
    const { host, options, hierarchy } = this
    const { tasks } = host
    const current = host.running[cpu]!
    const queue = this.queueOf(task, cpu)
    const other = this.queueOf(current, cpu)
    if (hierarchy.bandwidth !== null && hierarchy.isThrottled(queue)) return
    if (options.marksWakee !== 'never' && (flags & ENQUEUE_NEW) === 0)
      this.markWakee(queue, this.first + task)
    if (host.needsResched(cpu)) return
    const givesWay = tasks.policy[current] === POLICY_IDLE && tasks.policy[task] !== POLICY_IDLE
    if (givesWay && (options.idleGivesWayFirst || options.wakeupPreemption)) {
      this.idleGivesWay(other)
      host.requestResched(cpu, IDLE_GIVES_WAY)
      return
    }
    if (tasks.policy[task] !== POLICY_OTHER || !options.wakeupPreemption) return
    if (this.asksBeforeCharge(other)) this.preempt(cpu, BY_PATCH)
    else this.compare(queue, this.first + task, other, this.first + current, flags)
  }

  private preempt(cpu: number, reason: string): void {
    if (reason === BY_PATCH) this.host.counters.preemptByPatch++
    this.host.requestResched(cpu, reason)
  }

  private markWakee(queue: Q, wakee: number): void {
    if (queue.isDelayed(wakee)) return
    if (this.options.marksWakee === 'always' || queue.isCrowded()) queue.markNext(wakee)
  }

  /** Compares the wakee with the running entity on the queue where they, or the groups that they are in, meet. */
  private compare(from: Q, wakee: number, runningOn: Q, current: number, flags: number): void {
    const { host, entities, hierarchy } = this
    let queue = from
    let other = runningOn
    let coming = wakee
    let running = current
    while (queue !== other) {
      const { depth } = queue
      if (depth >= other.depth) {
        coming = queue.entity
        queue = hierarchy.parentOf(queue)!
      }
      if (other.depth >= depth) {
        running = other.entity
        other = hierarchy.parentOf(other)!
      }
    }
    if (coming === running) return
    const { cpu } = queue
    if (entities.idle[running] !== entities.idle[coming]) {
      if (entities.idle[running] === 1) host.requestResched(cpu, IDLE_GIVES_WAY)
      return
    }
    hierarchy.update(queue)
    if (host.needsResched(cpu)) return
    if (queue.wakeupPreempts(coming, flags, host.now)) this.preempt(cpu, queue.reason)
  }

  // ---- the CPU

  pickNext(cpu: number): number {
    return this.hierarchy.pick(cpu)
  }

  describe(cpu: number, next: number, addRow: (row: EntityRow) => void): string {
    return this.hierarchy.describe(cpu, next, addRow)
  }

  switchTo(cpu: number, prev: number, _prevRunnable: boolean, next: number): void {
    if (prev >= 0) this.tracking.touchTask(prev, this.queueOf(prev, cpu))
    if (next >= 0) {
      this.tracking.touchTask(next, this.queueOf(next, cpu))
      this.lists.moveToHead(cpu, next)
    }
    this.hierarchy.switchTo(cpu, prev, next)
    this.states.setOccupied(cpu, next >= 0, this.host.now)
    if (next >= 0) this.balancer?.picked(cpu, next)
    this.startHrtick(cpu, next)
  }

  tick(cpu: number): void {
    const { host, hierarchy } = this
    const task = host.running[cpu]!
    for (let queue: Q | null = this.queueOf(task, cpu); queue !== null; queue = hierarchy.parentOf(queue)) {
      hierarchy.update(queue)
      this.tracking.touchQueue(queue)
      if (queue.entity >= 0) hierarchy.shares.changed(queue)
      if (!this.isTickQuiet(cpu) && queue.tickPreempts()) host.requestResched(cpu, queue.reason)
    }
    this.balancer?.tick(cpu, task)
  }

  /** The periodic tick does not interfere with the precise one. */
  private isTickQuiet(cpu: number): boolean {
    return this.hrtick !== null && !this.options.doubleTick && this.hrtick.isArmed(cpu)
  }

  yieldTask(cpu: number): void {
    if (this.hierarchy.queues[cpu]!.runnable <= 1) return
    const queue = this.queueOf(this.host.running[cpu]!, cpu)
    this.hierarchy.update(queue)
    queue.yieldCurrent()
  }

  balance(cpu: number, newlyIdle: boolean): boolean {
    if (this.balancer === null) return false
    return newlyIdle ? this.balancer.newIdle(cpu) : this.balancer.kicked(cpu)
  }

  higherClassChanged(cpu: number, runnable: number): void {
    this.states.addRealTime(cpu, runnable, this.host.now)
  }

  higherClassTick(cpu: number): void {
    this.balancer?.tick(cpu, -1)
  }

  // ---- timers

  timer(id: number): void {
    if (id < this.host.groups.length) {
      this.hierarchy.bandwidth!.periodEnds(id)
      return
    }
    const cpu = this.hrtick!.fired(id)
    if (cpu < 0 || this.host.running[cpu]! < 0) return
    this.hierarchy.update(this.queueOf(this.host.running[cpu]!, cpu))
    this.host.requestResched(cpu, 'end of the turn (HRTICK)')
  }

  /** Sets the precise tick for the running task, where several want the CPU. */
  private startHrtick(cpu: number, task: number): void {
    const { hrtick, entities } = this
    if (hrtick === null || task < 0 || this.hierarchy.queues[cpu]!.runnable <= 1) return
    const queue = this.queueOf(task, cpu)
    if (!queue.currentOnQueue) return
    const e = this.first + task
    hrtick.start(cpu, queue.turnNs(e) - (entities.sumExec[e]! - entities.prevSumExec[e]!))
  }
}
