// One attempt to pull tasks to a CPU within one domain: what is known and decided while it goes on. The object is used
// again for every attempt.
import type { Domain, DomainGroup, Topology } from './domains'

/** State of the CPU that pulls. */
export const NOT_IDLE = 0
export const IDLE = 1
export const NEWLY_IDLE = 2

/** What the imbalance is measured in, and so which tasks may move. */
export const BY_LOAD = 0
export const BY_UTIL = 1
export const BY_TASKS = 2
export const BY_MISFIT = 3

export class BalanceAttempt {
  /** The CPU that pulls. */
  cpu = 0
  domain!: Domain
  localGroup!: DomainGroup
  idle = NOT_IDLE
  /** The level below spreads tasks evenly over its domains. */
  childPrefersSibling = false
  /** Failed attempts of this CPU and level in a row. */
  failures = 0

  busiest: DomainGroup | null = null
  source = -1
  migration = BY_LOAD
  imbalance = 0

  /** Tasks looked at. */
  looked = 0
  /** No task so far could move because of affinity; some could not; another CPU of the group may take one (-1: none). */
  isAllPinned = false
  isSomePinned = false
  alternative = -1
  /** CPUs that were ruled out; the first `ruledOutCount`. */
  readonly ruledOutCpus: Int32Array
  ruledOutCount = 0
  /** By CPU: the attempt in which it was ruled out. */
  private readonly ruledOut: Uint32Array
  private number = 0

  constructor(private readonly topology: Topology) {
    this.ruledOut = new Uint32Array(topology.cpus)
    this.ruledOutCpus = new Int32Array(topology.cpus)
  }

  begin(cpu: number, index: number, idle: number, failures: number): void {
    const domains = this.topology.domains[cpu]!
    const domain = domains[index]!
    this.cpu = cpu
    this.domain = domain
    this.localGroup = domain.groups[this.topology.localGroup[domain.level]![cpu]!]!
    this.idle = idle
    this.childPrefersSibling = index > 0 && domains[index - 1]!.prefersSibling && !domain.isAsymmetric
    this.failures = failures
    this.looked = 0
    this.isAllPinned = false
    this.isSomePinned = false
    this.alternative = -1
    this.ruledOutCount = 0
    this.number++
  }

  ruleOut(cpu: number): void {
    this.ruledOut[cpu] = this.number
    this.ruledOutCpus[this.ruledOutCount++] = cpu
  }

  isRuledOut(cpu: number): boolean {
    return this.ruledOut[cpu] === this.number
  }
}
