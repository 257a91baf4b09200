// EEVDF as a policy: the kernel's fair class hooks in their order, one queue per CPU.
import {
  DEQUEUE_MOVE,
  DEQUEUE_SLEEP,
  ENQUEUE_NEW,
  ENQUEUE_WAKEUP,
  type Policy,
  type PolicyHost,
} from '../../core/policy'
import { POLICY_IDLE, POLICY_OTHER } from '../../core/task-table'
import { CpuLoad } from '../../model/fair/cpu-load'
import { CpuSelection, IDLE_PULL_DELAY_NS } from '../../model/fair/cpu-selection'
import { COUNTED, COUNTED_IDLE_POLICY, NOT_COUNTED } from '../../model/fair/fair-queue'
import { truncDiv } from '../../model/fair/weights'
import type { ParamValues } from '../../model/run-spec'
import { EevdfEntities } from './eevdf-entities'
import { EevdfQueue } from './eevdf-queue'
import { settingsOf, type EevdfSettings } from './profile'

export class Eevdf implements Policy {
  readonly settings: EevdfSettings
  readonly entities = new EevdfEntities()
  readonly queues: EevdfQueue[] = []
  private readonly selection: CpuSelection
  /** Whether the task that was enqueued last had been a delayed sleeper. */
  private wokeDelayed = false

  constructor(
    private readonly host: PolicyHost,
    params: ParamValues,
  ) {
    this.settings = settingsOf(params, host.tickNs)
    const load = new CpuLoad(host.cpus)
    for (let cpu = 0; cpu < host.cpus; cpu++)
      this.queues.push(new EevdfQueue(this.entities, this.settings, load, cpu))
    this.selection = new CpuSelection(host, this.queues, load, this.entities)
  }

  addTask(task: number): void {
    const { entities, host } = this
    entities.ensure(task + 1)
    entities.setWeight(task, host.tasks.nice[task]!, host.tasks.policy[task]!)
    this.changeSlice(task)
  }

  selectCpu(task: number, waker: number, flags: number): number {
    return (flags & ENQUEUE_WAKEUP) === 0
      ? this.selection.forNew(task)
      : this.selection.forWakeup(task, waker)
  }

  isQueued(task: number): boolean {
    return this.entities.delayed[task] === 1
  }

  enqueue(cpu: number, task: number, flags: number): void {
    const queue = this.queues[cpu]!
    this.wokeDelayed = this.entities.delayed[task] === 1
    if (this.wokeDelayed) this.wakeDelayed(queue, task)
    else {
      this.update(cpu)
      // A light task may have moved V far since the last tick; heavy ones are summed relative to the reference.
      queue.followAverage()
      queue.place(task, (flags & ENQUEUE_NEW) !== 0)
      queue.insert(task)
    }
    queue.setCounted(task, this.countOf(task))
    queue.touch(task)
  }

  dequeue(cpu: number, task: number, reason: number): void {
    const queue = this.queues[cpu]!
    this.update(cpu)
    queue.setCounted(task, NOT_COUNTED)
    if (reason === DEQUEUE_SLEEP && this.settings.delayDequeue && !queue.isEligible(task)) {
      this.entities.delayed[task] = 1
      return
    }
    queue.saveLag(task)
    if (reason === DEQUEUE_MOVE && this.settings.placeRelDeadline) {
      this.entities.deadline[task]! -= this.entities.vruntime[task]!
      this.entities.relative[task] = 1
    }
    queue.leave(task)
  }

  wakeupPreempt(cpu: number, task: number, flags: number): void {
    const { host, settings } = this
    const queue = this.queues[cpu]!
    const current = queue.current
    if (host.needsResched(cpu) || !settings.wakeupPreemption) return
    const wakeePolicy = host.tasks.policy[task]
    if (host.tasks.policy[current] === POLICY_IDLE && wakeePolicy !== POLICY_IDLE) {
      host.requestResched(cpu)
      return
    }
    if (wakeePolicy !== POLICY_OTHER) return
    const asksBefore = settings.ineligibleResched === 'v1' && queue.studyPatchAsks()
    if (!asksBefore) this.update(cpu)
    if (host.needsResched(cpu)) return
    const mayPreempt = !(settings.newTasksDoNotPreempt && ((flags & ENQUEUE_NEW) !== 0 || this.wokeDelayed))
    const preempts =
      settings.protection === 'point'
        ? this.checkPoint(queue, task, mayPreempt)
        : asksBefore || queue.studyPatchAsks() || this.checkStash(queue, task)
    if (preempts) host.requestResched(cpu)
  }

  pickNext(cpu: number): number {
    const queue = this.queues[cpu]!
    this.update(cpu)
    return this.pickRunnable(queue, true)
  }

  switchTo(cpu: number, prev: number, _prevRunnable: boolean, next: number): void {
    const { entities, host } = this
    const queue = this.queues[cpu]!
    // Whoever is still on the queue (preempted, or a delayed sleeper) goes back among the members.
    if (prev >= 0 && queue.currentOnQueue) {
      queue.currentOnQueue = false
      queue.insert(prev)
    }
    queue.current = next
    if (next < 0) return
    queue.remove(next)
    queue.currentOnQueue = true
    queue.touch(next)
    entities.execStart[next] = host.now
    entities.prevSumExec[next] = entities.sumExec[next]!
    queue.protect(next)
  }

