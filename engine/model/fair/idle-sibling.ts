// The search for an idle CPU near a target, inside its last-level cache, or by capacity where CPUs differ
// (kernel/sched/fair.c select_idle_sibling). A CPU with nothing but SCHED_IDLE tasks counts as idle.
import type { Domain } from './domains'
import type { MultiCpuSettings } from './multi-cpu-settings'
import { fitsCapacity, type Utilisation } from './utilisation'

export class IdleSiblingSearch {
  /** By task: the CPU that it used before its previous one. */
  private recent = new Int32Array(0)

  constructor(
    private readonly utilisation: Utilisation,
    private readonly settings: MultiCpuSettings,
  ) {}

  /** Makes room for the tasks below `count`. */
  ensure(count: number): void {
    if (count <= this.recent.length) return
    const wider = new Int32Array(Math.max(64, this.recent.length * 2, count)).fill(-1)
    wider.set(this.recent)
    this.recent = wider
  }

  /** Where a new task's life begins. */
  begin(task: number, cpu: number): void {
    this.recent[task] = cpu
  }

  /** An idle CPU for a task that last ran on `previous`, near `target`; `target` where there is none. */
  find(task: number, previous: number, target: number): number {
    const { view, topology } = this.utilisation
    const { states } = view
    const { llcOf } = topology
    const allowed = view.host.tasks.affinity[task] ?? null
    let util = 0
    if (topology.isAsymmetric) {
      view.refreshTask(task)
      util = this.utilisation.taskUtil(task)
    }
    if (states.isUsable(target) && this.fits(util, target)) return target
    const isPreviousNear = llcOf[previous] === llcOf[target]
    if (previous !== target && isPreviousNear && states.isUsable(previous) && this.fits(util, previous))
      return previous
    const recent = this.recent[task]!
    this.recent[task] = previous
    if (
      recent >= 0 &&
      recent !== previous &&
      recent !== target &&
      llcOf[recent] === llcOf[target] &&
      states.isUsable(recent) &&
      (allowed === null || allowed[recent] === 1) &&
      this.fits(util, recent)
    )
      return recent
    const wide = topology.capacityDomain[target] ?? null
    const found =
      wide === null
        ? this.scan(previous, target, isPreviousNear, allowed)
        : this.findByCapacity(wide, target, util, allowed)
    return found < 0 ? target : found
  }

  private fits(util: number, cpu: number): boolean {
    return !this.utilisation.topology.isAsymmetric || fitsCapacity(util, this.utilisation.capacityOf(cpu))
  }

  /** An idle sibling of the previous CPU, an idle core, or an idle CPU, as far as the search may go. */
  private scan(
    previous: number,
    target: number,
    isPreviousNear: boolean,
    allowed: Uint8Array | null,
  ): number {
    const { topology, view } = this.utilisation
    const { states } = view
    const llc = topology.llcOf[target]!
    const hasIdleCore = topology.hasSmt && states.idleCoreHint[llc] === 1
    if (topology.hasSmt && !hasIdleCore && isPreviousNear) {
      const sibling = states.findSibling(previous, previous, allowed)
      if (sibling >= 0) return sibling
    }
    const depth = this.settings.sisUtil ? states.scanDepth[llc]! : topology.llcs[llc]!.length
    if (depth === 0) return -1
    return hasIdleCore ? states.findIdleCore(target, allowed) : states.findUsable(target, depth, allowed)
  }

  /** The first idle CPU that fits, from `target` on; else the one with the most capacity (select_idle_capacity). */
  private findByCapacity(domain: Domain, target: number, util: number, allowed: Uint8Array | null): number {
    const { cpus } = domain
    const { states } = this.utilisation.view
    let start = 0
    while (start < cpus.length - 1 && cpus[start]! < target) start++
    let best = -1
    let bestCapacity = 0
    for (let i = 0; i < cpus.length; i++) {
      const cpu = cpus[(start + i) % cpus.length]!
      if (!states.isUsable(cpu) || (allowed !== null && allowed[cpu] !== 1)) continue
      const capacity = this.utilisation.capacityOf(cpu)
      if (fitsCapacity(util, capacity)) return cpu
      if (capacity > bestCapacity) {
        best = cpu
        bestCapacity = capacity
      }
    }
    return best
  }
}
