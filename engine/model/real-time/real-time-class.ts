// The real-time class (SCHED_FIFO, SCHED_RR) above any other policy, modelled on kernel/sched/rt.c: the highest
// priority runs first, and tasks below the class run where no real-time task wants the CPU. The inner policy is told
// of its own tasks only: one that is preempted here leaves the CPU, for all that it knows, to nobody.
import { DEQUEUE_MOVE, type Policy, type PolicyHost } from '../../core/policy'
import { POLICY_FIFO, POLICY_RR, SLEEPING } from '../../core/task-table'
import type { EntityRow } from '../decisions'
import { PeltTable } from '../fair/pelt'
import { InnerHost } from './inner-host'
import {
  findLowest,
  isPinned,
  LEVEL_FAIR,
  LEVEL_IDLE,
  LEVEL_THROTTLED,
  levelOfPriority,
} from './rt-placement'
import { RtQueue } from './rt-queue'
import { RtThrottle } from './rt-throttle'

/** How long a SCHED_RR task runs before its equals, ns; counted in whole ticks (RR_TIMESLICE, sched_rr_timeslice_ms). */
export const RR_TIMESLICE_NS = 100_000_000

export class RealTimeClass implements Policy {
  private readonly inner: Policy
  private readonly queues: readonly RtQueue[]
  private readonly throttle: RtThrottle
  /** By task: its real-time priority, 1..99; 0: it belongs to the inner policy. */
  private readonly priority: number[] = []
  /** By task: ticks left of a SCHED_RR turn. */
  private readonly ticksLeft: number[] = []
  private readonly rrTicks: number
  /** Real-time task that runs on each CPU; -1: none. */
  private readonly current: Int32Array
  /** Utilisation of each CPU by real-time tasks (rq->avg_rt). */
  private readonly averages: PeltTable
  /** Task that runs on each CPU for all that the inner policy knows; -1: none. */
  private readonly innerCurrent: Int32Array
  /** Runnable tasks of the inner policy by CPU, the running one included. */
  private readonly innerRunnable: Int32Array
  /** CPUs on which a real-time task waits behind another. */
  private readonly overloaded = new Set<number>()

  constructor(
    private readonly host: PolicyHost,
    createInner: (host: PolicyHost) => Policy,
  ) {
    const { cpus } = host
    this.queues = Array.from({ length: cpus }, () => new RtQueue())
    this.throttle = new RtThrottle(host)
    this.rrTicks = Math.max(1, Math.round(RR_TIMESLICE_NS / host.tickNs))
    this.current = new Int32Array(cpus).fill(-1)
    this.innerCurrent = new Int32Array(cpus).fill(-1)
    this.innerRunnable = new Int32Array(cpus)
    this.averages = new PeltTable(cpus)
    const runsRealTime = (cpu: number): boolean => this.current[cpu]! >= 0
    const utilOf = (cpu: number): number => {
      this.touchAverage(cpu)
      return Math.floor(this.averages.util(cpu))
    }
    this.inner = createInner(new InnerHost(host, cpus, runsRealTime, utilOf))
  }

  // ---- tasks

  addTask(task: number): void {
    this.priority[task] = this.priorityInTable(task)
    this.ticksLeft[task] = this.rrTicks
    this.inner.addTask(task)
  }

  private priorityInTable(task: number): number {
    const { tasks } = this.host
    const policy = tasks.policy[task]!
    return policy === POLICY_FIFO || policy === POLICY_RR ? Math.max(1, tasks.rtPriority[task]!) : 0
  }

  isQueued(task: number): boolean {
    return this.priority[task] === 0 && this.inner.isQueued(task)
  }

  changeSlice(task: number): void {
    this.inner.changeSlice(task)
  }

  /** Only a running task changes what it is. */
  reweight(task: number): void {
    const before = this.priority[task]!
    const after = this.priorityInTable(task)
    const cpu = this.host.tasks.cpu[task]!
    if (before === 0 && after === 0) this.inner.reweight(task)
    else if (before === 0) this.becomeRealTime(cpu, task, after)
    else if (after === 0) this.becomeInner(cpu, task)
    else if (before !== after) this.changePriority(cpu, task, after)
  }

  private becomeRealTime(cpu: number, task: number, priority: number): void {
    this.leaveInner(cpu, task, DEQUEUE_MOVE)
    this.inner.switchTo(cpu, task, false, -1)
    this.innerCurrent[cpu] = -1
    this.priority[task] = priority
    this.joinRealTime(cpu, task)
    this.touchAverage(cpu)
    this.current[cpu] = task
    this.changed(cpu)
    if (this.queues[cpu]!.top > priority || this.mustYield(cpu))
      this.host.requestResched(cpu, 'real-time priority')
  }

