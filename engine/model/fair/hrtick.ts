// HRTICK: a precise timer at the end of the running task's turn, beside the periodic tick. kernel/sched/fair.c
// hrtick_start_fair.
import type { PolicyHost } from '../../core/policy'

/** The timer is never set closer than this, ns. */
const SHORTEST_NS = 10_000

export class Hrtick {
  private readonly armed: Uint8Array

  /** `firstTimer`: the timer number of CPU 0. */
  constructor(
    private readonly host: PolicyHost,
    private readonly firstTimer: number,
  ) {
    this.armed = new Uint8Array(host.cpus)
  }

  /** The running task of `cpu` has this much of its turn left, ns; a turn that is over asks for a reschedule. */
  start(cpu: number, leftNs: number): void {
    this.armed[cpu] = 0
    if (leftNs < 0) {
      this.host.requestResched(cpu)
      return
    }
    this.armed[cpu] = 1
    const at = this.host.now + Math.max(SHORTEST_NS, leftNs)
    this.host.setTimer(at, this.firstTimer + cpu)
  }

  isArmed(cpu: number): boolean {
    return this.armed[cpu] === 1
  }

  /** The CPU whose timer fires; -1: its turn ended before. */
  fired(id: number): number {
    const cpu = id - this.firstTimer
    if (this.armed[cpu] === 0) return -1
    this.armed[cpu] = 0
    return cpu
  }
}
