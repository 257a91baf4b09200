// Estimated utilisation (util_est): what a task used before it slept, kept while its average decays, and the sum over
// the runnable tasks of each CPU, so that a task that has just woken counts at once for what it is going to use.

/** Differences below about 1 % of a CPU are no change. */
const MARGIN = 10

export class UtilEstimates {
  private estimate = new Float64Array(0)
  private readonly sums: Float64Array

  /** `isOn`: the feature UTIL_EST; off, everything is 0. */
  constructor(
    cpus: number,
    private readonly isOn: boolean,
  ) {
    this.sums = new Float64Array(cpus)
  }

  /** Makes room for the tasks below `count`. */
  ensure(count: number): void {
    if (count <= this.estimate.length) return
    const wider = new Float64Array(Math.max(64, this.estimate.length * 2, count))
    wider.set(this.estimate)
    this.estimate = wider
  }

  /** The estimate of a task, 0..1024. */
  of(task: number): number {
    return this.estimate[task]!
  }

  /** Sum over the tasks that were added to a CPU. */
  onCpu(cpu: number): number {
    return this.sums[cpu]!
  }

  /** The task became runnable on `cpu`. */
  add(cpu: number, task: number): void {
    this.sums[cpu]! += this.estimate[task]!
  }

  /** The task left `cpu` or sleeps (a delayed sleeper too); before `sleeps`. */
  remove(cpu: number, task: number): void {
    this.sums[cpu] = Math.max(0, this.sums[cpu]! - this.estimate[task]!)
  }

  /** The task sleeps with these averages: rises at once, falls by a quarter of the difference. */
  sleeps(task: number, util: number, runnable: number, cpuCapacity: number): void {
    if (!this.isOn) return
    const before = this.estimate[task]!
    const used = Math.floor(util)
    if (used >= before) {
      this.estimate[task] = used
      return
    }
    const difference = before - used
    // A task that waited for its CPU used less than it wanted to; one on a full CPU says nothing.
    if (difference < MARGIN || used > cpuCapacity || used + MARGIN < runnable) return
    this.estimate[task] = Math.floor((before * 4 - difference) / 4)
  }
}
