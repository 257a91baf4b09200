// The fair class as CFS and EEVDF share it: the kernel's hooks in their order over one queue per CPU, and one per CPU
// for each control group. What differs lies in the queues (policies/cfs, policies/eevdf).
import { DEQUEUE_SLEEP, ENQUEUE_NEW, ENQUEUE_WAKEUP, type Policy, type PolicyHost } from '../../core/policy'
import { POLICY_IDLE, POLICY_OTHER } from '../../core/task-table'
import { Bandwidth } from './bandwidth'
import { type FairEntities, inverseOf, weightOf } from './fair-entities'
import type { FairQueue } from './fair-queue'
import { Hrtick } from './hrtick'
import { LoadTracking } from './load-tracking'
import { GroupShares } from './group-shares'

/** What the class itself, not its queues, takes from the parameters. */
export interface FairOptions {
  readonly wakeupPreemption: boolean
  /** A running SCHED_IDLE task gives way even where wake-up preemption is off (before 7.0). */
  readonly idleGivesWayFirst: boolean
  /** NEXT_BUDDY as before 6.19: every wakee is preferred at the next pick. */
  readonly marksWakee: 'never' | 'always' | 'crowded'
  readonly hrtick: boolean
  readonly utilEst: boolean
}

/** Makes one queue; arguments as FairQueue's constructor from `cpu` on. */
export type QueueMaker<Q> = (cpu: number, index: number, entity: number, parent: Q | null, depth: number) => Q

export abstract class FairClass<Q extends FairQueue> implements Policy {
  /** First the CPUs' own queues, then those of the first group on each CPU, and so on. */
  readonly queues: Q[] = []
  protected readonly tracking: LoadTracking
  private readonly shares: GroupShares<Q>
  private readonly bandwidth: Bandwidth<Q> | null
  private readonly hrtick: Hrtick | null
  /** Entities of tasks come after those of groups. */
  protected readonly first: number
  /** Whether the task that was enqueued last had been a delayed sleeper. */
  private wokeDelayed = false

  constructor(
    protected readonly host: PolicyHost,
    protected readonly entities: FairEntities,
    private readonly options: FairOptions,
    createQueue: QueueMaker<Q>,
  ) {
    this.first = entities.first
    entities.ensure(this.first)
    for (let cpu = 0; cpu < host.cpus; cpu++) this.queues.push(createQueue(cpu, cpu, -1, null, 0))
    host.groups.forEach(({ parent }, group) => {
      for (let cpu = 0; cpu < host.cpus; cpu++) {
        const above = this.queues[parent === null ? cpu : (parent + 1) * host.cpus + cpu]!
        const entity = group * host.cpus + cpu
        this.queues.push(createQueue(cpu, this.queues.length, entity, above, above.depth + 1))
      }
    })
    this.tracking = new LoadTracking(host, entities, this.queues.length, options.utilEst)
    this.shares = new GroupShares<Q>(
      host,
      entities,
      (queue) => this.tracking.queues.load(queue.index),
      (queue, entity, weight, inverse) => {
        this.setWeight(queue, entity, weight, inverse)
      },
    )
    const limited = host.groups.some(({ max }) => max !== null)
    this.bandwidth = limited ? new Bandwidth<Q>(host, this.queues, this) : null
    this.hrtick = options.hrtick ? new Hrtick(host, host.groups.length) : null
  }

  // ---- what differs between the policies

  /** A custom slice in the table changed. */
  abstract changeSlice(task: number): void
  /** A task's entity is about to join `queue`, perhaps from another CPU's. */
  protected arrives(_entity: number, _queue: Q): void {
    // EEVDF carries lag only.
  }
  /** Sets the weight of an entity that is on no queue. */
  protected abstract reweightAway(entity: number, weight: number, inverse: number): void
  /** A patch that asks for a reschedule before the running task is charged (study of 2024, version 1). */
  protected asksBeforeCharge(_queue: Q): boolean {
    return false
  }
  /** The running task of SCHED_IDLE is to give way to another. */
  protected idleGivesWay(_queue: Q): void {
    // Only some kernels do more than reschedule.
  }
  /** The queue's shortest request goes to its group's entity (EEVDF from 6.12 on). */
  protected inheritSlice(_queue: Q): void {
    // Others know one slice only.
  }