  private becomeInner(cpu: number, task: number): void {
    this.leaveRealTime(cpu, task)
    this.touchAverage(cpu)
    this.current[cpu] = -1
    this.priority[task] = 0
    this.inner.reweight(task)
    this.joinInner(cpu, task, 0)
    this.inner.switchTo(cpu, -1, false, task)
    this.innerCurrent[cpu] = task
    this.changed(cpu)
    this.host.requestResched(cpu, 'no longer real-time')
  }

  /** A lower priority is joined at the head, a higher one at the tail (__sched_setscheduler). */
  private changePriority(cpu: number, task: number, priority: number): void {
    const before = this.priority[task]!
    const queue = this.queues[cpu]!
    queue.remove(task, before)
    this.priority[task] = priority
    queue.add(task, priority, priority < before)
    if (priority < before) this.host.requestResched(cpu, 'real-time priority')
  }

  // ---- joining and leaving

  selectCpu(task: number, waker: number, flags: number): number {
    const priority = this.priority[task]!
    if (priority === 0) return this.inner.selectCpu(task, waker, flags)
    const { machine, tasks } = this.host
    const previous = tasks.cpu[task]!
    const mayStay = tasks.allows(task, previous)
    if (mayStay && (machine.wakePlacement === 'stay' || this.takesAtOnce(previous, priority))) return previous
    const lowest = findLowest(this.host, task, previous, this.levelOf)
    return mayStay && this.levelOf(lowest) >= levelOfPriority(priority) ? previous : lowest
  }

  /** It runs there at once, and nobody is driven out who could go nowhere else. */
  private takesAtOnce(cpu: number, priority: number): boolean {
    const running = this.current[cpu]!
    if (running >= 0 && isPinned(this.host, running)) return false
    return this.levelOf(cpu) < levelOfPriority(priority)
  }

  /** What a CPU does or is about to do, as in rt-placement. */
  private readonly levelOf = (cpu: number): number => {
    const { top } = this.queues[cpu]!
    if (this.mustYield(cpu)) return LEVEL_THROTTLED
    if (top > 0) return levelOfPriority(top)
    return this.host.running[cpu]! < 0 && this.innerRunnable[cpu] === 0 ? LEVEL_IDLE : LEVEL_FAIR
  }

  /** Real-time tasks have used up their time while others wait. */
  private mustYield(cpu: number): boolean {
    return this.throttle.isExhausted(cpu) && this.innerRunnable[cpu]! > 0
  }

  enqueue(cpu: number, task: number, flags: number): void {
    if (this.priority[task] === 0) this.joinInner(cpu, task, flags)
    else this.joinRealTime(cpu, task)
    this.changed(cpu)
  }

  dequeue(cpu: number, task: number, reason: number): void {
    if (this.priority[task] === 0) this.leaveInner(cpu, task, reason)
    else this.leaveRealTime(cpu, task)
    this.changed(cpu)
  }

  private joinRealTime(cpu: number, task: number): void {
    this.queues[cpu]!.add(task, this.priority[task]!)
    this.inner.higherClassChanged?.(cpu, 1)
  }

  private leaveRealTime(cpu: number, task: number): void {
    this.queues[cpu]!.remove(task, this.priority[task]!)
    this.inner.higherClassChanged?.(cpu, -1)
  }

  private joinInner(cpu: number, task: number, flags: number): void {
    this.inner.enqueue(cpu, task, flags)
    // A sleeper that is still on a queue may be moved between CPUs; nobody waits by that.
    if (this.host.tasks.state[task] !== SLEEPING) this.innerRunnable[cpu]!++
  }

  private leaveInner(cpu: number, task: number, reason: number): void {
    this.inner.dequeue(cpu, task, reason)
    if (reason !== DEQUEUE_MOVE || this.host.tasks.state[task] !== SLEEPING) this.innerRunnable[cpu]!--
  }

  /** Who runs or waits on a CPU has changed. */
  private changed(cpu: number): void {
    const runsRealTime = this.current[cpu]! >= 0
    if (runsRealTime && this.queues[cpu]!.size > 1) this.overloaded.add(cpu)
    else this.overloaded.delete(cpu)
    this.throttle.setContended(cpu, runsRealTime && this.innerRunnable[cpu]! > 0)
  }

