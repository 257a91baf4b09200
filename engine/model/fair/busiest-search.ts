// Finds the group and then the CPU that an attempt pulls from (kernel/sched/fair.c update_sd_lb_stats,
// find_busiest_queue). Averages of other CPUs are read as of their last update; of idle ones, at most 32 ms old.
import { BY_LOAD, BY_MISFIT, BY_UTIL, NEWLY_IDLE, NOT_IDLE, type BalanceAttempt } from './balance-attempt'
import { LEVEL_LLC, LEVEL_NODE, LEVEL_SMT, type DomainGroup } from './domains'
import { FULLY_BUSY, GroupStats, HAS_SPARE, OVERLOADED } from './group-stats'
import { idleScanDepth, isBusier, setImbalance, type DomainTotals } from './imbalance'
import type { MisfitTasks } from './misfit-tasks'
import { isGreaterCapacity, type Utilisation } from './utilisation'

/** A tickless machine decays what idle CPUs had this often, ns. */
const BLOCKED_UPDATE_NS = 32_000_000

export class BusiestSearch {
  /** By number of the group: affinity kept it from being balanced at the level below. */
  readonly isImbalanced: Uint8Array
  private readonly local = new GroupStats()
  private busiest = new GroupStats()
  private candidate = new GroupStats()
  private readonly totals: DomainTotals = { load: 0, capacity: 0 }

  constructor(
    private readonly utilisation: Utilisation,
    private readonly misfits: MisfitTasks,
    /** A CPU that goes idle looks no further than it must; false: at every CPU, with the same result. */
    private readonly isQuick = true,
  ) {
    this.isImbalanced = new Uint8Array(utilisation.topology.groupCount)
  }

  /** Sets the attempt's busiest group, kind and amount; false: balanced. */
  findGroup(attempt: BalanceAttempt): boolean {
    const { domain, idle, localGroup } = attempt
    if (!this.isQuick || idle !== NEWLY_IDLE || domain.isAsymmetric) this.searchAll(attempt)
    else if (domain.level === LEVEL_LLC && localGroup.cpus.length === 1) this.searchOverloaded(attempt)
    else this.searchCounts(attempt)
    attempt.busiest = this.busiest.group
    return this.busiest.group !== null && setImbalance(attempt, this.local, this.busiest, this.totals)
  }

  private searchAll(attempt: BalanceAttempt): void {
    const { domain, idle } = attempt
    const { topology, view } = this.utilisation
    const { groups } = domain
    const home = topology.localGroup[domain.level]![attempt.cpu]!
    let sumUtil = 0
    this.totals.load = 0
    this.totals.capacity = 0
    this.forgetBusiest()
    for (let i = 0; i < groups.length; i++) {
      const group = groups[(home + i) % groups.length]!
      const stats = i === 0 ? this.local : this.candidate
      this.measure(stats, attempt, group, i === 0)
      sumUtil += stats.util
      this.totals.load += stats.load
      this.totals.capacity += stats.capacity
      if (i > 0) this.consider(attempt)
    }
    const llc = topology.llcOf[attempt.cpu]!
    if (idle !== NEWLY_IDLE && domain.cpus.length === topology.llcs[llc]!.length)
      view.states.scanDepth[llc] = idleScanDepth(sumUtil, domain.cpus.length, domain.imbalancePct)
  }

  private forgetBusiest(): void {
    this.busiest.group = null
    this.busiest.type = HAS_SPARE
  }

  /** Keeps the candidate where it is busier than the busiest so far. */
  private consider(attempt: BalanceAttempt): boolean {
    const { candidate, busiest } = this
    const capacity = this.utilisation.capacityOf(attempt.cpu)
    if (!isBusier(candidate, busiest, this.local, attempt.domain.isAsymmetric, capacity)) return false
    this.busiest = candidate
    this.candidate = busiest
    return true
  }

