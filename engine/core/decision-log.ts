// Records scheduling decisions while a run goes on. Only made where the run asks for it, and bounded.
import type { DecisionTable, EntityRow } from '../model/decisions'
import { Column } from './column'
import { Interner } from './interner'

/** Rows (one per decision and entity on the queue) that a run keeps: about 60 bytes each. */
const MAX_ROWS = 1_000_000

export class DecisionLog {
  private readonly time = new Column()
  private readonly cpu = new Column()
  private readonly previous = new Column()
  private readonly picked = new Column()
  private readonly cause = new Column()
  private readonly reason = new Column()
  private readonly rule = new Column()
  private readonly by = new Column()
  private readonly firstRow = new Column()
  private readonly texts = new Interner()
  private readonly rows = {
    queue: new Column(),
    entity: new Column(),
    weight: new Column(),
    vruntime: new Column(),
    deadline: new Column(),
    lag: new Column(),
    sliceNs: new Column(),
    flags: new Column(),
  }
  private dropped = 0
  /** What asked for the next decision, by CPU. */
  private readonly asked: { cause: string; reason: string; by: number }[]

  constructor(cpus: number) {
    this.asked = Array.from({ length: cpus }, () => ({ cause: '', reason: '', by: -1 }))
  }

  /** A reschedule was asked for; the first request counts. `by`: the task whose wake-up it was, or -1. */
  requested(cpu: number, cause: string, reason: string, by: number): void {
    const asked = this.asked[cpu]!
    asked.cause = cause
    asked.reason = reason
    asked.by = by
  }

  /** True where there is room for this decision; its rows follow. */
  decided(time: number, cpu: number, previous: number, picked: number, rule: string): boolean {
    const asked = this.asked[cpu]!
    if (this.rows.queue.length >= MAX_ROWS) {
      this.dropped++
      asked.cause = ''
      return false
    }
    this.time.push(time)
    this.cpu.push(cpu)
    this.previous.push(previous)
    this.picked.push(picked)
    this.cause.push(this.texts.of(asked.cause))
    this.reason.push(this.texts.of(asked.reason))
    this.rule.push(this.texts.of(rule))
    this.by.push(asked.by)
    this.firstRow.push(this.rows.queue.length)
    asked.cause = ''
    asked.reason = ''
    asked.by = -1
    return true
  }

  /** Whether something asked already. */
  isAsked(cpu: number): boolean {
    return this.asked[cpu]!.cause !== ''
  }

  readonly addRow = (row: EntityRow): void => {
    const { rows } = this
    rows.queue.push(row.queue)
    rows.entity.push(row.entity)
    rows.weight.push(row.weight)
    rows.vruntime.push(row.vruntime)
    rows.deadline.push(row.deadline)
    rows.lag.push(row.lag)
    rows.sliceNs.push(row.sliceNs)
    rows.flags.push(row.flags)
  }

  table(taskNames: readonly string[]): DecisionTable {
    const { rows } = this
    return {
      timeNs: this.time.float64(),
      cpu: this.cpu.int32(),
      previous: this.previous.int32(),
      picked: this.picked.int32(),
      cause: this.cause.int32(),
      reason: this.reason.int32(),
      rule: this.rule.int32(),
      by: this.by.int32(),
      firstRow: this.firstRow.int32(),
      texts: this.texts.names,
      taskNames,
      rows: {
        queue: rows.queue.int32(),
        entity: rows.entity.int32(),
        weight: rows.weight.float64(),
        vruntime: rows.vruntime.float64(),
        deadline: rows.deadline.float64(),
        lag: rows.lag.float64(),
        sliceNs: rows.sliceNs.float64(),
        flags: Uint8Array.from(rows.flags.float64()),
      },
      dropped: this.dropped,
    }
  }
}
