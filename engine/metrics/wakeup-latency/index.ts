// Wake-up latency: from the moment a task is woken to its first instruction, all tasks together.
import { defineMetric } from '../../model/define'
import { countOf, measuredMax, measuredMean, measuredQuantile, measuredRate } from '../../model/measured'

const what = 'wake-ups'

const quantileMetric = (suffix: string, q: number) =>
  defineMetric({
    id: `wakeup_latency_${suffix}`,
    title: `Wake-up latency, ${suffix}`,
    unit: 'ns',
    goal: 'min',
    group: 'latency',
    rank: 1,
    help: `${String(Math.round(q * 100))} % of all wake-ups ran within this time.`,
    compute: ({ histograms }) => measuredQuantile(histograms.wakeup, q, what),
  })

export default [
  defineMetric({
    id: 'wakeup_latency_mean',
    title: 'Wake-up latency, mean',
    unit: 'ns',
    goal: 'min',
    group: 'latency',
    rank: 1,
    help: 'Mean time from wake-up to running, over all wake-ups of all tasks.',
    compute: ({ histograms }) => measuredMean(histograms.wakeup, what),
  }),
  quantileMetric('p50', 0.5),
  quantileMetric('p90', 0.9),
  quantileMetric('p99', 0.99),
  defineMetric({
    id: 'wakeup_latency_max',
    title: 'Wake-up latency, max',
    unit: 'ns',
    goal: 'min',
    group: 'latency',
    rank: 1,
    help: 'Longest time from wake-up to running.',
    compute: ({ histograms }) => measuredMax(histograms.wakeup, what),
  }),
  defineMetric({
    id: 'wakeups',
    title: 'Wake-ups',
    unit: '1/s',
    goal: 'none',
    group: 'overhead',
    rank: 0,
    help: 'Wake-ups whose latency was measured, per second. Few of them make a weak latency figure.',
    compute: ({ histograms, simulatedNs }) => measuredRate(countOf(histograms.wakeup), simulatedNs),
  }),
]