  // ---- tasks

  addTask(task: number): void {
    const { entities, host } = this
    entities.ensure(this.first + task + 1)
    entities.setTaskWeight(this.first + task, host.tasks.nice[task]!, host.tasks.policy[task]!)
    this.changeSlice(task)
    this.tracking.addTask(task)
  }

  /** The queue of a task's group on a CPU. */
  protected queueOf(task: number, cpu: number): Q {
    return this.queues[(this.host.tasks.group[task]! + 1) * this.host.cpus + cpu]!
  }

  protected parentOf(queue: Q): Q | null {
    return queue.parent as Q | null
  }

  isQueued(task: number): boolean {
    const e = this.first + task
    return this.queueOf(task, this.host.tasks.cpu[task]!).isDelayed(e)
  }

  reweight(task: number): void {
    const { entities, host } = this
    const { tasks } = host
    const e = this.first + task
    const queue = this.queueOf(task, tasks.cpu[task]!)
    const policy = tasks.policy[task]!
    const isIdle = policy === POLICY_IDLE ? 1 : 0
    if (isIdle !== entities.idle[e] && queue.isOnQueue(e) && !queue.isDelayed(e))
      this.countRunnable(queue, 0, isIdle === 1 ? 1 : -1)
    entities.idle[e] = isIdle
    const weight = weightOf(tasks.nice[task]!, policy)
    const inverse = inverseOf(tasks.nice[task]!, policy)
    this.tracking.reweight(task, queue, weight)
    this.setWeight(queue, e, weight, inverse)
  }

  private setWeight(queue: Q, e: number, weight: number, inverse: number): void {
    if (queue.isOnQueue(e)) {
      this.update(queue)
      queue.reweight(e, weight, inverse)
    } else this.reweightAway(e, weight, inverse)
  }

  // ---- joining and leaving

  enqueue(cpu: number, task: number, flags: number): void {
    const e = this.first + task
    const leaf = this.queueOf(task, cpu)
    this.wokeDelayed = leaf.isDelayed(e)
    if (!this.wokeDelayed) {
      this.tracking.arrives(task, leaf)
      this.arrives(e, leaf)
    } else this.tracking.touchTask(task, leaf)
    this.climb(e, leaf, flags)
    this.countRunnable(leaf, 1, this.entities.idle[e]!)
    this.shares.changed(leaf)
    this.startHrtick(cpu, this.host.running[cpu]!)
  }

  /** Puts an entity on its queue, and its groups on theirs, up to the first that is on its queue already. */
  climb(e: number, from: Q, flags: number): void {
    let at = e
    let queue: Q | null = from
    let joining = flags
    while (queue !== null) {
      if (queue.isOnQueue(at)) {
        if (queue.isDelayed(at)) queue.undelay(at)
        break
      }
      this.update(queue)
      this.tracking.touchQueue(queue)
      queue.join(at, joining)
      this.inheritSlice(queue)
      if (queue.throttled) return
      at = queue.entity
      queue = this.parentOf(queue)
      joining = ENQUEUE_WAKEUP
    }
    for (; queue !== null && queue.entity >= 0; queue = this.parentOf(queue)) this.inheritSlice(queue)
  }

  dequeue(cpu: number, task: number, reason: number): void {
    const e = this.first + task
    const leaf = this.queueOf(task, cpu)
    this.tracking.touchTask(task, leaf)
    if (!leaf.isDelayed(e)) this.countRunnable(leaf, -1, -this.entities.idle[e]!)
    this.descend(e, leaf, reason, true)
    this.shares.changed(leaf)
    this.startHrtick(cpu, this.host.running[cpu]!)
  }

