// The bench's figures as text.
import type { BenchCaseResult, BenchResult } from '../main/backend/bench'
import { formatNumber } from './quantity'
import { buildTable, type Column } from './table'

const columns: readonly Column[] = [
  { title: 'CASE', align: 'left' },
  { title: '', align: 'left' },
  { title: 'EVENTS', align: 'right' },
  { title: 'CPU s', align: 'right' },
  { title: 'M EVENTS/s', align: 'right' },
  { title: 'QUEUE', align: 'right' },
  { title: 'M HOLDS/s', align: 'right' },
  { title: 'RATIO', align: 'right' },
  { title: 'DIGEST', align: 'left' },
]

/** Lines; what was not measured is left out. */
export function buildBenchText(result: BenchResult): string[] {
  const { policy, clock, repetitions, cases, slowdownFrom4To64Cpus, memory } = result
  const lines: string[] = []
  if (cases.length > 0) {
    lines.push(`${policy}; seconds are ${clock}, medians of ${repetitions} repetitions`, '')
    lines.push(...buildTable(columns, cases.map(toCells)))
  }
  if (slowdownFrom4To64Cpus !== null) {
    lines.push(
      '',
      `From 4 to 64 CPUs (b4, b) events/s fall by a factor of ${formatNumber(slowdownFrom4To64Cpus)}.`,
    )
  }
  if (memory !== null) {
    const { title, rssMb, rssGrowthMb, heapMb } = memory
    const mb = (value: number): string => `${formatNumber(value)} MB`
    lines.push('', `Memory after ${title}: ${mb(rssMb)} resident in all,`)
    lines.push(`${mb(rssGrowthMb)} of them since the run began; heap ${mb(heapMb)}.`)
  }
  return lines
}

function toCells(c: BenchCaseResult): string[] {
  return [
    c.id,
    c.title,
    String(c.events),
    c.seconds.toFixed(3),
    formatNumber(c.eventsPerSecond / 1e6),
    formatNumber(c.queueLength),
    formatNumber(c.holdPerSecond / 1e6),
    c.ratioToHold.toFixed(3),
    c.digest,
  ]
}
