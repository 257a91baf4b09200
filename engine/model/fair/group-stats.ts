// What a group of CPUs is like at one moment, and its class: how much it needs others, or could help them
// (kernel/sched/fair.c sg_lb_stats, group_classify).
import type { DomainGroup } from './domains'

/** Classes in order: the higher, the more it needs to give. */
export const HAS_SPARE = 0
export const FULLY_BUSY = 1
export const MISFIT = 2
export const SMT_BALANCE = 3
export const IMBALANCED = 4
export const OVERLOADED = 5

export class GroupStats {
  group: DomainGroup | null = null
  type = HAS_SPARE
  load = 0
  util = 0
  /** Average of runnable tasks, 1024 each. */
  runnable = 0
  /** Runnable tasks of all classes, and of the fair class. */
  tasks = 0
  fairTasks = 0
  idleCpus = 0
  /** CPUs counted. */
  weight = 0
  capacity = 0
  /** Load of the heaviest task that its CPU is too small for; 0: none. */
  misfitLoad = 0
  /** A core whose siblings share tasks, seen from an idle CPU elsewhere. */
  wantsSmtBalance = false
  /** Affinity kept it from being balanced at the level below. */
  isImbalanced = false
  /** Load per capacity; only of classes for which it counts. */
  averageLoad = 0

  reset(group: DomainGroup): void {
    this.group = group
    this.type = HAS_SPARE
    this.load = 0
    this.util = 0
    this.runnable = 0
    this.tasks = 0
    this.fairTasks = 0
    this.idleCpus = 0
    this.weight = group.cpus.length
    this.capacity = 0
    this.misfitLoad = 0
    this.wantsSmtBalance = false
    this.isImbalanced = false
    this.averageLoad = 0
  }

  /** Sets the class from the sums. */
  classify(imbalancePct: number): void {
    this.type = this.isOverloaded(imbalancePct)
      ? OVERLOADED
      : this.isImbalanced
        ? IMBALANCED
        : this.wantsSmtBalance
          ? SMT_BALANCE
          : this.misfitLoad > 0
            ? MISFIT
            : this.hasSpare(imbalancePct)
              ? HAS_SPARE
              : FULLY_BUSY
  }

  setAverageLoad(): void {
    this.averageLoad = Math.floor((this.load * 1024) / this.capacity)
  }

  private isOverloaded(imbalancePct: number): boolean {
    if (this.tasks <= this.weight) return false
    return (
      this.capacity * 100 < this.util * imbalancePct || this.capacity * imbalancePct < this.runnable * 100
    )
  }

  private hasSpare(imbalancePct: number): boolean {
    if (this.tasks < this.weight) return true
    if (this.capacity * imbalancePct < this.runnable * 100) return false
    return this.capacity * 100 > this.util * imbalancePct
  }
}

/** Between nodes, a difference of two tasks is left alone while few run here (adjust_numa_imbalance). */
export const numaImbalance = (imbalance: number, runningHere: number, tolerable: number): number =>
  runningHere <= tolerable && imbalance <= 2 ? 0 : imbalance