  /** Takes an entity off its queue, and the groups that it leaves empty off theirs. */
  descend(e: number, from: Q, reason: number, mayDelay: boolean): void {
    let at = e
    let queue = from
    let why = reason
    for (;;) {
      this.update(queue)
      this.tracking.touchQueue(queue)
      if (!queue.leave(at, why, mayDelay)) return
      const above = this.parentOf(queue)
      if (above === null) return
      if (queue.count === 0 && queue.runtimeLeftNs !== Infinity) this.bandwidth!.giveBack(queue)
      if (queue.throttled) return
      if (queue.count > 0) {
        // The group goes on with the turn that the sleeper did not use up.
        if (reason === DEQUEUE_SLEEP) above.markNext(queue.entity)
        return
      }
      at = queue.entity
      queue = above
      why = DEQUEUE_SLEEP
    }
  }

  /** Completes the dequeue of a delayed sleeper that was picked. */
  private finishDelayed(queue: Q, e: number): void {
    queue.finishDelayed(e)
    const above = this.parentOf(queue)
    if (queue.count === 0 && above !== null) this.descend(queue.entity, above, DEQUEUE_SLEEP, true)
  }

  /** Counts runnable tasks on a queue and those above, up to one that is throttled. */
  countRunnable(from: Q, runnable: number, idle: number): void {
    let queue: Q | null = from
    let idleNow = idle
    while (queue !== null) {
      this.tracking.touchQueue(queue)
      queue.runnable += runnable
      queue.runnableIdle += idleNow
      if (queue.throttled) return
      if (queue.entity >= 0 && this.entities.idle[queue.entity] === 1) idleNow = runnable
      queue = this.parentOf(queue)
    }
  }

  // ---- wake-up preemption

  wakeupPreempt(cpu: number, task: number, flags: number): void {
    const { host, options, entities } = this
    const { tasks } = host
    const current = host.running[cpu]!
    let wakee = this.first + task
    let running = this.first + current
    let queue = this.queueOf(task, cpu)
    let other = this.queueOf(current, cpu)
    if (this.isThrottled(queue)) return
    if (options.marksWakee !== 'never' && (flags & ENQUEUE_NEW) === 0) this.markWakee(queue, wakee)
    if (host.needsResched(cpu)) return
    const gives = tasks.policy[current] === POLICY_IDLE && tasks.policy[task] !== POLICY_IDLE
    if (gives && (options.idleGivesWayFirst || options.wakeupPreemption)) {
      this.idleGivesWay(other)
      host.requestResched(cpu)
      return
    }
    if (tasks.policy[task] !== POLICY_OTHER || !options.wakeupPreemption) return
    if (this.asksBeforeCharge(other)) {
      host.requestResched(cpu)
      return
    }
    while (queue !== other) {
      const { depth } = queue
      if (depth >= other.depth) {
        wakee = queue.entity
        queue = this.parentOf(queue)!
      }
      if (other.depth >= depth) {
        running = other.entity
        other = this.parentOf(other)!
      }
    }
    if (entities.idle[running] !== entities.idle[wakee]) {
      if (entities.idle[running] === 1) host.requestResched(cpu)
      return
    }
    this.update(queue)
    if (host.needsResched(cpu) || wakee === running) return
    if (queue.wakeupPreempts(wakee, flags, host.now, this.wokeDelayed)) host.requestResched(cpu)
  }

  private markWakee(queue: Q, wakee: number): void {
    if (this.wokeDelayed) return
    if (this.options.marksWakee === 'always' || queue.isCrowded()) queue.markNext(wakee)
  }

  // ---- timers

