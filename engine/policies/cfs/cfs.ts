// CFS of Linux 6.5 as a policy: the fair class hooks in the kernel's order, one queue per CPU.
import { ENQUEUE_WAKEUP, type Policy, type PolicyHost } from '../../core/policy'
import { POLICY_IDLE, POLICY_OTHER } from '../../core/task-table'
import { CpuLoad } from '../../model/fair/cpu-load'
import { CpuSelection, IDLE_PULL_DELAY_NS } from '../../model/fair/cpu-selection'
import { FairEntities } from '../../model/fair/fair-entities'
import { COUNTED, COUNTED_IDLE_POLICY, NOT_COUNTED } from '../../model/fair/fair-queue'
import type { ParamValues } from '../../model/run-spec'
import { CfsQueue, type CfsSettings } from './cfs-queue'

export class Cfs implements Policy {
  private readonly settings: CfsSettings
  private readonly entities = new FairEntities()
  private readonly queues: CfsQueue[] = []
  private readonly selection: CpuSelection
  /** CPU whose min_vruntime a task's virtual time belongs to. */
  private readonly home: number[] = []

  constructor(
    private readonly host: PolicyHost,
    params: ParamValues,
  ) {
    this.settings = settingsOf(params)
    const load = new CpuLoad(host.cpus)
    for (let cpu = 0; cpu < host.cpus; cpu++)
      this.queues.push(new CfsQueue(this.entities, this.settings, load, cpu))
    this.selection = new CpuSelection(host, this.queues, load, this.entities)
  }

  addTask(task: number): void {
    const { entities, host } = this
    entities.ensure(task + 1)
    entities.setWeight(task, host.tasks.nice[task]!, host.tasks.policy[task]!)
    const cpu = host.tasks.cpu[task]!
    const forked = host.running[cpu]! >= 0
    if (forked) this.queues[cpu]!.placeNew(task)
    this.home[task] = forked ? cpu : -1
  }

  selectCpu(task: number, waker: number, flags: number): number {
    return (flags & ENQUEUE_WAKEUP) === 0
      ? this.selection.forNew(task)
      : this.selection.forWakeup(task, waker)
  }

  /** CFS has no delayed dequeue. */
  isQueued(): boolean {
    return false
  }

  enqueue(cpu: number, task: number, flags: number): void {
    const queue = this.queues[cpu]!
    queue.update(this.host.now)
    this.rebase(task, cpu)
    if ((flags & ENQUEUE_WAKEUP) !== 0) queue.placeWoken(task, this.host.tasks.policy[task] === POLICY_IDLE)
    queue.setCounted(task, this.countOf(task))
    queue.insert(task)
    queue.touch(task)
  }

  dequeue(cpu: number, task: number): void {
    const queue = this.queues[cpu]!
    queue.update(this.host.now)
    queue.clearBuddies(task)
    queue.setCounted(task, NOT_COUNTED)
    if (task === queue.current) queue.currentOnQueue = false
    else queue.remove(task)
    queue.updateMinVruntime()
  }

  wakeupPreempt(cpu: number, task: number): void {
    const { host, settings } = this
    const queue = this.queues[cpu]!
    const { current } = queue
    if (host.needsResched(cpu)) return
    const wakeePolicy = host.tasks.policy[task]
    if (host.tasks.policy[current] === POLICY_IDLE && wakeePolicy !== POLICY_IDLE) {
      host.requestResched(cpu)
      return
    }
    if (wakeePolicy !== POLICY_OTHER || !settings.wakeupPreemption) return
    queue.update(host.now)
    if (queue.wakeupCompare(current, task) !== 1) return
    queue.next = task
    host.requestResched(cpu)
    if (settings.lastBuddy && queue.count >= queue.latencyCount) queue.last = current
  }

  pickNext(cpu: number): number {
    const queue = this.queues[cpu]!
    queue.update(this.host.now)
    return queue.pick()
  }

  switchTo(cpu: number, prev: number, prevRunnable: boolean, next: number): void {
    const { entities, host } = this
    const queue = this.queues[cpu]!
    if (prev >= 0 && prevRunnable) {
      queue.currentOnQueue = false
      queue.insert(prev)
    }
    queue.current = next
    if (next < 0) return
    queue.clearBuddies(next)
    queue.remove(next)
    queue.currentOnQueue = true
    queue.touch(next)
    entities.execStart[next] = host.now
    entities.prevSumExec[next] = entities.sumExec[next]!
  }

  tick(cpu: number): void {
    const queue = this.queues[cpu]!
    queue.update(this.host.now)
    if (queue.count > 1 && queue.tickPreempts()) this.host.requestResched(cpu)
    this.selection.kickIdleCpu(cpu, IDLE_PULL_DELAY_NS)
  }

  yieldTask(cpu: number): void {
    const queue = this.queues[cpu]!
    if (queue.count <= 1) return
    queue.clearBuddies(queue.current)
    queue.update(this.host.now)
    queue.skip = queue.current
  }

  /** The virtual time stays; only the weights change. */
  reweight(task: number): void {
    const { entities, host } = this
    const queue = this.queues[host.tasks.cpu[task]!]!
    const waits = queue.isMember(task)
    queue.update(host.now)
    if (entities.counted[task] !== NOT_COUNTED) queue.setCounted(task, this.countOf(task))
    if (waits) queue.memberWeight -= entities.weight[task]!
    entities.setWeight(task, host.tasks.nice[task]!, host.tasks.policy[task]!)
    if (waits) queue.memberWeight += entities.weight[task]!
  }

  /** Custom slices came with Linux 6.12; CFS has none, and the file is refused or noted where it asks for one. */
  changeSlice(): void {
    // Nothing to change.
  }

  balance(cpu: number, newlyIdle: boolean): boolean {
    return this.selection.pull(cpu, newlyIdle)
  }

  private countOf(task: number): number {
    return this.host.tasks.policy[task] === POLICY_IDLE ? COUNTED_IDLE_POLICY : COUNTED
  }

  /** Virtual times of two CPUs are unrelated: a task that changes CPU keeps its distance to min_vruntime. */
  private rebase(task: number, cpu: number): void {
    const from = this.home[task]!
    if (from >= 0 && from !== cpu)
      this.entities.vruntime[task]! += this.queues[cpu]!.minVruntime - this.queues[from]!.minVruntime
    this.home[task] = cpu
  }
}

function settingsOf(params: ParamValues): CfsSettings {
  return {
    latencyNs: Number(params['latency']),
    minGranularityNs: Number(params['minGranularity']),
    idleMinGranularityNs: Number(params['idleMinGranularity']),
    wakeupGranularityNs: Number(params['wakeupGranularity']),
    gentleFairSleepers: params['gentleFairSleepers'] === true,
    startDebit: params['startDebit'] === true,
    wakeupPreemption: params['wakeupPreemption'] === true,
    lastBuddy: params['lastBuddy'] === true,
  }
}
