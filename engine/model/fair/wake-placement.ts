// Where a task goes when it wakes, is new, or must move (kernel/sched/fair.c select_task_rq_fair). Common to CFS and
// EEVDF.
import { IdleSiblingSearch } from './idle-sibling'
import type { MultiCpuSettings } from './multi-cpu-settings'
import { SlowPath } from './slow-path'
import type { Utilisation } from './utilisation'
import { WakeAffinity } from './wake-affine'

export class WakePlacement {
  private readonly affinity: WakeAffinity
  private readonly siblings: IdleSiblingSearch
  private readonly slow: SlowPath
  /** Where the last task went that had to move, so that the next goes on from there. */
  private lastMoved: number

  constructor(
    private readonly utilisation: Utilisation,
    settings: MultiCpuSettings,
  ) {
    this.affinity = new WakeAffinity(utilisation, settings)
    this.siblings = new IdleSiblingSearch(utilisation, settings)
    this.slow = new SlowPath(utilisation)
    this.lastMoved = utilisation.topology.cpus - 1
  }

  /** Makes room for the tasks below `count`. */
  ensure(count: number): void {
    this.affinity.ensure(count)
    this.siblings.ensure(count)
  }

  /**
   * The CPU for a task that wakes; `waker`: the CPU on which that happens (what runs there need not be the cause);
   * `isSync`: its task is the cause and about to sleep.
   */
  forWakeup(task: number, waker: number, isSync: boolean): number {
    const { utilisation } = this
    const { host } = utilisation.view
    const { tasks } = host
    const previous = tasks.cpu[task]!
    if (host.cpus === 1) return previous
    if (utilisation.allowedCpus(task) === 1) return this.anyAllowed(task, previous)
    if (host.machine.wakePlacement === 'stay' && tasks.allows(task, previous)) return previous
    const isWide = this.affinity.wakes(waker, task)
    let target = previous
    if (waker !== previous && !isWide && tasks.allows(task, waker))
      target = this.affinity.target(task, waker, previous, isSync)
    const found = this.siblings.find(task, previous, target)
    return tasks.allows(task, found) ? found : this.anyAllowed(task, found)
  }

  /** The CPU for a task that is created by what runs on `parent`. */
  forNew(task: number, parent: number): number {
    const { utilisation } = this
    if (utilisation.topology.cpus === 1) return 0
    this.siblings.begin(task, parent)
    if (utilisation.allowedCpus(task) === 1) return this.anyAllowed(task, parent)
    const found = this.slow.find(task, parent)
    return utilisation.view.host.tasks.allows(task, found) ? found : this.anyAllowed(task, found)
  }

  /** The CPU for a runnable task that may no longer use its own: the allowed ones in turn. */
  forMove(task: number): number {
    const { cpus } = this.utilisation.topology
    const { tasks } = this.utilisation.view.host
    let cpu = this.lastMoved
    do cpu = cpu + 1 < cpus ? cpu + 1 : 0
    while (!tasks.allows(task, cpu))
    this.lastMoved = cpu
    return cpu
  }

  /** The lowest allowed CPU on the node of `near`, else on any. */
  private anyAllowed(task: number, near: number): number {
    const { topology, view } = this.utilisation
    const { tasks } = view.host
    const node = topology.nodes[topology.nodeOf[near]!]!
    for (let i = 0; i < node.length; i++) if (tasks.allows(task, node[i]!)) return node[i]!
    let cpu = 0
    while (!tasks.allows(task, cpu)) cpu++
    return cpu
  }
}
