// The simulation loop: events, CPUs and the life of tasks. It executes behaviour programs, calls the policy's hooks
// in the kernel's order, charges the machine's costs, and lets the recorder measure. Nothing here knows a policy.
import { withRealTime } from '../model/real-time/with-real-time'
import type { ParamValues, RunSpec, TaskSpec } from '../model/run-spec'
import {
  MOVED_ACTIVE,
  MOVED_AT_WAKEUP,
  MOVED_BY_AFFINITY,
  MOVED_KICKED,
  MOVED_NEWLY_IDLE,
  MOVED_PERIODIC,
  MOVED_REAL_TIME,
} from './counters'
import {
  DEQUEUE_EXIT,
  DEQUEUE_MOVE,
  DEQUEUE_SLEEP,
  ENQUEUE_MIGRATED,
  ENQUEUE_NEW,
  ENQUEUE_SYNC,
  ENQUEUE_WAKEUP,
  type Policy,
  type PolicyFactory,
} from './policy'
import { KernelThreads } from './kernel-threads'
import {
  ProgramRunner,
  PROGRAM_BLOCKED,
  PROGRAM_EXITED,
  PROGRAM_MOVED,
  PROGRAM_YIELDED,
} from './program-runner'
import { IN_CALL, IN_INTERRUPT, IN_TICK } from './reschedules'
import {
  BALANCE,
  BURST_END,
  LATE_TICK,
  POLICY_TIMER,
  RESCHED,
  SimulationHost,
  TICK,
  TIMER,
  WAKE,
} from './simulation-host'
import { EXITED, RUNNABLE, RUNNING, SLEEPING } from './task-table'

/** More events than this at one instant is an endless loop in a program, not a workload. */
const MAX_EVENTS_PER_INSTANT = 5_000_000

export class Simulation extends SimulationHost {
  events = 0

  private readonly policy: Policy
  private readonly programs: ProgramRunner
  private readonly kernelThreads: KernelThreads | null
  private eventsAtInstant = 0

  constructor(spec: RunSpec, createPolicy: PolicyFactory, params: ParamValues) {
    super(spec, params)
    const { machine } = this
    this.policy = withRealTime(createPolicy, spec.tasks)(this, params)
    this.programs = new ProgramRunner(this.tasks, machine.costs, {
      wake: (task, cpu, isSync) => {
        this.wakeInCall(task, cpu, isSync)
      },
      sleepUntil: (task, time) => {
        this.sleepUntil(task, time)
      },
      fork: (child, cpu) => {
        this.fork(child, cpu)
      },
      reweight: (task) => {
        this.policy.reweight(task)
      },
      changeSlice: (task) => {
        this.policy.changeSlice(task)
      },
      activated: (late) => {
        this.recorder.activated(late)
      },
    })
    this.addInitialTasks(spec.tasks)
    this.kernelThreads =
      machine.costs.kernelThreadsPerSecond > 0
        ? new KernelThreads(
            machine.cpus,
            machine.costs,
            this.tickNs,
            this.stream('kernel-threads'),
            (thread) => this.addTask(thread, 0, thread.affinity![0]!, true),
          )
        : null
  }

  /** Runs until `end` ns or until `shouldStop`; asked every few thousand events. False where it stopped early. */
  run(end: number, every: (simulation: Simulation) => boolean): boolean {
    const { queue } = this
    let untilAsked = 0
    while (queue.peekTime() < end) {
      if (untilAsked-- === 0) {
        untilAsked = 16384
        if (!every(this)) return false
      }
      queue.pop()
      this.events++
      if (queue.poppedTime > this.now) {
        this.now = queue.poppedTime
        this.eventsAtInstant = 0
      } else if (++this.eventsAtInstant > MAX_EVENTS_PER_INSTANT) {
        throw new Error(
          `endless loop: more than ${String(MAX_EVENTS_PER_INSTANT)} events at ${String(this.now)} ns`,
        )
      }
      this.handle(queue.poppedKind, queue.poppedArg)
      this.schedulePending()
    }
    this.now = end
    return true
  }

