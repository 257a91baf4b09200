// A run's scheduling decisions as `show --decisions` prints them: names instead of numbers, null for what is not there.

export interface TaskName {
  /** Number within the run; tasks that were forked may share a name. */
  readonly task: number
  readonly name: string
}

/** One entity of a queue as the policy saw it when it picked. Virtual times are vns: ns of a task of nice 0. */
export interface QueuedEntity {
  /** A task, or a control group by its name. */
  readonly entity: TaskName | { readonly group: string }
  /** 1024 is nice 0. */
  readonly weight: number
  readonly vruntime: number
  /** Null in CFS, which has none. */
  readonly deadline: number | null
  /** `virtualTime` of the queue minus vruntime. */
  readonly lag: number
  readonly sliceNs: number
  readonly eligible: boolean
  readonly delayed: boolean
  /** It had the CPU, or its group had. */
  readonly current: boolean
  readonly picked: boolean
}

export interface DecisionQueue {
  /** The control group whose queue it is; null: the CPU's own. */
  readonly group: string | null
  /** EEVDF: the average V. CFS: min_vruntime. */
  readonly virtualTime: number
  readonly entities: readonly QueuedEntity[]
}

export interface Decision {
  /** Since the start of the run, warm-up included. */
  readonly timeNs: number
  readonly cpu: number
  /** What asked for it: wake-up, tick, timer, balance, block, yield, exit, idle. */
  readonly cause: string
  /** The task whose wake-up asked for it. */
  readonly by: TaskName | null
  /** Why the policy asked, in its own words. */
  readonly reason: string | null
  /** By which rule it picked. */
  readonly rule: string
  /** Null: idle. The same task twice: it stays. */
  readonly previous: TaskName | null
  readonly picked: TaskName | null
  /** The queue of the pick first, then those of the groups above it; empty where idle or a real-time task was picked. */
  readonly queues: readonly DecisionQueue[]
}
