// Scheduling decisions as text: a line that says who got the CPU, one that says why, and the queue as the policy saw it.
import type { Decision, DecisionQueue, QueuedEntity, TaskName } from '../contract/decisions'
import { formatDurationNs } from './quantity'
import { buildTable, NAME_WIDTH, truncate, type Column } from './table'
import { printable } from './terminal'

const columns: readonly Column[] = [
  { title: '  entity', align: 'left' },
  { title: 'weight', align: 'right' },
  { title: 'vruntime', align: 'right' },
  { title: 'deadline', align: 'right' },
  { title: 'lag', align: 'right' },
  { title: 'slice', align: 'right' },
  { title: 'eligible', align: 'left' },
  { title: 'delayed', align: 'left' },
  { title: 'current', align: 'left' },
  { title: 'picked', align: 'left' },
]
const YES = 'yes'
const NO = '.'
const IDLE = 'idle'

export function buildDecisionText(decision: Decision): string[] {
  const { timeNs, cpu, previous, picked, rule, queues } = decision
  return [
    `${formatInstant(timeNs)}  CPU ${cpu}  ${nameOf(previous)} -> ${nameOf(picked)}  by ${describeCause(decision)}`,
    `  rule: ${rule}`,
    ...queues.flatMap(buildQueue),
  ]
}

/** Seconds with all nine digits, as kernel traces have it. */
const formatInstant = (ns: number): string => {
  const digits = String(ns).padStart(10, '0')
  return `${digits.slice(0, -9)}.${digits.slice(-9)} s`
}

function describeCause({ cause, by, reason }: Decision): string {
  const whose = by === null ? '' : ` of ${nameOf(by)}`
  return `${cause}${whose}${reason === null ? '' : `: ${reason}`}`
}

function buildQueue({ group, virtualTime, entities }: DecisionQueue): string[] {
  const whose = group === null ? '' : ` of group ${printable(group)}`
  return [
    `  queue${whose}, virtual time ${formatVirtual(virtualTime)}`,
    ...buildTable(columns, entities.map(buildRow)),
  ]
}

function buildRow(row: QueuedEntity): string[] {
  const { entity } = row
  const name = 'group' in entity ? `group ${entity.group}` : entity.name
  return [
    `  ${truncate(printable(name), NAME_WIDTH)}`,
    formatVirtual(row.weight),
    formatVirtual(row.vruntime),
    row.deadline === null ? '–' : formatVirtual(row.deadline),
    formatVirtual(row.lag),
    formatDurationNs(row.sliceNs),
    ...[row.eligible, row.delayed, row.current, row.picked].map((is) => (is ? YES : NO)),
  ]
}

/** Exact where it is a whole number. */
const formatVirtual = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(3))

const nameOf = (task: TaskName | null): string =>
  task === null ? IDLE : truncate(printable(task.name), NAME_WIDTH)