  timer(id: number, generation: number): void {
    if (id < this.host.groups.length) {
      this.bandwidth!.periodEnds(id)
      return
    }
    const cpu = this.hrtick!.fired(id, generation)
    if (cpu < 0 || this.host.running[cpu]! < 0) return
    this.update(this.queueOf(this.host.running[cpu]!, cpu))
    this.host.requestResched(cpu)
  }

  /** Sets the precise tick for the running task, where several want the CPU. */
  private startHrtick(cpu: number, task: number): void {
    const { hrtick } = this
    if (hrtick === null || task < 0 || this.queues[cpu]!.runnable <= 1) return
    const queue = this.queueOf(task, cpu)
    if (!queue.currentOnQueue) return
    const e = this.first + task
    hrtick.start(cpu, queue.turnNs(e) - (this.entities.sumExec[e]! - this.entities.prevSumExec[e]!))
  }

  private isThrottled(from: Q): boolean {
    for (let queue: Q | null = from; queue !== null; queue = this.parentOf(queue))
      if (queue.throttled) return true
    return false
  }

  // ---- the CPU

  pickNext(cpu: number): number {
    const root = this.queues[cpu]!
    let queue = root
    for (;;) {
      this.update(queue)
      if (queue.runtimeLeftNs <= 0 && this.bandwidth!.throttles(queue)) {
        queue = root
        continue
      }
      const picked = queue.pick()
      if (picked < 0) return -1
      if (queue.isDelayed(picked)) {
        this.finishDelayed(queue, picked)
        queue = root
      } else if (picked >= this.first) return picked - this.first
      else queue = this.queues[this.host.cpus + picked]!
    }
  }

  switchTo(cpu: number, prev: number, _prevRunnable: boolean, next: number): void {
    const { now } = this.host
    const { tracking } = this
    let leaving = prev < 0 ? null : this.queueOf(prev, cpu)
    let coming = next < 0 ? null : this.queueOf(next, cpu)
    let entity = this.first + next
    if (leaving !== null) tracking.touchTask(prev, leaving)
    if (coming !== null) tracking.touchTask(next, coming)
    // Groups to which both belong keep the CPU.
    while (leaving !== coming) {
      if (leaving !== null && (coming === null || leaving.depth >= coming.depth)) {
        const isPaired = coming !== null && coming.depth === leaving.depth
        tracking.touchQueue(leaving)
        leaving.putCurrent()
        leaving = this.parentOf(leaving)
        if (!isPaired) continue
      }
      const queue = coming!
      tracking.touchQueue(queue)
      queue.setNext(entity, now)
      entity = queue.entity
      coming = this.parentOf(queue)
    }
    if (leaving !== null && coming !== null) {
      leaving.putCurrent()
      coming.setNext(entity, now)
    }
    this.startHrtick(cpu, next)
  }

  tick(cpu: number): void {
    const { host } = this
    const task = host.running[cpu]!
    for (let queue: Q | null = this.queueOf(task, cpu); queue !== null; queue = this.parentOf(queue)) {
      this.update(queue)
      this.tracking.touchQueue(queue)
      if (queue.entity >= 0) this.shares.changed(queue)
      // The periodic tick does not interfere with the precise one.
      if (this.hrtick?.isArmed(cpu) !== true && queue.tickPreempts()) host.requestResched(cpu)
    }
  }

  selectCpu(task: number): number {
    let cpu = 0
    while (!this.host.tasks.allows(task, cpu)) cpu++
    return cpu
  }

  balance(): boolean {
    return false
  }

  yieldTask(cpu: number): void {
    if (this.queues[cpu]!.runnable <= 1) return
    const queue = this.queueOf(this.host.running[cpu]!, cpu)
    this.update(queue)
    queue.yieldCurrent()
  }

  /** Charges the running entity of a queue and asks for what follows from it. */
  update(queue: Q): void {
    if (queue.update(this.host.now)) this.host.requestResched(queue.cpu)
    if (queue.runtimeLeftNs <= 0) this.bandwidth!.refill(queue)
  }
}
