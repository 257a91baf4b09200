// Activations of periodic timers that came too late: what wake-up latency cannot show, since a task that is still at
// work when its timer is due is not woken.
import { defineMetric } from '../../model/define'
import { measured } from '../../model/measured'

export default [
  defineMetric({
    id: 'late_activations',
    title: 'Late activations',
    unit: '%',
    goal: 'min',
    group: 'latency',
    rank: 3,
    help: 'Timer activations that were past when the task came to wait for them: it could not keep its period.',
    compute: ({ activations: { total, late } }) =>
      measured(total === 0 ? null : (100 * late) / total, '%', 'no task waits for a timer'),
  }),
]
