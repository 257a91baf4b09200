// What each CPU is doing, shared by all queues: counts of runnable tasks, who is idle, and what the searches for idle
// CPUs and for work need to be quick on hundreds of CPUs.
import { BitSet } from './bit-set'
import type { Topology } from './domains'

/** A CPU runs something; only SCHED_IDLE tasks; nothing. */
const BUSY = 0
const IDLE_POLICY_ONLY = 1
const IDLE = 2

/** What the kernel takes a CPU's idle periods for before it knows better, and at most, ns (2 * migration cost). */
const MAX_AVERAGE_IDLE_NS = 1_000_000

/** Sums over CPUs, by number of their part of the machine: runnable fair tasks, those of all classes, idle CPUs. */
export interface CpuCounts {
  readonly fair: Int32Array
  readonly tasks: Int32Array
  readonly idle: Int32Array
}

const countsOf = (parts: readonly Int32Array[]): CpuCounts => ({
  fair: new Int32Array(parts.length),
  tasks: new Int32Array(parts.length),
  idle: Int32Array.from(parts, (cpus) => cpus.length),
})

export class CpuStates {
  /** Runnable fair tasks per CPU, the running one included; delayed sleepers not. */
  readonly runnable: Int32Array
  /** Those of policy SCHED_IDLE among them. */
  readonly runnableIdlePolicy: Int32Array
  /** Runnable tasks of classes above the fair one. */
  readonly realTime: Int32Array
  /** CPUs that run nothing. */
  idle: number
  /** CPUs with two or more runnable tasks, and their number per last-level cache. */
  overloaded = 0
  readonly overloadedInLlc: Int32Array
  /** By last-level cache, and by node. */
  readonly inLlc: CpuCounts
  readonly inNode: CpuCounts
  /** Recent length of idle periods, ns. */
  readonly averageIdleNs: Float64Array
  /** When it went idle, ns; only of idle CPUs. */
  readonly idleSinceNs: Float64Array
  /** How many CPUs a search for an idle one looks at, by last-level cache (SIS_UTIL). */
  readonly scanDepth: Int32Array
  /** By last-level cache: 1 where a wholly idle core is believed to exist. */
  readonly idleCoreHint: Uint8Array

  /** By CPU number. */
  readonly idleCpus: BitSet
  readonly overloadedCpus: BitSet
  private readonly state: Uint8Array
  private readonly occupied: Uint8Array
  /** 1 while an idle period goes on that counts towards the average. */
  private readonly measuresIdle: Uint8Array
  /** Place of a CPU when CPUs are sorted by last-level cache, and back; where each cache's CPUs begin. */
  private readonly slotOf: Int32Array
  private readonly cpuAt: Int32Array
  private readonly firstSlot: Int32Array
  /** By slot: idle or only SCHED_IDLE tasks; on a wholly idle core. */
  private readonly usable: BitSet
  private readonly onIdleCore: BitSet
  /** Idle and usable CPUs per cache, idle ones per core. */
  private readonly usableInLlc: Int32Array
  private readonly idleInCore: Int32Array

  constructor(readonly topology: Topology) {
    const { cpus, llcs, cores } = topology
    this.runnable = new Int32Array(cpus)
    this.runnableIdlePolicy = new Int32Array(cpus)
    this.realTime = new Int32Array(cpus)
    this.overloadedInLlc = new Int32Array(llcs.length)
    this.inLlc = countsOf(llcs)
    this.inNode = countsOf(topology.nodes)
    this.averageIdleNs = new Float64Array(cpus).fill(MAX_AVERAGE_IDLE_NS)
    this.idleSinceNs = new Float64Array(cpus)
    this.scanDepth = Int32Array.from(llcs, (list) => list.length)
    this.idleCoreHint = new Uint8Array(llcs.length).fill(1)
    this.idleCpus = new BitSet(cpus)
    this.overloadedCpus = new BitSet(cpus)
    this.state = new Uint8Array(cpus).fill(IDLE)
    this.occupied = new Uint8Array(cpus)
    this.measuresIdle = new Uint8Array(cpus).fill(1)
    this.slotOf = new Int32Array(cpus)
    this.cpuAt = Int32Array.from(llcs.flatMap((list) => [...list]))
    this.cpuAt.forEach((cpu, slot) => (this.slotOf[cpu] = slot))
    this.firstSlot = Int32Array.from(llcs, (list) => this.slotOf[list[0]!]!)
    this.usable = new BitSet(cpus)
    this.onIdleCore = new BitSet(cpus)
    this.usableInLlc = Int32Array.from(llcs, (list) => list.length)
    this.idleInCore = Int32Array.from(cores, (list) => list.length)
    this.idle = cpus
    for (let cpu = 0; cpu < cpus; cpu++) {
      this.idleCpus.add(cpu)
      this.usable.add(cpu)
      this.onIdleCore.add(cpu)
    }
  }

