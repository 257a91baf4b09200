// How many tasks each CPU has, shared by all queues, so that placement can tell at once that no CPU is idle and that
// none has a task to give.

export class CpuLoad {
  /** Runnable tasks per CPU, the running one included; delayed sleepers not. */
  readonly runnable: Int32Array
  /** Those of policy SCHED_IDLE among them. */
  readonly runnableIdlePolicy: Int32Array
  /** CPUs with nothing runnable but, at most, tasks of SCHED_IDLE. */
  idle: number
  /** CPUs with two or more runnable tasks. */
  overloaded = 0

  constructor(readonly cpus: number) {
    this.runnable = new Int32Array(cpus)
    this.runnableIdlePolicy = new Int32Array(cpus)
    this.idle = cpus
  }

  /** fair.c available_idle_cpu, sched_idle_cpu. */
  isIdle(cpu: number): boolean {
    return this.runnable[cpu] === this.runnableIdlePolicy[cpu]
  }

  add(cpu: number, runnable: number, idlePolicy: number): void {
    const wasIdle = this.isIdle(cpu)
    const before = this.runnable[cpu]!
    this.runnable[cpu] = before + runnable
    this.runnableIdlePolicy[cpu]! += idlePolicy
    this.idle += Number(this.isIdle(cpu)) - Number(wasIdle)
    this.overloaded += Number(before + runnable > 1) - Number(before > 1)
  }
}
