// Waiting: every time from runnable to running, also after a preemption.
import { defineMetric } from '../../model/define'
import { measuredMax, measuredQuantile } from '../../model/measured'

const what = 'waits'

export default [
  defineMetric({
    id: 'wait_p99',
    title: 'Wait for a CPU, p99',
    unit: 'ns',
    goal: 'min',
    group: 'latency',
    rank: 2,
    help: '99 % of all waits (after a wake-up or a preemption) ended within this time.',
    compute: ({ histograms }) => measuredQuantile(histograms.wait, 0.99, what),
  }),
  defineMetric({
    id: 'wait_max',
    title: 'Wait for a CPU, max',
    unit: 'ns',
    goal: 'min',
    group: 'latency',
    rank: 2,
    help: 'Longest wait that ended in the measured time.',
    compute: ({ histograms }) => measuredMax(histograms.wait, what),
  }),
]