  migrate(task: number, cpu: number): void {
    const source = this.tasks.cpu[task]!
    this.policy.dequeue(source, task, DEQUEUE_MOVE)
    this.place(task, cpu)
    this.joining = task
    this.policy.enqueue(cpu, task, ENQUEUE_MIGRATED)
    const current = this.running[cpu]!
    if (current < 0) this.requestResched(cpu)
    else if (this.tasks.state[current] === RUNNING) this.policy.wakeupPreempt(cpu, task, ENQUEUE_MIGRATED)
    this.joining = -1
  }

  pushRunning(cpu: number, target: number): void {
    const task = this.running[cpu]!
    const { tasks, policy } = this
    if (task < 0 || tasks.state[task] !== RUNNING || !tasks.allows(task, target)) return
    // The stopper thread takes the CPU: the task waits, and waits elsewhere at once.
    this.switchTo(cpu, task, -1)
    policy.dequeue(cpu, task, DEQUEUE_MOVE)
    const before = this.moveCause
    this.moveCause = MOVED_ACTIVE
    this.place(task, target)
    this.join(task, target, ENQUEUE_MIGRATED)
    this.moveCause = before
    this.requestResched(cpu)
  }

  private addInitialTasks(specs: readonly TaskSpec[]): void {
    const jitter = this.stream('start-order')
    const { startJitterNs } = this.machine.costs
    for (const spec of specs) {
      const task = this.addTask(spec, spec.startNs, 0)
      // A task's first CPU is chosen when it first wakes; until then it is on any that it may use.
      let cpu = 0
      while (!this.tasks.allows(task, cpu)) cpu++
      this.tasks.cpu[task] = cpu
      const late = startJitterNs === 0 ? 0 : jitter.between(0, startJitterNs)
      this.queue.set(spec.startNs + late, WAKE, task)
    }
  }

  private addTask(spec: TaskSpec, startNs: number, cpu: number, isHidden = false): number {
    const task = this.tasks.add(spec, startNs, cpu)
    this.recorder.addTask(isHidden)
    this.policy.addTask(task)
    return task
  }

  private handle(kind: number, arg: number): void {
    this.reschedules.context = IN_INTERRUPT
    switch (kind) {
      case BURST_END:
        this.burstEnded(arg)
        break
      case TICK:
      case LATE_TICK:
        this.tick(arg)
        break
      case TIMER:
        this.timerExpired(arg)
        break
      case WAKE:
        this.wake(arg, this.tasks.cpu[arg]!)
        break
      case RESCHED:
        this.schedule(arg)
        break
      case POLICY_TIMER:
        this.policy.timer(arg)
        break
      case BALANCE:
        this.balanceArmed[arg] = 0
        this.moveCause = MOVED_KICKED
        if (this.running[arg]! < 0 && !this.needsResched(arg) && this.policy.balance(arg, false))
          this.requestResched(arg)
        break
    }
  }

  private schedulePending(): void {
    const { pending } = this.reschedules
    if (pending.length === 0) return
    for (let i = 0; i < pending.length; i++)
      if (this.reschedules.isImmediate(pending[i]!)) this.schedule(pending[i]!)
    pending.length = 0
  }

  private burstEnded(cpu: number): void {
    this.bursts.finish(cpu)
    const task = this.running[cpu]!
    this.tasks.remaining[task] = 0
    if (!this.continueProgram(cpu, task)) this.schedule(cpu)
  }

  private tick(cpu: number): void {
    if (this.running[cpu]! < 0) {
      this.tickArmed[cpu] = 0
      return
    }
    this.steal(cpu, this.machine.costs.tickNs)
    this.reschedules.context = IN_TICK
    this.moveCause = MOVED_PERIODIC
    this.policy.tick(cpu)
    this.queue.set(this.now + this.tickNs, this.tickKind, cpu)
    const thread = this.kernelThreads?.wokenByTick(cpu) ?? -1
    if (thread >= 0) {
      this.reschedules.context = IN_INTERRUPT
      this.wake(thread, cpu)
    }
  }

