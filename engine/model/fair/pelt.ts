// Per-entity load tracking (kernel/sched/pelt.c): geometrically decayed averages with a half-life of 32 periods of
// 1.048576 ms, for tasks or for CPUs' queues, indexed by number. Sums are whole numbers as in the kernel, kept as
// doubles; the decay table is made by square roots, so that it is the same on every machine.
// One row of numbers (a cache line) per entity.

/** Sum of a contribution of 1024 per period for ever, as the kernel rounds it. */
const MAX_SUM = 47742
/** Periods after which nothing is left. */
const FORGOTTEN = 2016
const FULL = 1024

/** y^n for n = 0..2016, y^32 = 1/2. */
const DECAY = buildDecay()

function buildDecay(): Float64Array {
  const table = new Float64Array(FORGOTTEN + 1)
  const y = Math.sqrt(Math.sqrt(Math.sqrt(Math.sqrt(Math.sqrt(0.5)))))
  table[0] = 1
  for (let n = 1; n <= FORGOTTEN; n++)
    table[n] = n % 32 === 0 ? table[n - 32]! / 2 : n < 32 ? table[n - 1]! * y : table[n - 32]! / 2
  return table
}

const ROW = 8
/** Last update, ns; only whole units of 1024 ns count, the rest waits. */
const LAST = 0
/** Units of the period that has begun. */
const PARTIAL = 1
const LOAD = 2
const RUNNABLE = 3
const UTIL = 4
/** An average is its sum divided by this plus PARTIAL. */
const DIVIDER = MAX_SUM - FULL

export class PeltTable {
  private rows: Float64Array
  private capacity: number

  constructor(count = 0) {
    this.capacity = count
    this.rows = new Float64Array(count * ROW)
  }

  /** Makes room for the entities below `count`. */
  ensure(count: number): void {
    if (count <= this.capacity) return
    const capacity = Math.max(64, this.capacity * 2, count)
    const rows = new Float64Array(capacity * ROW)
    rows.set(this.rows)
    this.rows = rows
    this.capacity = capacity
  }

  /**
   * Accounts the time since the last update, during which nothing may have changed. `weight`: load while runnable (a
   * task's weight, a queue's sum of weights), else 0. `runnable`: runnable tasks (a task's own: 0 or 1). `running`: 0
   * or 1. `capacity` of the CPU, 1..1024, scales utilisation. True where an average changed.
   */
  update(
    i: number,
    nowNs: number,
    weight: number,
    runnable: number,
    running: number,
    capacity: number,
  ): boolean {
    const { rows } = this
    const at = i * ROW
    const passed = nowNs - rows[at + LAST]!
    if (passed < 1024) return false
    let units = Math.floor(passed / 1024)
    rows[at + LAST]! += units * 1024
    const total = units + rows[at + PARTIAL]!
    if (total < 1024) {
      rows[at + PARTIAL] = total
      if (weight !== 0) rows[at + LOAD]! += weight * units
      if (runnable !== 0) rows[at + RUNNABLE]! += runnable * units * 1024
      if (running !== 0) rows[at + UTIL]! += capacity * units
      return false
    }
    const periods = Math.floor(total / 1024)
    const rest = total - periods * 1024
    const factor = periods > FORGOTTEN ? 0 : DECAY[periods]!
    // What ended the old period, the whole periods between, and what began the new one.
    units =
      Math.floor((FULL - rows[at + PARTIAL]!) * factor) +
      (MAX_SUM - Math.floor(MAX_SUM * factor) - FULL) +
      rest
    rows[at + PARTIAL] = rest
    rows[at + LOAD] = Math.floor(rows[at + LOAD]! * factor) + weight * units
    rows[at + RUNNABLE] = Math.floor(rows[at + RUNNABLE]! * factor) + runnable * units * 1024
    rows[at + UTIL] = Math.floor(rows[at + UTIL]! * factor) + running * capacity * units
    return true
  }

  /** Load average, in weight. */
  load(i: number): number {
    return this.rows[i * ROW + LOAD]! / (DIVIDER + this.rows[i * ROW + PARTIAL]!)
  }

  /** Average of runnable tasks, 1024 each. */
  runnable(i: number): number {
    return this.rows[i * ROW + RUNNABLE]! / (DIVIDER + this.rows[i * ROW + PARTIAL]!)
  }

  /** Utilisation, 0..1024. */
  util(i: number): number {
    return this.rows[i * ROW + UTIL]! / (DIVIDER + this.rows[i * ROW + PARTIAL]!)
  }

  /** When it was updated last, ns. */
  updatedNs(i: number): number {
    return this.rows[i * ROW + LAST]!
  }

  /** A task's weight changed: its load changes at once. While it is attached, detach it first and attach it after. */
  reweight(i: number, oldWeight: number, newWeight: number): void {
    this.rows[i * ROW + LOAD] = Math.floor((this.rows[i * ROW + LOAD]! * newWeight) / oldWeight)
  }

  /**
   * A new task of this weight on `queue` of `queues`, which is up to date (post_init_entity_util_avg): load as if it
   * had always been runnable, a share of the queue's utilisation or half of what is left of the CPU's capacity.
   * Attach it then.
   */
  initTask(task: number, weight: number, queues: PeltTable, queue: number, capacity: number): void {
    const queueUtil = queues.util(queue)
    const cap = Math.max(0, (capacity - queueUtil) / 2)
    const util = queueUtil < 1 ? cap : Math.min(cap, (queueUtil * weight) / (queues.load(queue) + 1))
    const { rows } = this
    const at = task * ROW
    rows[at + PARTIAL] = 0
    rows[at + LOAD] = weight * DIVIDER
    rows[at + RUNNABLE] = Math.floor(util * DIVIDER)
    rows[at + UTIL] = Math.floor(util * DIVIDER)
  }

  /**
   * Adds the averages of a task of `tasks` to queue `queue` of this table; both are up to date, and stay in step.
   * `share`: what one of the task's load counts for there, 0..1 (1: the task is on that very queue).
   */
  attach(queue: number, tasks: PeltTable, task: number, share = 1): void {
    const q = queue * ROW
    const t = task * ROW
    const queueRows = this.rows
    const taskRows = tasks.rows
    const factor = (DIVIDER + queueRows[q + PARTIAL]!) / (DIVIDER + taskRows[t + PARTIAL]!)
    for (let k = LOAD; k <= UTIL; k++) {
      const sum = Math.floor(taskRows[t + k]! * factor)
      taskRows[t + k] = sum
      queueRows[q + k]! += k === LOAD && share !== 1 ? Math.floor(sum * share) : sum
    }
    taskRows[t + LAST] = queueRows[q + LAST]!
    taskRows[t + PARTIAL] = queueRows[q + PARTIAL]!
  }

  /** Takes the averages of a task out of queue `queue` of this table, where it was attached; both are up to date. */
  detach(queue: number, tasks: PeltTable, task: number, share = 1): void {
    const q = queue * ROW
    const t = task * ROW
    const queueRows = this.rows
    for (let k = LOAD; k <= UTIL; k++) {
      const sum = tasks.rows[t + k]!
      const part = k === LOAD && share !== 1 ? Math.floor(sum * share) : sum
      queueRows[q + k] = Math.max(0, queueRows[q + k]! - part)
    }
  }
}