  /**
   * As `searchAll`, for a CPU that goes idle: a group with fewer tasks than CPUs has spare capacity whatever its
   * utilisation, so that counting is enough for most. What real-time tasks take is left to other attempts.
   */
  private searchCounts(attempt: BalanceAttempt): void {
    const { domain } = attempt
    const { groups } = domain
    const home = this.utilisation.topology.localGroup[domain.level]![attempt.cpu]!
    this.forgetBusiest()
    for (let i = 0; i < groups.length; i++) {
      const group = groups[(home + i) % groups.length]!
      const stats = i === 0 ? this.local : this.candidate
      this.count(stats, attempt, group, i === 0)
      if (stats.tasks >= stats.weight || this.hasRuledOut(attempt, group))
        this.measure(stats, attempt, group, i === 0)
      else stats.classify(domain.imbalancePct)
      if (i > 0) this.consider(attempt)
    }
    if (this.busiest.group === null || this.busiest.type < this.local.type) return
    // Between busy groups the mean load of the domain matters, and so does every CPU.
    if (this.local.type !== HAS_SPARE && this.busiest.type === OVERLOADED) this.searchAll(attempt)
    else if (this.busiest.type > FULLY_BUSY && !domain.sharesCache)
      this.measure(this.local, attempt, attempt.localGroup, true)
  }

  private hasRuledOut({ ruledOutCpus, ruledOutCount, domain }: BalanceAttempt, group: DomainGroup): boolean {
    const { localGroup } = this.utilisation.topology
    for (let i = 0; i < ruledOutCount; i++)
      if (domain.groups[localGroup[domain.level]![ruledOutCpus[i]!]!] === group) return true
    return false
  }

  /** Sets the counts, and what classes follow from them. */
  private count(stats: GroupStats, attempt: BalanceAttempt, group: DomainGroup, isLocal: boolean): void {
    const { topology, view } = this.utilisation
    const { states } = view
    const { level } = attempt.domain
    stats.reset(group)
    if (level > LEVEL_LLC) {
      const counts = level === LEVEL_NODE ? states.inLlc : states.inNode
      const part = (level === LEVEL_NODE ? topology.llcOf : topology.nodeOf)[group.cpus[0]!]!
      stats.fairTasks = counts.fair[part]!
      stats.tasks = counts.tasks[part]!
      stats.idleCpus = counts.idle[part]!
    } else {
      for (let i = 0; i < group.cpus.length; i++) {
        const cpu = group.cpus[i]!
        stats.fairTasks += states.runnable[cpu]!
        stats.tasks += states.runnableOf(cpu)
        if (states.isIdle(cpu)) stats.idleCpus++
      }
    }
    stats.wantsSmtBalance = !isLocal && group.isSmt && stats.fairTasks > 1
    stats.isImbalanced = this.isImbalanced[group.id] === 1
  }

  /**
   * As `searchAll`, for a CPU that goes idle among equal single ones, in as little time as the number of CPUs with
   * something to give takes.
   */
  private searchOverloaded(attempt: BalanceAttempt): void {
    const { states } = this.utilisation.view
    const { llcOf, localGroup } = this.utilisation.topology
    const { domain, cpu } = attempt
    const { groups, cpus } = domain
    const llc = llcOf[cpu]!
    const home = localGroup[domain.level]![cpu]!
    this.forgetBusiest()
    this.measure(this.local, attempt, attempt.localGroup, true)
    const end = cpus[cpus.length - 1]! + 1
    for (let turn = 0; turn < 2; turn++) {
      // Ring order from the CPU that pulls: the first of equals wins.
      const to = turn === 0 ? end : cpu
      let at = states.overloadedCpus.next(turn === 0 ? cpu + 1 : cpus[0]!, to)
      for (; at >= 0; at = states.overloadedCpus.next(at + 1, to)) {
        if (llcOf[at] !== llc) continue
        this.measure(this.candidate, attempt, groups[localGroup[domain.level]![at]!]!, false)
        this.consider(attempt)
      }
    }
    if (this.busiest.type > FULLY_BUSY) return
    // A fully busy CPU outranks those with spare capacity, even if its only task cannot be had; the last of them wins.
    for (let i = groups.length - 1; i > 0; i--) {
      const group = groups[(home + i) % groups.length]!
      if (states.runnable[group.cpus[0]!] === 0) continue
      this.measure(this.candidate, attempt, group, false)
      if (this.candidate.type !== FULLY_BUSY) continue
      this.forgetBusiest()
      this.consider(attempt)
      return
    }
  }

