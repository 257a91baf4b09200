// Requests to schedule: which CPUs have one, and when it is answered. One that comes at once is answered at the end of
// the present event; one that is delayed (the machine's delays) by an event, unless the CPU schedules before.
import type { MachineCosts } from '../model/run-spec'
import type { RandomStream } from './random'

/** Where the engine is while it calls a policy: it decides how long a reschedule takes to come. */
export const IN_INTERRUPT = 0
export const IN_CALL = 1
export const IN_TICK = 2

export class Reschedules {
  /** The present context; `callCpu` is the CPU of a system call. */
  context = IN_INTERRUPT
  callCpu = -1
  /** CPUs to schedule at the end of the present event; `isImmediate` says which still are. */
  readonly pending: number[] = []
  private readonly needed: Uint8Array
  private readonly immediate: Uint8Array
  /** Waits for the end of a system call. */
  private readonly deferred: Uint8Array

  constructor(
    cpus: number,
    private readonly costs: MachineCosts,
    private readonly delays: RandomStream,
    private readonly setEvent: (delayNs: number, cpu: number) => void,
  ) {
    this.needed = new Uint8Array(cpus)
    this.immediate = new Uint8Array(cpus)
    this.deferred = new Uint8Array(cpus)
  }

  isNeeded(cpu: number): boolean {
    return this.needed[cpu] === 1
  }

  /** Needed, and answered at the end of the present event. */
  isImmediate(cpu: number): boolean {
    return this.immediate[cpu] === 1
  }

  /** Needed, and answered when the running task's system call returns. */
  isDeferred(cpu: number): boolean {
    return this.deferred[cpu] === 1
  }

  /**
   * Asks for `cpu` to schedule; false where it was asked already. `inCall`: its task is inside a system call that
   * cannot be preempted.
   */
  request(cpu: number, isIdle: boolean, inCall: boolean): boolean {
    if (this.needed[cpu] === 1) return false
    this.needed[cpu] = 1
    if (inCall) {
      this.deferred[cpu] = 1
      return true
    }
    const range = this.delayRange(cpu, isIdle)
    const delay = this.delays.between(range[0], range[1])
    if (delay > 0) this.setEvent(delay, cpu)
    else {
      this.immediate[cpu] = 1
      this.pending.push(cpu)
    }
    return true
  }

  /** While a CPU picks, requests for it are answered by that pick. */
  beginPick(cpu: number): void {
    this.needed[cpu] = 1
  }

  endPick(cpu: number): void {
    this.needed[cpu] = 0
    this.immediate[cpu] = 0
    this.deferred[cpu] = 0
  }

  private delayRange(cpu: number, isIdle: boolean): readonly [number, number] {
    const { costs } = this
    if (isIdle) return costs.idleExitDelayNs
    if (this.context === IN_TICK) return costs.tickPreemptDelayNs
    if (this.context === IN_CALL && cpu === this.callCpu) return costs.callPreemptDelayNs
    return costs.preemptDelayNs
  }
}
