// Load and utilisation of tasks and CPUs as placement and balancing compare them, and whether one fits the other.
import type { Topology } from './domains'
import type { FairView } from './fair-view'

/** Whether a utilisation leaves a fifth of a capacity free (fits_capacity). */
export const fitsCapacity = (util: number, capacity: number): boolean => util * 1280 < capacity * 1024

/** Whether a capacity is greater by more than about 5 % (capacity_greater). */
export const isGreaterCapacity = (a: number, b: number): boolean => a * 1024 > b * 1078

export class Utilisation {
  /** The affinity mask that was counted last, by task, and how many CPUs it allows. */
  private readonly countedMask: (Uint8Array | null | undefined)[] = []
  private readonly allowed: number[] = []

  constructor(
    readonly view: FairView,
    readonly topology: Topology,
  ) {}

  /** What classes above the fair one leave of a CPU, 1..1024. */
  capacityOf(cpu: number): number {
    return Math.max(1, this.topology.capacity[cpu]! - this.view.realTimeUtil(cpu))
  }

  /** Whether others take so much of a CPU that its tasks are better off elsewhere. */
  isReduced(cpu: number, imbalancePct: number): boolean {
    return this.capacityOf(cpu) * imbalancePct < this.topology.capacity[cpu]! * 100
  }

  loadOf(cpu: number): number {
    return Math.floor(this.view.cpuAverages.load(cpu))
  }

  runnableOf(cpu: number): number {
    return Math.floor(this.view.cpuAverages.runnable(cpu))
  }

  /** Utilisation of a CPU, at least what its runnable tasks used before (cpu_util_cfs). */
  utilOf(cpu: number): number {
    const { view } = this
    const util = Math.max(Math.floor(view.cpuAverages.util(cpu)), view.estimates.onCpu(cpu))
    return Math.min(util, this.topology.capacity[cpu]!)
  }

  /** Utilisation that a task is expected to have (task_util_est). */
  taskUtil(task: number): number {
    return Math.max(Math.floor(this.view.taskAverages.util(task)), this.view.estimates.of(task))
  }

  taskFits(task: number, cpu: number): boolean {
    return fitsCapacity(this.taskUtil(task), this.capacityOf(cpu))
  }

  /** Number of CPUs that a task may use. */
  allowedCpus(task: number): number {
    const mask = this.view.host.tasks.affinity[task]
    if (mask === null || mask === undefined) return this.topology.cpus
    if (this.countedMask[task] !== mask) {
      this.countedMask[task] = mask
      this.allowed[task] = mask.reduce((sum, bit) => sum + bit, 0)
    }
    return this.allowed[task]!
  }
}