  private timerExpired(task: number): void {
    const { costs } = this.machine
    this.steal(this.tasks.cpu[task]!, costs.timerInterruptNs)
    const delay = this.delays.between(costs.timerDelayNs[0], costs.timerDelayNs[1])
    if (delay === 0) this.wake(task, this.tasks.cpu[task]!)
    else this.queue.set(this.now + delay, WAKE, task)
  }

  private steal(cpu: number, ns: number): void {
    if (ns > 0 && this.bursts.isActive(cpu)) this.queue.set(this.bursts.steal(cpu, ns), BURST_END, cpu)
  }

  private enterCall(cpu: number): void {
    this.reschedules.context = IN_CALL
    this.reschedules.callCpu = cpu
  }

  private wakeInCall(task: number, waker: number, isSync: boolean): void {
    this.enterCall(waker)
    this.wake(task, waker, isSync ? ENQUEUE_SYNC : 0)
  }

  /** `sync`: ENQUEUE_SYNC or 0. */
  private wake(task: number, waker: number, sync = 0): void {
    const { tasks, policy } = this
    if (tasks.state[task] !== SLEEPING) return
    tasks.state[task] = RUNNABLE
    this.recorder.woken(task, this.now)
    this.moveCause = MOVED_AT_WAKEUP
    let cpu = tasks.cpu[task]!
    let flags = ENQUEUE_WAKEUP | sync
    if (tasks.placed[task] === 0) {
      cpu = policy.selectCpu(task, waker, ENQUEUE_NEW)
      tasks.cpu[task] = cpu
      tasks.placed[task] = 1
    } else if (!policy.isQueued(task)) {
      const chosen = policy.selectCpu(task, waker, flags)
      if (chosen !== cpu) {
        flags |= ENQUEUE_MIGRATED
        cpu = chosen
        this.place(task, cpu)
      }
    }
    this.join(task, cpu, flags)
  }

  private fork(spec: TaskSpec, parentCpu: number): void {
    this.enterCall(parentCpu)
    const task = this.addTask(spec, this.now + spec.startNs, parentCpu)
    if (spec.startNs > 0) {
      this.queue.set(this.now + spec.startNs, WAKE, task)
      return
    }
    const { tasks } = this
    tasks.state[task] = RUNNABLE
    this.recorder.woken(task, this.now)
    this.recorder.counters.forks++
    this.moveCause = MOVED_AT_WAKEUP
    const cpu = this.policy.selectCpu(task, parentCpu, ENQUEUE_NEW)
    tasks.cpu[task] = cpu
    tasks.placed[task] = 1
    this.join(task, cpu, ENQUEUE_NEW)
  }

  private join(task: number, cpu: number, flags: number): void {
    const { counters } = this.recorder
    this.joining = task
    this.policy.enqueue(cpu, task, flags)
    if (this.running[cpu]! < 0) this.requestResched(cpu)
    else {
      counters.preemptChecks++
      const before = this.needsResched(cpu)
      this.policy.wakeupPreempt(cpu, task, flags)
      if (!before && this.needsResched(cpu)) counters.preemptGranted++
    }
    this.joining = -1
  }

  private place(task: number, cpu: number): void {
    this.tasks.cpu[task] = cpu
    this.recorder.migrated(task, this.moveCause)
  }

  private sleepUntil(task: number, time: number): void {
    this.queue.set(time, TIMER, task)
  }

  /** The kernel's schedule(): picks, switches, and goes on as long as the pick blocks without using time. */
  private schedule(cpu: number): void {
    const { policy, tasks, running } = this
    for (;;) {
      // Charging the running task within the pick may ask for a reschedule, which this one answers: as in the kernel,
      // requests are cleared after the pick.
      this.reschedules.beginPick(cpu)
      const prev = running[cpu]!
      this.moveCause = MOVED_REAL_TIME
      let next = policy.pickNext(cpu)
      if (next < 0 && this.pullsWork(cpu)) next = policy.pickNext(cpu)
      this.reschedules.endPick(cpu)
      this.queue.cancel(RESCHED, cpu)
      if (this.decisions !== null) this.logDecision(policy, cpu, prev, next)
      if (next === prev) {
        // It stays; if it stands at the return of a system call, it goes on.
        if (next < 0 || this.bursts.isActive(cpu)) return
      } else {
        this.switchTo(cpu, prev, next)
        if (next < 0) return
        tasks.remaining[next]! += this.machine.costs.contextSwitchNs
      }
      if (this.continueProgram(cpu, next)) return
    }
  }

