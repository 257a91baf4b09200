// How busy the CPUs were.
import { defineMetric } from '../../model/define'
import { measured } from '../../model/measured'

export default [
  defineMetric({
    id: 'cpu_utilisation',
    title: 'CPU utilisation',
    unit: '%',
    goal: 'none',
    group: 'throughput',
    rank: 1,
    help: 'Busy time of all CPUs over elapsed time, scheduling costs included.',
    compute: (r, spec) =>
      measured(
        (100 * r.cpus.reduce((sum, cpu) => sum + cpu.busyNs, 0)) / (r.simulatedNs * spec.machine.cpus),
        '%',
        'no time was measured',
      ),
  }),
]
