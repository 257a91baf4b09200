// Load balancing of the fair class over many CPUs: a CPU that runs out of work pulls (new-idle), ticks balance each
// domain when it is due, and busy CPUs have an idle one balance for all idle ones (kernel/sched/fair.c load_balance,
// newidle_balance, rebalance_domains, nohz_idle_balance). Common to CFS and EEVDF.
import { MOVED_ACTIVE, MOVED_KICKED, MOVED_NEWLY_IDLE, MOVED_PERIODIC } from '../../core/counters'
import type { RandomStream } from '../../core/random'
import { BY_MISFIT, BY_TASKS, IDLE, NEWLY_IDLE, NOT_IDLE, BalanceAttempt } from './balance-attempt'
import { BusiestSearch } from './busiest-search'
import { BUSY_FACTOR, LEVEL_LLC, LEVELS, type Domain } from './domains'
import { TaskMover } from './detach'
import { MisfitTasks } from './misfit-tasks'
import type { MultiCpuSettings } from './multi-cpu-settings'
import type { Utilisation } from './utilisation'

/** An idle CPU balances this long after the tick that kicked it (observed on Linux 6.18), ns. */
export const KICK_DELAY_NS = 20_000
/** From the decision to push a running task until the stopper thread has it, ns (assumed). */
const PUSH_DELAY_NS = 5_000
/** What a new-idle attempt costs at each level, ns; a CPU only tries while its idle periods are longer. Chosen, not measured. */
const NEWIDLE_COST_NS: readonly number[] = [10_000, 20_000, 50_000, 50_000]
/** Longest interval of a domain whose tasks are all pinned, ms. */
const MAX_PINNED_INTERVAL_MS = 512
/** Outcomes of an attempt: tasks came, none did, or the domain (and those above) is another CPU's to balance. */
const MOVED = 1
const NOTHING = 0
const NOT_OURS = -1
/** How attempts are counted, by state of the CPU that pulls (NOT_IDLE, IDLE, NEWLY_IDLE). */
const COUNTED_AS: readonly number[] = [MOVED_PERIODIC, MOVED_KICKED, MOVED_NEWLY_IDLE]
/** Faces of NI_RANDOM's dice. */
const FACES = 1024

/** Ticks between two attempts of a domain with this interval, on a machine of `cpus` at `hz`. */
export function balanceIntervalTicks(intervalMs: number, isBusy: boolean, hz: number, cpus: number): number {
  const ticks = Math.ceil(((isBusy ? intervalMs * BUSY_FACTOR : intervalMs) * hz) / 1000)
  return Math.max(1, Math.min(isBusy ? ticks - 1 : ticks, Math.floor((hz * cpus) / 10)))
}

export class LoadBalancer {
  private readonly misfits: MisfitTasks
  private readonly search: BusiestSearch
  private readonly mover: TaskMover
  private readonly attempt: BalanceAttempt
  private readonly hz: number
  private readonly dice: RandomStream

  /** By CPU and level. */
  private readonly lastTick: Float64Array
  private readonly intervalMs: Float64Array
  private readonly failures: Float64Array
  /** Of new-idle attempts: tries, successes, and successes per 1024 tries. */
  private readonly tries: Float64Array
  private readonly successes: Float64Array
  private readonly ratio: Float64Array
  /** By CPU: the tick at which some domain is due. */
  private readonly nextTick: Float64Array
  /** The tick at which some idle CPU is due. */
  private nextIdleTick = 0
  /** By CPU: 1 where a busy CPU asked it to balance; the CPU from which it wants to take the running task, and since. */
  private readonly isKicked: Uint8Array
  private readonly pushFrom: Int32Array
  private readonly pushSinceNs: Float64Array

  constructor(
    private readonly utilisation: Utilisation,
    private readonly settings: MultiCpuSettings,
  ) {
    const { topology, view } = utilisation
    const { cpus } = topology
    this.misfits = new MisfitTasks(utilisation)
    this.search = new BusiestSearch(utilisation, this.misfits)
    this.mover = new TaskMover(utilisation, settings)
    this.attempt = new BalanceAttempt(topology)
    this.hz = Math.round(1e9 / view.host.tickNs)
    this.dice = view.host.stream('newidle')
    const slots = cpus * LEVELS
    this.lastTick = new Float64Array(slots)
    this.intervalMs = new Float64Array(slots)
    topology.domains.forEach((domains, cpu) => {
      for (const { level, minIntervalMs } of domains) this.intervalMs[cpu * LEVELS + level] = minIntervalMs
    })
    this.failures = new Float64Array(slots)
    this.tries = new Float64Array(slots).fill(FACES / 2)
    this.successes = new Float64Array(slots).fill(FACES / 4)
    this.ratio = new Float64Array(slots).fill(FACES / 2)
    this.nextTick = new Float64Array(cpus)
    this.isKicked = new Uint8Array(cpus)
    this.pushFrom = new Int32Array(cpus).fill(-1)
    this.pushSinceNs = new Float64Array(cpus)
  }