  /** The CPU is about to go idle: it may take work from others. */
  private pullsWork(cpu: number): boolean {
    this.moveCause = MOVED_NEWLY_IDLE
    return this.policy.balance(cpu, true)
  }

  private switchTo(cpu: number, prev: number, next: number): void {
    const { tasks, recorder } = this
    const prevRunnable = prev >= 0 && tasks.state[prev] === RUNNING
    if (prev >= 0) {
      if (this.bursts.isActive(cpu)) {
        tasks.remaining[prev] = this.bursts.stop(cpu, this.now)
        this.queue.cancel(BURST_END, cpu)
      }
      if (prevRunnable) tasks.state[prev] = RUNNABLE
      recorder.switchedOut(cpu, prev, prevRunnable, this.now)
    }
    this.policy.switchTo(cpu, prev, prevRunnable, next)
    this.running[cpu] = next
    if (next < 0) {
      recorder.wentIdle(cpu, this.now)
      return
    }
    tasks.state[next] = RUNNING
    recorder.switchedIn(cpu, next, this.now)
    if (this.tickArmed[cpu] === 0) this.armTick(cpu)
  }

  /**
   * Lets the running task go on. True: it uses time or waits for a reschedule that is due; false: it left the CPU and
   * the caller must schedule.
   */
  private continueProgram(cpu: number, task: number): boolean {
    const { tasks } = this
    for (;;) {
      // The return of a system call is a preemption point: where the switch comes at once, it comes before the next call.
      if (this.needsResched(cpu)) {
        const isDeferred = this.reschedules.isDeferred(cpu)
        if (!isDeferred || tasks.stage[task] === 0) return !isDeferred && !this.reschedules.isImmediate(cpu)
      }
      const left = tasks.remaining[task]!
      if (left > 0) {
        this.queue.set(this.bursts.start(cpu, left, this.now), BURST_END, cpu)
        return true
      }
      const outcome = this.programs.step(task, cpu, this.now)
      if (outcome === PROGRAM_BLOCKED) return this.leave(cpu, task, SLEEPING, DEQUEUE_SLEEP)
      if (outcome === PROGRAM_EXITED) return this.leave(cpu, task, EXITED, DEQUEUE_EXIT)
      if (outcome === PROGRAM_YIELDED) {
        this.recorder.counters.yields++
        this.policy.yieldTask(cpu)
        return false
      }
      if (outcome === PROGRAM_MOVED && !tasks.allows(task, cpu)) return this.moveAway(cpu, task)
    }
  }

  private leave(cpu: number, task: number, state: number, reason: number): false {
    this.tasks.state[task] = state
    this.policy.dequeue(cpu, task, reason)
    return false
  }

  /** The running task may no longer use its CPU. */
  private moveAway(cpu: number, task: number): false {
    const { tasks, policy } = this
    policy.dequeue(cpu, task, DEQUEUE_MOVE)
    // It is taken off this CPU first, so that its new queue sees it waiting.
    if (this.bursts.isActive(cpu)) throw new Error('a task changed its affinity inside a burst')
    tasks.state[task] = RUNNABLE
    this.recorder.switchedOut(cpu, task, true, this.now)
    policy.switchTo(cpu, task, false, -1)
    this.running[cpu] = -1
    const target = policy.selectCpu(task, cpu, ENQUEUE_MIGRATED)
    this.moveCause = MOVED_BY_AFFINITY
    this.place(task, target)
    this.join(task, target, ENQUEUE_MIGRATED)
    return false
  }
}
