// Tasks that wake at a fixed period, compute a little and sleep again: audio, input, frames, timers.
import { checkedCpuList } from '../../model/cpu-list'
import { defineWorkload } from '../../model/define'
import {
  countParam,
  cpusParam,
  delayParam,
  niceParam,
  numberOf,
  numberOrAuto,
  policyParam,
  priorityParam,
  schedulingOf,
  sliceParam,
  taskNames,
  textOf,
} from '../../model/task-params'

export default defineWorkload({
  id: 'periodic',
  title: 'Periodic tasks',
  summary: 'Tasks that wake at a fixed period and run for a short time.',
  params: [
    countParam('count', 'tasks', 10_000),
    {
      name: 'run',
      title: 'Run time',
      type: 'duration',
      unit: 'ns',
      default: 1_000_000,
      min: 1_000,
      help: 'CPU time of one activation.',
      realKnob: '',
    },
    {
      name: 'period',
      title: 'Period',
      type: 'duration',
      unit: 'ns',
      default: 10_000_000,
      min: 10_000,
      help: 'Time from one activation to the next.',
      realKnob: '',
    },
    {
      name: 'mode',
      title: 'After a miss',
      type: 'choice',
      unit: '',
      default: 'relative',
      choices: ['relative', 'absolute'],
      help: 'An activation that ends too late: "relative" counts the next period from there, "absolute" keeps the grid and catches up.',
      realKnob: '',
    },
    niceParam,
    policyParam,
    priorityParam,
    cpusParam,
    sliceParam,
    delayParam,
    {
      name: 'spacing',
      title: 'Spacing',
      type: 'duration',
      unit: 'ns',
      default: 0,
      help: 'Further delay of each task after the one before it.',
      realKnob: '',
      check: (value, { params }) => {
        const last = numberOf(params, 'delay') + (numberOf(params, 'count') - 1) * Number(value)
        if (Number.isSafeInteger(last)) return null
        return 'the last task would start later than any run can last (104 days)'
      },
    },
  ],
  build: (params, name, machine) => {
    const affinity = checkedCpuList(textOf(params, 'cpus'), machine.cpus)
    const periodNs = numberOf(params, 'period')
    const mode = textOf(params, 'mode') === 'absolute' ? 'absolute' : 'relative'
    return taskNames(name, numberOf(params, 'count')).map((task, index) => ({
      name: task,
      nice: numberOf(params, 'nice'),
      ...schedulingOf(params),
      affinity,
      sliceNs: numberOrAuto(params, 'slice'),
      startNs: numberOf(params, 'delay') + index * numberOf(params, 'spacing'),
      program: [
        {
          op: 'loop',
          count: -1,
          body: [
            { op: 'run', ns: numberOf(params, 'run') },
            { op: 'timer', ref: `${task}-timer`, periodNs, mode },
          ],
        },
      ],
    }))
  },
})