  tick(cpu: number): void {
    const queue = this.queues[cpu]!
    this.update(cpu)
    queue.followAverage()
    if (queue.studyPatchAsks()) this.host.requestResched(cpu)
    this.selection.kickIdleCpu(cpu, IDLE_PULL_DELAY_NS)
  }

  yieldTask(cpu: number): void {
    const queue = this.queues[cpu]!
    const { current } = queue
    if (queue.count <= 1) return
    this.update(cpu)
    const { entities } = this
    const isForfeit = this.settings.yields === 'forfeit'
    if (isForfeit && !queue.isEligible(current)) return
    if (isForfeit) entities.vruntime[current] = entities.deadline[current]!
    entities.deadline[current]! += entities.toVirtual(current, entities.slice[current]!)
  }

  reweight(task: number): void {
    const { entities, host } = this
    const cpu = host.tasks.cpu[task]!
    const queue = this.queues[cpu]!
    const oldWeight = entities.weight[task]!
    const setWeight = (): void => {
      entities.setWeight(task, host.tasks.nice[task]!, host.tasks.policy[task]!)
    }
    if (entities.counted[task] !== NOT_COUNTED) queue.setCounted(task, this.countOf(task))
    if (queue.isMember(task) || (queue.current === task && queue.currentOnQueue)) {
      this.update(cpu)
      queue.reweight(task, setWeight)
    } else {
      setWeight()
      entities.vlag[task] = truncDiv(entities.vlag[task]! * oldWeight, entities.weight[task]!)
    }
  }

  /** Kernels before 6.12 know no custom slice and ignore the request. */
  changeSlice(task: number): void {
    this.entities.setSlice(task, this.settings.hasCustomSlice ? this.host.tasks.slice[task]! : 0)
  }

  balance(cpu: number, newlyIdle: boolean): boolean {
    return this.selection.pull(cpu, newlyIdle)
  }

  private update(cpu: number): void {
    if (this.queues[cpu]!.update(this.host.now)) this.host.requestResched(cpu)
  }

  private countOf(task: number): number {
    return this.host.tasks.policy[task] === POLICY_IDLE ? COUNTED_IDLE_POLICY : COUNTED
  }

  /**
   * A delayed sleeper wakes in place. Credit earned while asleep is dropped (DELAY_ZERO) as of the running task's
   * last update: the kernel does not charge it first.
   */
  private wakeDelayed(queue: EevdfQueue, task: number): void {
    const { entities } = this
    entities.delayed[task] = 0
    if (!this.settings.delayZero) return
    if (queue.clampedLag(task) <= 0) return
    queue.leave(task)
    entities.vlag[task] = 0
    queue.place(task, false)
    queue.insert(task)
  }

  /** Picks, finishing the dequeue of delayed sleepers that win. */
  private pickRunnable(queue: EevdfQueue, honourProtection: boolean): number {
    for (;;) {
      const picked = queue.pick(honourProtection)
      if (picked < 0 || this.entities.delayed[picked] === 0) return picked
      this.entities.delayed[picked] = 0
      queue.saveDelayedLag(picked)
      queue.leave(picked)
    }
  }

  /** 6.17 and later: a shorter request is judged without protection; a loser shortens the protection. */
  private checkPoint(queue: EevdfQueue, task: number, mayPreempt: boolean): boolean {
    const { entities, settings } = this
    const { current } = queue
    const shorter = settings.preemptShort && entities.slice[task]! < entities.slice[current]!
    if (!shorter && !mayPreempt) return false
    const picked = settings.finishesDelayedAtWakeup
      ? this.pickRunnable(queue, !shorter)
      : queue.pick(!shorter)
    if (picked === task) {
      if (shorter) queue.cancelProtection(current)
      return true
    }
    if (settings.runToParity) queue.shortenProtection(current)
    return false
  }

  /** 6.12 to 6.16: a shorter, eligible request with a better claim breaks the protection for good. */
  private checkStash(queue: EevdfQueue, task: number): boolean {
    const { entities, settings } = this
    const { current } = queue
    if (
      settings.preemptShort &&
      queue.isProtected(current) &&
      breaksProtection(
        entities.slice[task]! < entities.slice[current]!,
        queue.isEligible(task),
        entities.deadline[task]! < entities.deadline[current]!,
        queue.isEligible(current),
      )
    )
      queue.cancelProtection(current)
    return queue.pick(true) === task
  }
}

/** PREEMPT_SHORT of 6.12 to 6.16 (fair.c do_preempt_short). */
export function breaksProtection(
  wakeeSliceShorter: boolean,
  wakeeEligible: boolean,
  wakeeDeadlineEarlier: boolean,
  currentEligible: boolean,
): boolean {
  return wakeeSliceShorter && wakeeEligible && (wakeeDeadlineEarlier || !currentEligible)
}