  /** Before the CPU changes between real-time and other work, and before its average is read. */
  private touchAverage(cpu: number): void {
    const { now, machine } = this.host
    const running = this.current[cpu]! >= 0 ? 1 : 0
    this.averages.update(cpu, now, 0, 0, running, machine.topology[cpu]!.capacity)
  }

  // ---- who runs

  wakeupPreempt(cpu: number, task: number, flags: number): void {
    const running = this.current[cpu]!
    const priority = this.priority[task]!
    if (priority === 0) {
      if (running < 0) this.inner.wakeupPreempt(cpu, task, flags)
      else if (this.mustYield(cpu)) this.host.requestResched(cpu, 'real-time throttling')
      return
    }
    if (running < 0 ? !this.mustYield(cpu) : priority > this.priority[running]!)
      this.host.requestResched(cpu, 'real-time priority')
  }

  pickNext(cpu: number): number {
    const mustYield = this.mustYield(cpu)
    if (!mustYield && this.overloaded.size > 0) this.pull(cpu)
    const first = this.queues[cpu]!.first()
    if (first >= 0 && !mustYield) return first
    const next = this.inner.pickNext(cpu)
    return next < 0 ? first : next
  }

  /** Takes the highest task that waits behind another elsewhere, where it would run here at once (pull_rt_task). */
  private pull(cpu: number): void {
    const { tasks } = this.host
    let best = -1
    let above = this.queues[cpu]!.top
    for (const source of this.overloaded) {
      if (source === cpu) continue
      const running = this.current[source]!
      // One that is higher than what runs there is about to run there.
      const task = this.queues[source]!.find(
        above,
        this.priority[running]!,
        (candidate) => candidate !== running && tasks.allows(candidate, cpu),
      )
      if (task < 0) continue
      best = task
      above = this.priority[task]!
    }
    if (best >= 0) this.host.migrate(best, cpu)
  }

  /** A CPU on which a waiting task would run at once is asked to pull it (push_rt_tasks). */
  private push(cpu: number): void {
    const { host } = this
    const running = this.current[cpu]!
    const task = this.queues[cpu]!.find(0, 99, (other) => other !== running && !isPinned(host, other))
    if (task < 0) return
    const target = findLowest(host, task, cpu, this.levelOf)
    if (this.levelOf(target) < levelOfPriority(this.priority[task]!))
      host.requestResched(target, 'a real-time task waits elsewhere')
  }

  describe(cpu: number, next: number, addRow: (row: EntityRow) => void): string {
    const priority = next < 0 ? 0 : this.priority[next]!
    if (priority === 0) return this.inner.describe(cpu, next, addRow)
    return `real-time, priority ${String(priority)}`
  }

  switchTo(cpu: number, _prev: number, prevRunnable: boolean, next: number): void {
    const isRealTime = next >= 0 && this.priority[next]! > 0
    const innerPrev = this.innerCurrent[cpu]!
    const innerNext = isRealTime ? -1 : next
    if (innerPrev >= 0 || innerNext >= 0) {
      this.inner.switchTo(cpu, innerPrev, innerPrev >= 0 && prevRunnable, innerNext)
      this.innerCurrent[cpu] = innerNext
    }
    this.touchAverage(cpu)
    this.current[cpu] = isRealTime ? next : -1
    this.changed(cpu)
    if (this.overloaded.has(cpu)) this.push(cpu)
  }

  tick(cpu: number): void {
    const task = this.current[cpu]!
    if (task < 0) {
      this.inner.tick(cpu)
      return
    }
    this.inner.higherClassTick?.(cpu)
    if (this.host.tasks.policy[task] !== POLICY_RR || --this.ticksLeft[task]! > 0) return
    this.ticksLeft[task] = this.rrTicks
    if (this.queues[cpu]!.rotate(task, this.priority[task]!)) this.host.requestResched(cpu, 'end of the turn')
  }

  yieldTask(cpu: number): void {
    const task = this.current[cpu]!
    if (task < 0) this.inner.yieldTask(cpu)
    else this.queues[cpu]!.rotate(task, this.priority[task]!)
  }

  balance(cpu: number, newlyIdle: boolean): boolean {
    return this.inner.balance(cpu, newlyIdle)
  }

  timer(id: number): void {
    const { cpus } = this.host
    if (id >= cpus) this.inner.timer(id - cpus)
    else if (this.throttle.timer(id) && this.queues[id]!.size > 0)
      this.host.requestResched(id, 'real-time throttling')
  }
}
