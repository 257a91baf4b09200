// Real-time throttling: what keeps a real-time hog from starving the fair tasks of its CPU. Per CPU, and counted only
// while fair tasks wait there, as the fair server of Linux 6.12 and later does.
import type { PolicyHost } from '../../core/policy'

/** sysctl_sched_rt_period (kernel/sched/rt.c), and the period of the fair server (kernel/sched/deadline.c), ns. */
export const RT_PERIOD_NS = 1_000_000_000
/** sysctl_sched_rt_runtime, and what the fair server's 50 ms leave of its period, ns. */
export const RT_RUNTIME_NS = 950_000_000

export class RtThrottle {
  /** Per CPU: end of the present period, what real-time tasks took of it, and whether that was all. */
  private readonly periodEnd: Float64Array
  private readonly used: Float64Array
  private readonly exhausted: Uint8Array
  /** Since when a real-time task has run while fair ones waited; -1: that is not so. */
  private readonly since: Float64Array

  /** Timers of the host with ids 0..cpus - 1 are the throttle's. */
  constructor(private readonly host: PolicyHost) {
    this.periodEnd = new Float64Array(host.cpus)
    this.used = new Float64Array(host.cpus)
    this.exhausted = new Uint8Array(host.cpus)
    this.since = new Float64Array(host.cpus).fill(-1)
  }

  /** Until the end of the period, fair tasks come first on this CPU. */
  isExhausted(cpu: number): boolean {
    return this.exhausted[cpu] === 1
  }

  /** Tells whether, from now on, a real-time task runs on `cpu` while fair tasks wait there. */
  setContended(cpu: number, isContended: boolean): void {
    if (isContended === this.since[cpu]! >= 0) return
    this.settle(cpu)
    this.since[cpu] = isContended ? this.host.now : -1
    if (isContended && this.exhausted[cpu] === 0) this.watch(cpu)
  }

  /** The timer of this CPU fired. True: who comes first on it has changed. */
  timer(cpu: number): boolean {
    const { now } = this.host
    this.settle(cpu)
    const isContended = this.since[cpu]! >= 0
    if (now >= this.periodEnd[cpu]!) {
      const wasExhausted = this.exhausted[cpu] === 1
      this.exhausted[cpu] = 0
      if (isContended) this.watch(cpu)
      return wasExhausted
    }
    if (!isContended || this.exhausted[cpu] === 1 || this.used[cpu]! < RT_RUNTIME_NS) return false
    this.exhausted[cpu] = 1
    this.host.setTimer(this.periodEnd[cpu]!, cpu)
    return true
  }

  private settle(cpu: number): void {
    if (this.since[cpu]! < 0) return
    this.used[cpu]! += this.host.now - this.since[cpu]!
    this.since[cpu] = this.host.now
  }

  /** Wakes up when the time is used up or the period over. A period begins when the one before is over and fair tasks wait. */
  private watch(cpu: number): void {
    const { now } = this.host
    if (now >= this.periodEnd[cpu]!) {
      this.periodEnd[cpu] = now + RT_PERIOD_NS
      this.used[cpu] = 0
    }
    this.host.setTimer(Math.min(now + RT_RUNTIME_NS - this.used[cpu]!, this.periodEnd[cpu]!), cpu)
  }
}