  /** Runs nothing and has nothing to run (available_idle_cpu). */
  isIdle(cpu: number): boolean {
    return this.state[cpu] === IDLE
  }

  /** Idle, or with nothing but SCHED_IDLE tasks, which give way at once. */
  isUsable(cpu: number): boolean {
    return this.state[cpu] !== BUSY
  }

  /** Nothing but SCHED_IDLE tasks, and at least one. */
  runsOnlyIdlePolicy(cpu: number): boolean {
    return this.state[cpu] === IDLE_POLICY_ONLY
  }

  /** Every SMT sibling is idle, the CPU too. */
  isCoreIdle(cpu: number): boolean {
    return this.onIdleCore.has(this.slotOf[cpu]!)
  }

  /** Runnable tasks of all classes. */
  runnableOf(cpu: number): number {
    return this.runnable[cpu]! + this.realTime[cpu]!
  }

  /** Changes the numbers of runnable fair tasks. */
  add(cpu: number, runnable: number, idlePolicy: number): void {
    const before = this.runnableOf(cpu)
    this.runnable[cpu]! += runnable
    this.runnableIdlePolicy[cpu]! += idlePolicy
    this.inLlc.fair[this.topology.llcOf[cpu]!]! += runnable
    this.inNode.fair[this.topology.nodeOf[cpu]!]! += runnable
    this.changed(cpu, before)
  }

  /** Changes the number of runnable tasks of classes above the fair one. */
  addRealTime(cpu: number, count: number, nowNs: number): void {
    const before = this.runnableOf(cpu)
    this.realTime[cpu]! += count
    this.changed(cpu, before)
    if (count > 0) this.endIdle(cpu, nowNs)
    else if (this.occupied[cpu] === 0) this.beginIdle(cpu, nowNs)
  }

  /** At every switch: whether the CPU runs a task from now on. */
  setOccupied(cpu: number, isOccupied: boolean, nowNs: number): void {
    const was = this.occupied[cpu] === 1
    if (was === isOccupied) return
    this.occupied[cpu] = Number(isOccupied)
    if (isOccupied) this.endIdle(cpu, nowNs)
    else this.beginIdle(cpu, nowNs)
    this.changed(cpu, this.runnableOf(cpu))
    // A search for an idle core pays off again.
    if (!isOccupied && this.isCoreIdle(cpu)) this.idleCoreHint[this.topology.llcOf[cpu]!] = 1
  }

  /** A CPU stops running fair tasks: it is idle only where nothing, of any class, waits for it. */
  private beginIdle(cpu: number, nowNs: number): void {
    if (this.runnableOf(cpu) > 0) return
    this.idleSinceNs[cpu] = nowNs
    this.measuresIdle[cpu] = 1
  }

  private endIdle(cpu: number, nowNs: number): void {
    if (this.measuresIdle[cpu] === 0) return
    this.measuresIdle[cpu] = 0
    const mean = this.averageIdleNs[cpu]!
    const next = mean + (nowNs - this.idleSinceNs[cpu]! - mean) / 8
    this.averageIdleNs[cpu] = Math.min(next, MAX_AVERAGE_IDLE_NS)
  }

  private changed(cpu: number, runnableBefore: number): void {
    const runnable = this.runnableOf(cpu)
    this.inLlc.tasks[this.topology.llcOf[cpu]!]! += runnable - runnableBefore
    this.inNode.tasks[this.topology.nodeOf[cpu]!]! += runnable - runnableBefore
    if (runnable > 1 !== runnableBefore > 1) this.setOverloaded(cpu, runnable > 1)
    const state =
      runnable === 0
        ? this.occupied[cpu] === 1
          ? BUSY
          : IDLE
        : runnable === this.runnableIdlePolicy[cpu]
          ? IDLE_POLICY_ONLY
          : BUSY
    const before = this.state[cpu]!
    if (state === before) return
    this.state[cpu] = state
    if ((state === BUSY) !== (before === BUSY)) this.setUsable(cpu, state !== BUSY)
    if ((state === IDLE) !== (before === IDLE)) this.setIdle(cpu, state === IDLE)
  }

  private setOverloaded(cpu: number, isOverloaded: boolean): void {
    const change = isOverloaded ? 1 : -1
    this.overloaded += change
    this.overloadedInLlc[this.topology.llcOf[cpu]!]! += change
    if (isOverloaded) this.overloadedCpus.add(cpu)
    else this.overloadedCpus.remove(cpu)
  }

