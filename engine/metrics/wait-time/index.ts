// Waiting: every time from runnable to running, also after a preemption.
import { quantileOf } from '../../core/histogram'
import { defineMetric } from '../../model/define'
import { measured } from '../../model/measured'

const reason = 'no task waited in the measured time'

export default [
  defineMetric({
    id: 'wait_p99',
    title: 'Wait for a CPU, p99',
    unit: 'ns',
    goal: 'min',
    group: 'latency',
    rank: 2,
    help: '99 % of all waits (after a wake-up or a preemption) ended within this time.',
    compute: (result) => measured(quantileOf(result.histograms.wait, 0.99), 'ns', reason),
  }),
  defineMetric({
    id: 'wait_max',
    title: 'Wait for a CPU, max',
    unit: 'ns',
    goal: 'min',
    group: 'latency',
    rank: 2,
    help: 'Longest wait that ended in the measured time.',
    compute: (result) => measured(result.histograms.wait.maxNs, 'ns', reason),
  }),
]
