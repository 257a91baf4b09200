// Running tasks that need more than their CPU has, on machines whose CPUs differ (kernel/sched/fair.c
// update_misfit_status): a larger CPU is to take them over.
import type { Utilisation } from './utilisation'

export class MisfitTasks {
  private readonly loads: Float64Array
  /** CPUs that run one. */
  count = 0

  constructor(private readonly utilisation: Utilisation) {
    this.loads = new Float64Array(utilisation.topology.cpus)
  }

  /** Load of the misfit task that runs on a CPU; 0: none. */
  loadOn(cpu: number): number {
    return this.loads[cpu]!
  }

  /** At picks, ticks and when a CPU runs out of fair tasks (-1). */
  update(cpu: number, task: number): void {
    const { utilisation } = this
    const { topology, view } = utilisation
    if (!topology.isAsymmetric) return
    // A task that runs on and on is accounted nowhere else.
    if (task >= 0) view.refreshTask(task)
    const fits =
      task < 0 ||
      topology.capacity[cpu] === topology.maxCapacity ||
      utilisation.taskFits(task, cpu) ||
      utilisation.allowedCpus(task) === 1
    const load = fits ? 0 : Math.max(1, Math.floor(view.loadOf(task)))
    this.count += Number(load > 0) - Number(this.loads[cpu]! > 0)
    this.loads[cpu] = load
  }
}
