// The average virtual time V of one EEVDF queue and the sums behind it: who is on the queue, where V stands, who is
// eligible. kernel/sched/fair.c avg_vruntime; docs/modelling.md lists the sources.
import { widened } from '../../core/widen'
import { FairQueue } from '../../model/fair/fair-queue'
import { floorDiv } from '../../model/fair/weights'
import type { EevdfEntities } from './eevdf-entities'
import type { EevdfSettings } from './profile'
import { VruntimeTree } from './vruntime-tree'

/** Where the virtual time of an empty queue starts, vns. */
const START_VTIME = -1048576
/** The reference point follows V when it is this far away, so that weighted sums stay small and exact, vns. */
const REFERENCE_DRIFT = 1048576
const EXACT = Number.MAX_SAFE_INTEGER

export abstract class EevdfAverage extends FairQueue {
  protected memberDeadline = new Float64Array(8)
  /** Sum of weight * (vruntime - reference) over the members. */
  private weightedSum = 0
  private reference = START_VTIME
  /** Members whose request is not the base slice. */
  private oddSlices = 0
  /** The members by virtual run time, where the kernel's search depends on that tree's shape. */
  protected readonly tree: VruntimeTree | null

  constructor(
    protected readonly e: EevdfEntities,
    protected readonly settings: EevdfSettings,
    cpu: number,
    index?: number,
    entity?: number,
    parent?: FairQueue | null,
    depth?: number,
  ) {
    super(e, cpu, index, entity, parent, depth)
    this.tree = settings.search === 'definition' ? null : new VruntimeTree(e)
  }

  override insert(entity: number): void {
    super.insert(entity)
    const { e } = this
    this.memberDeadline[e.position[entity]!] = e.deadline[entity]!
    this.tree?.insert(entity)
    if (e.slice[entity] !== this.settings.baseSliceNs) this.oddSlices++
    this.weightedSum += e.weight[entity]! * (e.vruntime[entity]! - this.reference)
    this.assertExact(this.weightedSum)
  }

  override remove(entity: number): void {
    const { e } = this
    super.remove(entity)
    this.tree?.remove(entity)
    if (e.slice[entity] !== this.settings.baseSliceNs) this.oddSlices--
    this.weightedSum -= e.weight[entity]! * (e.vruntime[entity]! - this.reference)
  }

  /** V: the weighted mean of all on the queue, the running one included, rounded down; vns. O(1). */
  averageVruntime(): number {
    let weight = this.memberWeight
    let sum = this.weightedSum
    if (this.currentOnQueue) {
      const w = this.e.weight[this.current]!
      weight += w
      sum += w * (this.e.vruntime[this.current]! - this.reference)
    }
    return weight === 0 ? this.reference : this.reference + floorDiv(sum, weight)
  }

  /** Lag not negative. With floored V and whole virtual times this equals the kernel's test without division. */
  isEligible(entity: number): boolean {
    return !this.settings.eligibility || this.e.vruntime[entity]! <= this.averageVruntime()
  }

  /** Moves the reference to V where it has fallen behind; V stays as it is. */
  followAverage(): void {
    const drift = this.averageVruntime() - this.reference
    if (drift < REFERENCE_DRIFT && drift > -REFERENCE_DRIFT) return
    this.assertExact(this.memberWeight * drift)
    this.weightedSum -= this.memberWeight * drift
    this.reference += drift
  }

  /** Refuses to go on with a rounded number. */
  protected assertExact(value: number): void {
    if (value > EXACT || value < -EXACT)
      throw new Error(
        'EEVDF: a sum of weighted virtual times passed 2^53 and would no longer be exact; shorten the run or bring the weights closer together',
      )
  }

  /** Shortest request on the queue, ns; Infinity where it is empty. O(1) unless a member has a request of its own. */
  minSlice(): number {
    let shortest = this.currentOnQueue ? this.e.slice[this.current]! : Infinity
    if (this.oddSlices === 0)
      return this.size === 0 ? shortest : Math.min(shortest, this.settings.baseSliceNs)
    for (let i = 0; i < this.size; i++) shortest = Math.min(shortest, this.e.slice[this.members[i]!]!)
    return shortest
  }

  /** Longest request on the queue, ns. O(1) unless a member has a request of its own. */
  protected maxSlice(): number {
    let longest = this.currentOnQueue ? this.e.slice[this.current]! : 0
    if (this.oddSlices === 0) return this.size === 0 ? longest : Math.max(longest, this.settings.baseSliceNs)
    for (let i = 0; i < this.size; i++) longest = Math.max(longest, this.e.slice[this.members[i]!]!)
    return longest
  }

  /** A group asks for as little at a time as its most urgent member does (6.12 and later). */
  inheritSlice(entity: number, ns: number): void {
    const { e } = this
    const base = this.settings.baseSliceNs
    if (this.isMember(entity)) this.oddSlices += Number(ns !== base) - Number(e.slice[entity] !== base)
    e.slice[entity] = ns
    e.customSlice[entity] = 1
  }

  protected override moveMember(from: number, to: number): void {
    super.moveMember(from, to)
    this.memberDeadline[to] = this.memberDeadline[from]!
  }

  protected override widen(capacity: number): void {
    super.widen(capacity)
    this.memberDeadline = widened(this.memberDeadline, capacity)
  }
}
