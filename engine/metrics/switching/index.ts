// What scheduling itself costs: switches, preemptions, migrations per second.
import { defineMetric } from '../../model/define'
import { measured } from '../../model/measured'

const total = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)
const none = 'there is no task'

export default [
  defineMetric({
    id: 'context_switches',
    title: 'Context switches',
    unit: '1/s',
    goal: 'none',
    group: 'overhead',
    rank: 1,
    help: 'Times per second that a task was put on a CPU, all CPUs together. Switches to idle do not count.',
    compute: (r) =>
      measured(r.tasks.length === 0 ? null : total(r.tasks, (t) => t.switchesPerSecond), '1/s', none),
  }),
  defineMetric({
    id: 'preemptions',
    title: 'Preemptions',
    unit: '1/s',
    goal: 'none',
    group: 'overhead',
    rank: 1,
    help: 'Times per second that a task lost its CPU while it still wanted to run.',
    compute: (r) =>
      measured(r.tasks.length === 0 ? null : total(r.tasks, (t) => t.preemptionsPerSecond), '1/s', none),
  }),
  defineMetric({
    id: 'migrations',
    title: 'Migrations',
    unit: '1/s',
    goal: 'none',
    group: 'overhead',
    rank: 1,
    help: 'Times per second that a task changed its CPU. Not defined on a machine with one CPU.',
    compute: (r, spec) =>
      measured(
        spec.machine.cpus === 1 ? null : (total(r.tasks, (t) => t.migrations) * 1e9) / r.simulatedNs,
        '1/s',
        'the machine has one CPU',
      ),
  }),
]