  /** A fair task (-1: none) was picked on a CPU. */
  picked(cpu: number, task: number): void {
    this.misfits.update(cpu, task)
  }

  /** At a tick of a busy CPU, after the running task was charged. `fairTask`: what runs, -1 where it is not fair. */
  tick(cpu: number, fairTask: number): void {
    if (this.utilisation.topology.domains[cpu]!.length === 0) return
    this.misfits.update(cpu, fairTask)
    const tick = this.tickNumber()
    const wantsKick = this.wantsKick(cpu, tick)
    if (tick >= this.nextTick[cpu]!) this.balanceDomains(cpu, NOT_IDLE, tick)
    if (wantsKick) this.kick(cpu, tick)
  }

  /** A CPU has nothing to run and is about to go idle. True: now it has. */
  newIdle(cpu: number): boolean {
    const { topology, view } = this.utilisation
    const { states } = view
    const domains = topology.domains[cpu]!
    if (states.runnableOf(cpu) > 0) return true
    if (domains.length === 0) return false
    this.misfits.update(cpu, -1)
    const averageIdle = states.averageIdleNs[cpu]!
    let cost = 0
    const isWorth = states.overloaded > 0 || this.misfits.count > 0
    if (isWorth && averageIdle >= NEWIDLE_COST_NS[domains[0]!.level]!) view.refreshCpu(cpu)
    for (let i = 0; i < domains.length; i++) {
      const { level } = domains[i]!
      this.notLaterThan(cpu, this.dueTick(cpu, level, false))
      cost += NEWIDLE_COST_NS[level]!
      if (!isWorth || averageIdle < cost) break
      this.tryNewIdle(cpu, i)
      if (states.runnableOf(cpu) > 0) return true
    }
    this.nextIdleTick = Math.min(this.nextIdleTick, this.nextTick[cpu]!)
    return false
  }

  /** An idle CPU was asked to balance (`host.requestBalance`). True: it has something to run now. */
  kicked(cpu: number): boolean {
    const { view } = this.utilisation
    const { host, states } = view
    const source = this.pushFrom[cpu]!
    if (source >= 0) {
      this.pushFrom[cpu] = -1
      if (host.now - this.pushSinceNs[cpu]! <= KICK_DELAY_NS) this.pushNow(source, cpu)
    }
    if (this.isKicked[cpu] === 1) {
      this.isKicked[cpu] = 0
      if (states.runnableOf(cpu) === 0) this.balanceIdleCpus(cpu)
    }
    return states.runnableOf(cpu) > 0
  }

  private tickNumber(): number {
    const { now, tickNs } = this.utilisation.view.host
    return Math.floor(now / tickNs)
  }

  private dueTick(cpu: number, level: number, isBusy: boolean): number {
    const slot = cpu * LEVELS + level
    const { cpus } = this.utilisation.topology
    return this.lastTick[slot]! + balanceIntervalTicks(this.intervalMs[slot]!, isBusy, this.hz, cpus)
  }

  private notLaterThan(cpu: number, tick: number): void {
    if (tick < this.nextTick[cpu]!) this.nextTick[cpu] = tick
  }

  // ---- who balances, and when

  /** Whether a busy CPU's tick should have an idle CPU look for work. */
  private wantsKick(cpu: number, tick: number): boolean {
    const { topology, view } = this.utilisation
    const { states } = view
    if (states.idle === 0 || tick < this.nextIdleTick) return false
    if (states.runnableOf(cpu) >= 2) return true
    const lowest = topology.domains[cpu]![0]!
    if (states.runnable[cpu]! >= 1 && this.utilisation.isReduced(cpu, lowest.imbalancePct)) return true
    if (topology.isAsymmetric) return this.misfits.loadOn(cpu) > 0
    // Several busy CPUs in one cache: another cache may have room.
    return topology.llcs.length > 1 || topology.hasSmt ? this.isCacheShared(cpu) : false
  }

  /** More than one CPU of the cache is busy. */
  private isCacheShared(cpu: number): boolean {
    const { topology, view } = this.utilisation
    const llc = topology.llcOf[cpu]!
    return topology.llcs[llc]!.length - view.states.inLlc.idle[llc]! > 1
  }

