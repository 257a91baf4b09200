// Wake-up latency: from the moment a task is woken to its first instruction, all tasks together.
import { defineMetric } from '../../model/define'
import type { HistogramData } from '../../model/run-result'
import { measured } from '../../model/measured'
import { quantileOf } from '../../core/histogram'

const reason = 'no task was woken in the measured time'

const quantileMetric = (suffix: string, title: string, q: number) =>
  defineMetric({
    id: `wakeup_latency_${suffix}`,
    title: `Wake-up latency, ${title}`,
    unit: 'ns',
    goal: 'min',
    group: 'latency',
    rank: 1,
    help: `${String(q * 100)} % of all wake-ups ran within this time.`,
    compute: (result) => measured(quantileOf(result.histograms.wakeup, q), 'ns', reason),
  })

const mean = (h: HistogramData): number | null => {
  const count = h.counts.reduce((sum, n) => sum + n, 0)
  return count === 0 ? null : h.sumNs / count
}

export default [
  defineMetric({
    id: 'wakeup_latency_mean',
    title: 'Wake-up latency, mean',
    unit: 'ns',
    goal: 'min',
    group: 'latency',
    rank: 1,
    help: 'Mean time from wake-up to running, over all wake-ups of all tasks.',
    compute: (result) => measured(mean(result.histograms.wakeup), 'ns', reason),
  }),
  quantileMetric('p50', 'p50', 0.5),
  quantileMetric('p90', 'p90', 0.9),
  quantileMetric('p99', 'p99', 0.99),
  defineMetric({
    id: 'wakeup_latency_max',
    title: 'Wake-up latency, max',
    unit: 'ns',
    goal: 'min',
    group: 'latency',
    rank: 1,
    help: 'Longest time from wake-up to running.',
    compute: (result) => measured(result.histograms.wakeup.maxNs, 'ns', reason),
  }),
]