  private setUsable(cpu: number, isUsable: boolean): void {
    this.usableInLlc[this.topology.llcOf[cpu]!]! += isUsable ? 1 : -1
    if (isUsable) this.usable.add(this.slotOf[cpu]!)
    else this.usable.remove(this.slotOf[cpu]!)
  }

  private setIdle(cpu: number, isIdle: boolean): void {
    const { topology, slotOf } = this
    const core = topology.coreOf[cpu]!
    const siblings = topology.cores[core]!
    const change = isIdle ? 1 : -1
    this.idle += change
    this.inLlc.idle[topology.llcOf[cpu]!]! += change
    this.inNode.idle[topology.nodeOf[cpu]!]! += change
    if (isIdle) this.idleCpus.add(cpu)
    else this.idleCpus.remove(cpu)
    const wasCoreIdle = this.idleInCore[core] === siblings.length
    this.idleInCore[core]! += change
    const isCoreIdle = this.idleInCore[core] === siblings.length
    if (isCoreIdle === wasCoreIdle) return
    for (let i = 0; i < siblings.length; i++) {
      if (isCoreIdle) this.onIdleCore.add(slotOf[siblings[i]!]!)
      else this.onIdleCore.remove(slotOf[siblings[i]!]!)
    }
  }

  /**
   * The first usable CPU after `target` in its last-level cache, in order of number, wrapping, among the first `depth`
   * allowed ones (mask of 1s; null: all); -1: none.
   */
  findUsable(target: number, depth: number, allowed: Uint8Array | null): number {
    const llc = this.topology.llcOf[target]!
    if (this.usableInLlc[llc] === 0) return -1
    const first = this.firstSlot[llc]!
    const size = this.topology.llcs[llc]!.length
    const start = this.slotOf[target]! + 1
    if (allowed !== null) return this.findAllowed(first, size, start, depth, allowed)
    const end = start + Math.min(depth, size)
    const wraps = end > first + size
    let found = this.usable.next(start, wraps ? first + size : end)
    if (found < 0 && wraps) found = this.usable.next(first, end - size)
    return found < 0 ? -1 : this.cpuAt[found]!
  }

  private findAllowed(
    first: number,
    size: number,
    start: number,
    depth: number,
    allowed: Uint8Array,
  ): number {
    let left = depth
    for (let i = 0; i < size && left > 0; i++) {
      const slot = start + i < first + size ? start + i : start + i - size
      const cpu = this.cpuAt[slot]!
      if (allowed[cpu] !== 1) continue
      if (this.usable.has(slot)) return cpu
      left--
    }
    return -1
  }

  /**
   * The first allowed CPU after `target` whose core is wholly idle, in its last-level cache; where there is none, the
   * first usable one on the way, and the hint that there are idle cores is withdrawn. -1: none.
   */
  findIdleCore(target: number, allowed: Uint8Array | null): number {
    const llc = this.topology.llcOf[target]!
    const first = this.firstSlot[llc]!
    const end = first + this.topology.llcs[llc]!.length
    const start = this.slotOf[target]! + 1
    const found = this.nextIdleCore(start, end, allowed)
    const cpu = found < 0 ? this.nextIdleCore(first, start, allowed) : found
    if (cpu >= 0) return cpu
    this.idleCoreHint[llc] = 0
    if (this.usableInLlc[llc] === 0) return -1
    for (let i = 0; i < end - first; i++) {
      const slot = start + i < end ? start + i : start + i - (end - first)
      const near = this.cpuAt[slot]!
      if (allowed !== null && allowed[near] !== 1) continue
      const sibling = this.findSibling(near, -1, allowed)
      if (sibling >= 0) return sibling
    }
    return -1
  }

  private nextIdleCore(from: number, to: number, allowed: Uint8Array | null): number {
    let slot = this.onIdleCore.next(from, to)
    while (slot >= 0 && allowed !== null && allowed[this.cpuAt[slot]!] !== 1)
      slot = this.onIdleCore.next(slot + 1, to)
    return slot < 0 ? -1 : this.cpuAt[slot]!
  }

  /** The first usable, allowed CPU of `cpu`'s core other than `except`; -1: none. */
  findSibling(cpu: number, except: number, allowed: Uint8Array | null): number {
    const siblings = this.topology.cores[this.topology.coreOf[cpu]!]!
    for (let i = 0; i < siblings.length; i++) {
      const sibling = siblings[i]!
      if (sibling !== except && this.isUsable(sibling) && (allowed === null || allowed[sibling] === 1))
        return sibling
    }
    return -1
  }
}
