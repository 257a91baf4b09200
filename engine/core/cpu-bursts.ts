// What each CPU is computing: the burst of its running task, when it ends if nothing intervenes, and the speed of the
// CPU. Work is in ns on a CPU of full capacity; a smaller CPU takes longer for it.
import type { CpuSpec } from '../model/run-spec'
import { FULL_CAPACITY } from '../model/topology'

export class CpuBursts {
  /** When the burst ends if nothing intervenes, ns; only valid while `isActive`. */
  private readonly end: Float64Array
  private readonly active: Uint8Array
  /** Time per work of each CPU, at least 1. */
  private readonly slowness: Float64Array

  constructor(topology: readonly CpuSpec[]) {
    this.end = new Float64Array(topology.length)
    this.active = new Uint8Array(topology.length)
    this.slowness = Float64Array.from(topology, ({ capacity }) => FULL_CAPACITY / capacity)
  }

  isActive(cpu: number): boolean {
    return this.active[cpu] === 1
  }

  /** Begins `work` on a CPU; when it ends, ns. */
  start(cpu: number, work: number, now: number): number {
    const end = now + Math.ceil(work * this.slowness[cpu]!)
    this.end[cpu] = end
    this.active[cpu] = 1
    return end
  }

  /** The burst is over. */
  finish(cpu: number): void {
    this.active[cpu] = 0
  }

  /** Breaks the burst off; the work that is left. */
  stop(cpu: number, now: number): number {
    this.active[cpu] = 0
    return Math.ceil((this.end[cpu]! - now) / this.slowness[cpu]!)
  }

  /** An interrupt takes CPU time from the running task, which is charged for it and still needs all of its own; the new end. */
  steal(cpu: number, ns: number): number {
    return (this.end[cpu]! += ns)
  }
}