  private kick(busyCpu: number, tick: number): void {
    const { host, states } = this.utilisation.view
    let cpu = states.idleCpus.next(0, host.cpus)
    if (cpu === busyCpu) cpu = states.idleCpus.next(cpu + 1, host.cpus)
    if (cpu < 0) return
    this.nextIdleTick = tick + 1
    this.isKicked[cpu] = 1
    host.requestBalance(cpu, KICK_DELAY_NS)
  }

  /** One idle CPU balances for all of them, for itself last, until it has something to run. */
  private balanceIdleCpus(cpu: number): void {
    const { states, host } = this.utilisation.view
    const tick = this.tickNumber()
    let next = Infinity
    for (let turn = 0; turn < 2; turn++) {
      const to = turn === 0 ? host.cpus : cpu + 1
      let at = states.idleCpus.next(turn === 0 ? cpu + 1 : 0, to)
      for (; at >= 0; at = states.idleCpus.next(at + 1, to)) {
        if (states.runnableOf(cpu) > 0) return
        if (tick >= this.nextTick[at]!) this.balanceDomains(at, IDLE, tick)
        next = Math.min(next, this.nextTick[at]!)
      }
    }
    this.nextIdleTick = next
  }

  /** Tries every domain of a CPU that is due, bottom-up. */
  private balanceDomains(cpu: number, idleBefore: number, tick: number): void {
    const { topology, view } = this.utilisation
    const { states } = view
    const domains = topology.domains[cpu]!
    let idle = idleBefore
    let isBusy = idle !== IDLE && !states.runsOnlyIdlePolicy(cpu)
    let next = Infinity
    let outcome = NOTHING
    for (let i = 0; i < domains.length && outcome !== NOT_OURS; i++) {
      const { level } = domains[i]!
      if (tick >= this.dueTick(cpu, level, isBusy)) {
        outcome = this.tryDomain(cpu, i, idle)
        if (outcome === MOVED) {
          idle = states.isIdle(cpu) ? IDLE : NOT_IDLE
          isBusy = idle !== IDLE && !states.runsOnlyIdlePolicy(cpu)
        }
        this.lastTick[cpu * LEVELS + level] = tick
      }
      next = Math.min(next, this.dueTick(cpu, level, isBusy))
    }
    this.nextTick[cpu] = next
  }

  private tryNewIdle(cpu: number, index: number): void {
    const domain = this.utilisation.topology.domains[cpu]![index]!
    const isWorth = this.hasOverload(cpu, domain)
    if (!this.settings.niRandom) {
      if (isWorth) this.tryDomain(cpu, index, NEWLY_IDLE)
      return
    }
    const slot = cpu * LEVELS + domain.level
    const weight = 1 + this.ratio[slot]!
    const isTried = this.dice.between(0, FACES - 1) <= weight
    const isSuccess = isTried && isWorth && this.tryDomain(cpu, index, NEWLY_IDLE) === MOVED
    this.tries[slot]!++
    if (isSuccess) this.successes[slot]! += Math.floor((FACES + Math.floor(weight / 2)) / weight)
    if (this.tries[slot]! < FACES) return
    this.ratio[slot] = this.successes[slot]!
    this.tries[slot] = Math.floor(this.tries[slot]! / 2)
    this.successes[slot] = Math.floor(this.successes[slot]! / 2)
  }

  /** Whether a CPU that may be in the domain has a task to give: else the attempt is spared. */
  private hasOverload(cpu: number, domain: Domain): boolean {
    const { topology, view } = this.utilisation
    const { states } = view
    if (this.misfits.count > 0) return true
    const inCache = states.overloadedInLlc[topology.llcOf[cpu]!]!
    return domain.level <= LEVEL_LLC ? inCache > 0 : states.overloaded > inCache
  }

  // ---- one attempt

  /** Pulls to `cpu` within its domain number `index`. */
  private tryDomain(cpu: number, index: number, idle: number): number {
    const { attempt, search } = this
    const { topology, view } = this.utilisation
    const slot = cpu * LEVELS + topology.domains[cpu]![index]!.level
    view.host.counters.attempts[COUNTED_AS[idle]!]!++
    attempt.begin(cpu, index, idle, this.failures[slot]!)
    if (!search.acts(attempt)) {
      this.balanced(cpu, index, slot)
      return NOT_OURS
    }
    while (search.findGroup(attempt) && search.findCpu(attempt)) {
      const moved = this.moveTasks(cpu, index)
      if (!attempt.isAllPinned) return this.conclude(slot, moved)
      // Nothing on that CPU may come here; perhaps something on another.
      attempt.ruleOut(attempt.source)
      if (this.hasOtherSource()) continue
      this.failures[slot] = 0
      this.lengthen(slot)
      return NOTHING
    }
    this.balanced(cpu, index, slot)
    return NOTHING
  }

