// Recorded decisions as objects with names, for people and programs.
import type { Decision, DecisionQueue, QueuedEntity, TaskName } from '../../../contract/decisions'
import { ROW_CURRENT, ROW_DELAYED, ROW_ELIGIBLE, ROW_PICKED } from '../../../engine/model/decisions'
import type { DecisionRecord } from './decision-record'

/** Indices of the first decision at `fromNs` or later and of the first after `toNs`. */
export function findDecisions(
  { table }: DecisionRecord,
  fromNs: number,
  toNs: number,
): { readonly first: number; readonly end: number } {
  return { first: firstFrom(table.timeNs, fromNs), end: firstFrom(table.timeNs, toNs + 1) }
}

function firstFrom(times: Float64Array, ns: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < ns) low = middle + 1
    else high = middle
  }
  return low
}

/** `index`: 0 up to the number of recorded decisions. */
export function describeDecision(record: DecisionRecord, index: number): Decision {
  const { table } = record
  const at = (column: ArrayLike<number>): number => column[index] ?? -1
  const textOf = (column: ArrayLike<number>): string => table.texts[at(column)] ?? ''
  const reason = textOf(table.reason)
  return {
    timeNs: at(table.timeNs),
    cpu: at(table.cpu),
    cause: textOf(table.cause),
    by: taskOf(record, at(table.by)),
    reason: reason === '' ? null : reason,
    rule: textOf(table.rule),
    previous: taskOf(record, at(table.previous)),
    picked: taskOf(record, at(table.picked)),
    queues: queuesOf(record, index),
  }
}

function taskOf({ table }: DecisionRecord, task: number): TaskName | null {
  return task < 0 ? null : { task, name: table.taskNames[task] ?? '' }
}

function queuesOf(record: DecisionRecord, index: number): DecisionQueue[] {
  const { firstRow, rows } = record.table
  const end = firstRow[index + 1] ?? rows.entity.length
  const queues = new Map<number, { virtualTime: number; entities: QueuedEntity[] }>()
  for (let row = firstRow[index] ?? end; row < end; row++) {
    const queue = rows.queue[row] ?? -1
    const entity = entityAt(record, row)
    const found = queues.get(queue)
    if (found === undefined) {
      queues.set(queue, { virtualTime: entity.vruntime + entity.lag, entities: [entity] })
    } else found.entities.push(entity)
  }
  return [...queues].map(([queue, { virtualTime, entities }]) => ({
    group: queue < 0 ? null : groupName(record, queue),
    virtualTime,
    entities,
  }))
}

function entityAt(record: DecisionRecord, row: number): QueuedEntity {
  const { rows } = record.table
  const at = (column: ArrayLike<number>): number => column[row] ?? NaN
  const entity = at(rows.entity)
  const deadline = at(rows.deadline)
  const has = (flag: number): boolean => (at(rows.flags) & flag) !== 0
  return {
    entity: taskOf(record, entity) ?? { group: groupName(record, -1 - entity) },
    weight: at(rows.weight),
    vruntime: at(rows.vruntime),
    deadline: Number.isNaN(deadline) ? null : deadline,
    lag: at(rows.lag),
    sliceNs: at(rows.sliceNs),
    eligible: has(ROW_ELIGIBLE),
    delayed: has(ROW_DELAYED),
    current: has(ROW_CURRENT),
    picked: has(ROW_PICKED),
  }
}

const groupName = ({ groupNames }: DecisionRecord, group: number): string => groupNames[group] ?? ''
