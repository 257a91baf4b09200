// What EEVDF keeps per task beside what it shares with CFS.
import { widened, widened8 } from '../../core/widen'
import { FairEntities } from '../../model/fair/fair-entities'

/** Bounds of a custom slice (sched_setattr clamps to them), ns. */
const MIN_CUSTOM_SLICE_NS = 100_000
const MAX_CUSTOM_SLICE_NS = 100_000_000

export class EevdfEntities extends FairEntities {
  /** Virtual deadline, vns; while `relative` is set, its distance to the virtual run time. */
  deadline = new Float64Array(0)
  /** Request, ns. */
  slice = new Float64Array(0)
  customSlice = new Uint8Array(0)
  /** Lag saved when it left a queue, vns. */
  vlag = new Float64Array(0)
  /** Protection since it was picked: the deadline then (`stash`), or the virtual time up to which it holds (`point`). */
  protection = new Float64Array(0)
  relative = new Uint8Array(0)
  /** Asleep, but still on the queue until its lag is worked off. */
  delayed = new Uint8Array(0)

  /** A task's custom slice in ns; 0: none, then it takes the base slice at its next placement or renewal. */
  setSlice(e: number, ns: number): void {
    this.customSlice[e] = ns > 0 ? 1 : 0
    if (ns > 0) this.slice[e] = Math.min(MAX_CUSTOM_SLICE_NS, Math.max(MIN_CUSTOM_SLICE_NS, ns))
  }

  protected override growTo(capacity: number): void {
    super.growTo(capacity)
    this.deadline = widened(this.deadline, capacity)
    this.slice = widened(this.slice, capacity)
    this.vlag = widened(this.vlag, capacity)
    this.protection = widened(this.protection, capacity)
    this.customSlice = widened8(this.customSlice, capacity)
    this.relative = widened8(this.relative, capacity)
    this.delayed = widened8(this.delayed, capacity)
  }
}
