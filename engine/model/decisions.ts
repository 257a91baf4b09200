// The record of a run's scheduling decisions: for each, what was picked by which rule, what asked for it, and the
// queue as the policy saw it. Columns, since a run makes many.

/** Bits of `flags` of a row. */
export const ROW_ELIGIBLE = 1
export const ROW_DELAYED = 2
export const ROW_CURRENT = 4
export const ROW_PICKED = 8

export interface DecisionTable {
  /** By decision. */
  readonly timeNs: Float64Array
  readonly cpu: Int32Array
  /** Task that had the CPU and task that gets it; -1: idle. They are equal where it stays. */
  readonly previous: Int32Array
  readonly picked: Int32Array
  /** Index into `texts`: what asked for the decision, why the policy did so, and the rule of the pick. */
  readonly cause: Int32Array
  readonly reason: Int32Array
  readonly rule: Int32Array
  /** Task whose wake-up asked for it; -1: none. */
  readonly by: Int32Array
  /** First row of each decision; its rows end where the next begins. */
  readonly firstRow: Int32Array
  readonly texts: readonly string[]
  /** By task number; those that were forked come after those of the spec. */
  readonly taskNames: readonly string[]
  readonly rows: {
    /** Control group whose queue it is; -1: the CPU's own. */
    readonly queue: Int32Array
    /** Task number; a control group as -1 - its index. */
    readonly entity: Int32Array
    readonly weight: Float64Array
    /** Virtual times of the queue, vns; CFS has no deadline: NaN. */
    readonly vruntime: Float64Array
    readonly deadline: Float64Array
    /** Average virtual time of the queue minus vruntime, vns; CFS: its smallest one minus vruntime. */
    readonly lag: Float64Array
    readonly sliceNs: Float64Array
    readonly flags: Uint8Array
  }
  /** Decisions that were not recorded any more, for want of room. */
  readonly dropped: number
}

/** One entity of a queue as the policy sees it. */
export interface EntityRow {
  queue: number
  entity: number
  weight: number
  vruntime: number
  deadline: number
  lag: number
  sliceNs: number
  flags: number
}
