// The fair class as wake-up placement and balancing see it.
import type { PolicyHost } from '../../core/policy'
import type { CpuStates } from './cpu-states'
import type { FairEntities } from './fair-entities'
import type { FairHierarchy } from './fair-hierarchy'
import type { FairQueue } from './fair-queue'
import type { FairView } from './fair-view'
import type { LoadTracking } from './load-tracking'
import type { PeltTable } from './pelt'
import type { TaskLists } from './task-lists'
import type { UtilEstimates } from './util-estimates'

export class ClassView<Q extends FairQueue> implements FairView {
  readonly taskAverages: PeltTable
  readonly cpuAverages: PeltTable
  readonly estimates: UtilEstimates
  readonly skipsIneligible: boolean

  constructor(
    readonly host: PolicyHost,
    private readonly hierarchy: FairHierarchy<Q>,
    private readonly entities: FairEntities,
    private readonly tracking: LoadTracking,
    readonly states: CpuStates,
    readonly lists: TaskLists,
    options: { readonly skipsIneligible: boolean },
  ) {
    this.taskAverages = tracking.tasks
    this.cpuAverages = tracking.queues
    this.estimates = tracking.estimates
    this.skipsIneligible = options.skipsIneligible
  }

  private queueOf(task: number): Q {
    return this.hierarchy.queueOf(task, this.host.tasks.cpu[task]!)
  }

  refreshCpu(cpu: number): void {
    this.tracking.touchQueue(this.hierarchy.queues[cpu]!)
  }

  refreshTask(task: number): void {
    this.tracking.touchTask(task, this.queueOf(task))
  }

  loadOf(task: number): number {
    return this.tracking.loadOf(task)
  }

  isDelayed(task: number): boolean {
    return this.queueOf(task).isDelayed(this.entities.first + task)
  }

  isEligible(task: number): boolean {
    return this.queueOf(task).isEligible(this.entities.first + task)
  }

  isNextBuddy(task: number): boolean {
    return this.queueOf(task).next === this.entities.first + task
  }

  execStart(task: number): number {
    return this.entities.execStart[this.entities.first + task]!
  }

  isThrottled(task: number, cpu: number): boolean {
    const { hierarchy } = this
    return hierarchy.bandwidth !== null && hierarchy.isThrottled(hierarchy.queueOf(task, cpu))
  }

  realTimeUtil(cpu: number): number {
    return this.host.higherClassUtil?.(cpu) ?? 0
  }
}
