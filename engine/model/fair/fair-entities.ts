// What CFS and EEVDF keep per schedulable entity, as a structure of arrays. Control groups come first, one entity per
// group and CPU, then the tasks in the order of their numbers. Virtual times are whole nanoseconds of a nice 0 task
// ("vns").
import { POLICY_IDLE } from '../../core/task-table'
import { widened, widened8 } from '../../core/widen'
import {
  applyFactor,
  buildFactor,
  IDLE_INVERSE_WEIGHT,
  IDLE_WEIGHT,
  NICE_0_WEIGHT,
  niceInverseWeights,
  niceWeights,
} from './weights'

export class FairEntities {
  private capacity = 0
  weight = new Float64Array(0)
  private mantissa = new Float64Array(0)
  private shift = new Uint8Array(0)
  /** Virtual run time, vns. */
  vruntime = new Float64Array(0)
  /** CPU time got, ns; and its value when it was last put on a CPU. */
  sumExec = new Float64Array(0)
  prevSumExec = new Float64Array(0)
  /** When execution was last charged. */
  execStart = new Float64Array(0)
  /** Place in the order of insertion: among equals the lower is first. */
  sequence = new Float64Array(0)
  /** Position in its queue's member list; -1: not in it. */
  position = new Int32Array(0)
  /** 1: it yields to all others (a task of SCHED_IDLE, a group with cpu.idle). */
  idle = new Uint8Array(0)

  /** `first`: number of the first task's entity, after those of the groups. */
  constructor(readonly first = 0) {}

  ensure(count: number): void {
    if (count > this.capacity) this.growTo(Math.max(64, this.capacity * 2, count))
  }

  protected growTo(capacity: number): void {
    const previous = this.capacity
    this.capacity = capacity
    this.weight = widened(this.weight, capacity)
    this.mantissa = widened(this.mantissa, capacity)
    this.vruntime = widened(this.vruntime, capacity)
    this.sumExec = widened(this.sumExec, capacity)
    this.prevSumExec = widened(this.prevSumExec, capacity)
    this.execStart = widened(this.execStart, capacity)
    this.sequence = widened(this.sequence, capacity)
    this.shift = widened8(this.shift, capacity)
    this.idle = widened8(this.idle, capacity)
    const position = new Int32Array(capacity).fill(-1, previous)
    position.set(this.position)
    this.position = position
  }

  /** Sets the weight that belongs to a nice value (-20..19) and task policy. */
  setTaskWeight(e: number, nice: number, policy: number): void {
    this.idle[e] = policy === POLICY_IDLE ? 1 : 0
    this.setWeight(e, weightOf(nice, policy), inverseOf(nice, policy))
  }

  setWeight(e: number, weight: number, inverse: number): void {
    const factor = buildFactor(NICE_0_WEIGHT, inverse)
    this.weight[e] = weight
    this.mantissa[e] = factor.mantissa
    this.shift[e] = factor.shift
  }

  /** Execution time in ns as virtual time; nice 0 is exempt from rounding. */
  toVirtual(e: number, ns: number): number {
    return this.weight[e] === NICE_0_WEIGHT ? ns : applyFactor(ns, this.mantissa[e]!, this.shift[e]!)
  }
}

/** Load weight of a task, and its inverse as the kernel's table has it. */
export const weightOf = (nice: number, policy: number): number =>
  policy === POLICY_IDLE ? IDLE_WEIGHT : niceWeights[nice + 20]!
export const inverseOf = (nice: number, policy: number): number =>
  policy === POLICY_IDLE ? IDLE_INVERSE_WEIGHT : niceInverseWeights[nice + 20]!