  private moveTasks(cpu: number, index: number): number {
    const { attempt, mover, search } = this
    const { topology } = this.utilisation
    attempt.isAllPinned = true
    attempt.looked = 0
    let moved = mover.move(attempt)
    while (attempt.alternative >= 0 && attempt.imbalance > 0) {
      attempt.ruleOut(attempt.cpu)
      attempt.cpu = attempt.alternative
      attempt.alternative = -1
      attempt.looked = 0
      moved += mover.move(attempt)
    }
    // Affinity stood in the way: the level above is told.
    const parent = topology.domains[cpu]![index + 1]
    if (parent !== undefined && attempt.isSomePinned && attempt.imbalance > 0)
      search.isImbalanced[parent.groups[topology.localGroup[parent.level]![cpu]!]!.id] = 1
    return moved
  }

  private hasOtherSource(): boolean {
    const { attempt } = this
    const { cpus, level } = attempt.domain
    const groupOf = this.utilisation.topology.localGroup[level]!
    const home = groupOf[attempt.cpu]!
    for (let i = 0; i < cpus.length; i++)
      if (groupOf[cpus[i]!] !== home && !attempt.isRuledOut(cpus[i]!)) return true
    return false
  }

  private conclude(slot: number, moved: number): number {
    const { attempt } = this
    const { host } = this.utilisation.view
    if (moved > 0) {
      this.failures[slot] = 0
      host.counters.pulls[COUNTED_AS[attempt.idle]!]!++
    } else {
      if (attempt.idle !== NEWLY_IDLE) attempt.failures = ++this.failures[slot]!
      if (this.needsPush()) {
        const running = host.running[attempt.source]!
        if (running < 0 || !host.tasks.allows(running, attempt.cpu)) {
          this.lengthen(slot)
          return NOTHING
        }
        this.push(slot)
      }
    }
    this.intervalMs[slot] = attempt.domain.minIntervalMs
    return moved > 0 ? MOVED : NOTHING
  }

  /** No imbalance: the next attempt comes later, and affinity did no harm. */
  private balanced(cpu: number, index: number, slot: number): void {
    const { topology } = this.utilisation
    const parent = topology.domains[cpu]![index + 1]
    if (parent !== undefined && !this.attempt.isAllPinned)
      this.search.isImbalanced[parent.groups[topology.localGroup[parent.level]![cpu]!]!.id] = 0
    this.failures[slot] = 0
    this.lengthen(slot)
  }

  private lengthen(slot: number): void {
    const { attempt } = this
    if (attempt.idle === NEWLY_IDLE) return
    const interval = this.intervalMs[slot]!
    const isShort = interval < attempt.domain.maxIntervalMs
    if (isShort || (attempt.isAllPinned && interval < MAX_PINNED_INTERVAL_MS))
      this.intervalMs[slot] = interval * 2
  }

  // ---- active balance

  /** Whether the running task itself should go: it does not fit, or waiting tasks cannot be had. */
  private needsPush(): boolean {
    const { attempt, utilisation } = this
    const { domain, source, cpu, migration } = attempt
    if (migration === BY_MISFIT) return true
    if (migration === BY_TASKS && attempt.failures > domain.cacheNiceTries + 2) return true
    return (
      attempt.idle !== NOT_IDLE &&
      utilisation.view.states.runnable[source] === 1 &&
      utilisation.isReduced(source, domain.imbalancePct) &&
      utilisation.capacityOf(source) * domain.imbalancePct < utilisation.capacityOf(cpu) * 100
    )
  }

  private push(slot: number): void {
    const { attempt } = this
    const { host } = this.utilisation.view
    if (attempt.idle !== NEWLY_IDLE) {
      if (this.pushNow(attempt.source, attempt.cpu)) this.failures[slot] = 0
      return
    }
    // This CPU is in the middle of a switch: the stopper thread comes after it.
    this.pushFrom[attempt.cpu] = attempt.source
    this.pushSinceNs[attempt.cpu] = host.now
    host.requestBalance(attempt.cpu, PUSH_DELAY_NS)
  }

  private pushNow(source: number, cpu: number): boolean {
    const { counters } = this.utilisation.view.host
    counters.attempts[MOVED_ACTIVE]!++
    const isPushed = this.mover.push(source, cpu)
    if (isPushed) counters.pulls[MOVED_ACTIVE]!++
    return isPushed
  }
}