  private measure(stats: GroupStats, attempt: BalanceAttempt, group: DomainGroup, isLocal: boolean): void {
    const { utilisation, misfits } = this
    const { states, host, cpuAverages } = utilisation.view
    const { idle, domain } = attempt
    stats.reset(group)
    for (let i = 0; i < group.cpus.length; i++) {
      const cpu = group.cpus[i]!
      stats.capacity += utilisation.capacityOf(cpu)
      if (attempt.isRuledOut(cpu)) continue
      const isIdle = states.isIdle(cpu)
      if (isIdle && idle !== NEWLY_IDLE && host.now - cpuAverages.updatedNs(cpu) > BLOCKED_UPDATE_NS)
        utilisation.view.refreshCpu(cpu)
      const load = utilisation.loadOf(cpu)
      stats.load += load
      stats.util += utilisation.utilOf(cpu)
      stats.runnable += utilisation.runnableOf(cpu)
      const fair = states.runnable[cpu]!
      const tasks = states.runnableOf(cpu)
      stats.fairTasks += fair
      stats.tasks += tasks
      // A CPU that is about to go idle is not idle yet: the kernel does not count it either.
      if (isIdle) stats.idleCpus++
      else if (!isLocal && domain.isAsymmetric)
        stats.misfitLoad = Math.max(stats.misfitLoad, misfits.loadOn(cpu))
      else if (!isLocal && idle !== NOT_IDLE && utilisation.isReduced(cpu, domain.imbalancePct))
        stats.misfitLoad = Math.max(stats.misfitLoad, load)
    }
    stats.wantsSmtBalance = !isLocal && idle !== NOT_IDLE && group.isSmt && stats.fairTasks > 1
    stats.isImbalanced = this.isImbalanced[group.id] === 1
    stats.classify(domain.imbalancePct)
    if (stats.type === OVERLOADED) stats.setAverageLoad()
  }

  /** Sets the CPU of the busiest group to pull from; false: none has anything to give. */
  findCpu(attempt: BalanceAttempt): boolean {
    const { utilisation, misfits } = this
    const { states } = utilisation.view
    const { domain, migration, busiest } = attempt
    const takerCapacity = utilisation.capacityOf(attempt.cpu)
    let found = -1
    let most = 0
    let mostCapacity = 1
    const { cpus } = busiest!
    for (let i = 0; i < cpus.length; i++) {
      const cpu = cpus[i]!
      const tasks = states.runnable[cpu]!
      if (tasks === 0 || attempt.isRuledOut(cpu)) continue
      const capacity = utilisation.capacityOf(cpu)
      // The only task of a larger CPU stays there.
      if (domain.isAsymmetric && tasks === 1 && !isGreaterCapacity(takerCapacity, capacity)) continue
      if (migration === BY_LOAD) {
        const load = utilisation.loadOf(cpu)
        if (tasks === 1 && load > attempt.imbalance && !utilisation.isReduced(cpu, domain.imbalancePct))
          continue
        if (load * mostCapacity <= most * capacity) continue
        most = load
        mostCapacity = capacity
        found = cpu
        continue
      }
      if (migration === BY_UTIL && tasks === 1) continue
      const value =
        migration === BY_UTIL
          ? utilisation.utilOf(cpu)
          : migration === BY_MISFIT
            ? misfits.loadOn(cpu)
            : tasks
      if (value <= most) continue
      most = value
      found = cpu
    }
    attempt.source = found
    return found >= 0
  }

  /** Whether `cpu` is the one of its group that balances this domain: others leave it to it. */
  acts({ cpu, domain, idle, localGroup }: BalanceAttempt): boolean {
    const { states } = this.utilisation.view
    if (idle === NEWLY_IDLE) return states.runnableOf(cpu) === 0
    const { cpus } = localGroup
    if (cpus.length === 1) return true
    let onBusyCore = -1
    for (let i = 0; i < cpus.length; i++) {
      const at = cpus[i]!
      if (!states.isIdle(at)) continue
      if (domain.level === LEVEL_SMT || states.isCoreIdle(at)) return at === cpu
      if (onBusyCore < 0) onBusyCore = at
    }
    return (onBusyCore < 0 ? cpus[0]! : onBusyCore) === cpu
  }
}
