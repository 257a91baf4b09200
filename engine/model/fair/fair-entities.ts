// What CFS and EEVDF keep per task, as a structure of arrays indexed by task number. Virtual times are whole
// nanoseconds of a nice 0 task ("vns").
import { POLICY_IDLE } from '../../core/task-table'
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
  /** CPU time got, ns; and its value when the task was last put on a CPU. */
  sumExec = new Float64Array(0)
  prevSumExec = new Float64Array(0)
  /** When execution was last charged. */
  execStart = new Float64Array(0)
  /** Place in the order of insertion: among equals the lower is first. */
  sequence = new Float64Array(0)
  /** Place in the CPU's task list: the lowest has not been enqueued or picked for longest. */
  listed = new Float64Array(0)
  /** How it is counted among its queue's runnable tasks: NOT_COUNTED, COUNTED or COUNTED_IDLE_POLICY. */
  counted = new Uint8Array(0)
  /** Position in its queue's member list; -1: not in it. */
  position = new Int32Array(0)

  ensure(count: number): void {
    if (count > this.capacity) this.growTo(Math.max(64, this.capacity * 2, count))
  }

  protected growTo(capacity: number): void {
    const previous = this.capacity
    this.capacity = capacity
    const wider = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(capacity)
      to.set(from)
      return to
    }
    this.weight = wider(this.weight)
    this.mantissa = wider(this.mantissa)
    const wider8 = (from: Uint8Array): Uint8Array<ArrayBuffer> => {
      const to = new Uint8Array(capacity)
      to.set(from)
      return to
    }
    this.shift = wider8(this.shift)
    this.counted = wider8(this.counted)
    this.vruntime = wider(this.vruntime)
    this.sumExec = wider(this.sumExec)
    this.prevSumExec = wider(this.prevSumExec)
    this.execStart = wider(this.execStart)
    this.sequence = wider(this.sequence)
    this.listed = wider(this.listed)
    const position = new Int32Array(capacity).fill(-1, previous)
    position.set(this.position)
    this.position = position
  }

  /** Sets the weight that belongs to a nice value (-20..19) and task policy. */
  setWeight(e: number, nice: number, policy: number): void {
    const idle = policy === POLICY_IDLE
    const weight = idle ? IDLE_WEIGHT : niceWeights[nice + 20]!
    const factor = buildFactor(NICE_0_WEIGHT, idle ? IDLE_INVERSE_WEIGHT : niceInverseWeights[nice + 20]!)
    this.weight[e] = weight
    this.mantissa[e] = factor.mantissa
    this.shift[e] = factor.shift
  }

  /** Execution time in ns as virtual time; nice 0 is exempt from rounding. */
  toVirtual(e: number, ns: number): number {
    return this.weight[e] === NICE_0_WEIGHT ? ns : applyFactor(ns, this.mantissa[e]!, this.shift[e]!)
  }
}
