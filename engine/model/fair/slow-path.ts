// The CPU for a new task: level by level from the whole machine down, the group that is least busy, then the CPU in it
// (kernel/sched/fair.c find_idlest_cpu). Ties stay local.
import { LEVEL_NUMA, type Domain, type DomainGroup } from './domains'
import { FULLY_BUSY, GroupStats, HAS_SPARE, MISFIT, numaImbalance, OVERLOADED } from './group-stats'
import type { Utilisation } from './utilisation'

/** Load of a nice 0 task. */
const TASK_LOAD = 1024

export class SlowPath {
  private readonly local = new GroupStats()
  private idlest = new GroupStats()
  private candidate = new GroupStats()

  constructor(private readonly utilisation: Utilisation) {}

  /** The CPU for a task that is created on `parent`; at least one CPU is allowed. */
  find(task: number, parent: number): number {
    const { topology } = this.utilisation
    let cpu = parent
    let domains = topology.domains[cpu]!
    let level = domains.length - 1
    while (level >= 0) {
      const domain = domains[level]!
      const group = this.idlestGroup(domain, task, cpu)
      const next = group === null ? cpu : this.idlestCpu(group, task, cpu)
      level--
      if (next === cpu) continue
      // On with the levels of the new CPU that are smaller than this one.
      cpu = next
      domains = topology.domains[cpu]!
      level = domains.length - 1
      while (level >= 0 && domains[level]!.cpus.length >= domain.cpus.length) level--
    }
    return cpu
  }

  /** The group to go to; null: stay in the local one. */
  private idlestGroup(domain: Domain, task: number, cpu: number): DomainGroup | null {
    const { groups } = domain
    const home = this.utilisation.topology.localGroup[domain.level]![cpu]!
    let hasLocal = false
    let hasIdlest = false
    for (let i = 0; i < groups.length; i++) {
      const group = groups[(home + i) % groups.length]!
      if (!this.isAllowed(group, task)) continue
      if (i === 0) {
        hasLocal = true
        this.measure(this.local, domain, group, task)
        continue
      }
      this.measure(this.candidate, domain, group, task)
      if (hasIdlest && !isIdler(this.candidate, this.idlest)) continue
      hasIdlest = true
      const spare = this.idlest
      this.idlest = this.candidate
      this.candidate = spare
    }
    if (!hasIdlest) return null
    return !hasLocal || this.shouldLeave(domain, task) ? this.idlest.group : null
  }

  private isAllowed(group: DomainGroup, task: number): boolean {
    const { tasks } = this.utilisation.view.host
    if (tasks.affinity[task] === null) return true
    for (let i = 0; i < group.cpus.length; i++) if (tasks.allows(task, group.cpus[i]!)) return true
    return false
  }

  private measure(stats: GroupStats, domain: Domain, group: DomainGroup, task: number): void {
    const { utilisation } = this
    const { states } = utilisation.view
    stats.reset(group)
    let fits = !domain.isAsymmetric
    for (let i = 0; i < group.cpus.length; i++) {
      const cpu = group.cpus[i]!
      stats.load += utilisation.loadOf(cpu)
      stats.util += utilisation.utilOf(cpu)
      stats.runnable += utilisation.runnableOf(cpu)
      stats.capacity += utilisation.capacityOf(cpu)
      stats.tasks += states.runnableOf(cpu)
      if (states.isIdle(cpu)) stats.idleCpus++
      fits ||= utilisation.taskFits(task, cpu)
    }
    stats.misfitLoad = fits ? 0 : 1
    stats.classify(domain.imbalancePct)
    if (stats.type === FULLY_BUSY || stats.type === OVERLOADED) stats.setAverageLoad()
  }

  private shouldLeave(domain: Domain, task: number): boolean {
    const { local, idlest } = this
    if (local.type !== idlest.type) return local.type > idlest.type
    switch (local.type) {
      case HAS_SPARE:
        if (domain.level === LEVEL_NUMA && !this.spreadsOverNodes(domain, task)) return false
        return local.idleCpus < idlest.idleCpus
      case MISFIT:
        return local.group!.maxCapacity < idlest.group!.maxCapacity
      case FULLY_BUSY:
      case OVERLOADED: {
        const margin = Math.floor((TASK_LOAD * (domain.imbalancePct - 100)) / 100)
        if (domain.level === LEVEL_NUMA && idlest.averageLoad + margin >= local.averageLoad) return false
        if (idlest.averageLoad >= local.averageLoad + margin) return false
        return 100 * local.averageLoad > domain.imbalancePct * idlest.averageLoad
      }
      default:
        return false
    }
  }

  /** Whether enough runs on this node that a task should start on another one. */
  private spreadsOverNodes(domain: Domain, task: number): boolean {
    const { local, idlest, utilisation } = this
    let tolerable = domain.tolerableNumaTasks
    const { tasks } = utilisation.view.host
    if (tasks.affinity[task] !== null) {
      let allowed = 0
      for (const cpu of local.group!.cpus) if (tasks.allows(task, cpu)) allowed++
      tolerable = Math.min(tolerable, allowed)
    }
    const difference = Math.abs(local.idleCpus - idlest.idleCpus)
    return numaImbalance(difference, local.tasks + 1, tolerable) !== 0
  }

  /** A CPU with SCHED_IDLE tasks only, else the one that went idle last, else the one with the lowest load. */
  private idlestCpu(group: DomainGroup, task: number, cpu: number): number {
    const { utilisation } = this
    const { states, host } = utilisation.view
    if (group.cpus.length === 1) return group.cpus[0]!
    let idle = -1
    let idleSince = -1
    let least = cpu
    let leastLoad = Infinity
    for (let i = 0; i < group.cpus.length; i++) {
      const at = group.cpus[i]!
      if (!host.tasks.allows(task, at)) continue
      if (states.runsOnlyIdlePolicy(at)) return at
      if (states.isIdle(at)) {
        if (states.idleSinceNs[at]! > idleSince) {
          idle = at
          idleSince = states.idleSinceNs[at]!
        }
      } else if (idle < 0 && utilisation.loadOf(at) < leastLoad) {
        least = at
        leastLoad = utilisation.loadOf(at)
      }
    }
    return idle >= 0 ? idle : least
  }
}

/** Whether one group is a better place than another (update_pick_idlest). */
function isIdler(a: GroupStats, b: GroupStats): boolean {
  if (a.type !== b.type) return a.type < b.type
  switch (a.type) {
    case HAS_SPARE:
      return a.idleCpus !== b.idleCpus ? a.idleCpus > b.idleCpus : a.util < b.util
    case MISFIT:
      return a.group!.maxCapacity > b.group!.maxCapacity
    case FULLY_BUSY:
    case OVERLOADED:
      return a.averageLoad < b.averageLoad
    default:
      return false
  }
}
