// Tasks that compute for ever: the simplest competitor, and the one that shows shares.
import { checkedCpuList } from '../../model/cpu-list'
import { defineWorkload } from '../../model/define'
import {
  countParam,
  cpusParam,
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

/** Length of one burst; the next follows at once, so the number shows nowhere. */
const BURST_NS = 1_000_000_000

export default defineWorkload({
  id: 'cpu-hogs',
  title: 'CPU hogs',
  summary: 'Tasks that compute without a pause, such as a build or an encoder.',
  params: [
    countParam('count', 'tasks', 10_000),
    niceParam,
    policyParam,
    priorityParam,
    cpusParam,
    sliceParam,
  ],
  build: (params, name, machine) => {
    const affinity = checkedCpuList(textOf(params, 'cpus'), machine.cpus)
    return taskNames(name, numberOf(params, 'count')).map((task) => ({
      name: task,
      nice: numberOf(params, 'nice'),
      ...schedulingOf(params),
      affinity,
      sliceNs: numberOrAuto(params, 'slice'),
      startNs: 0,
      program: [{ op: 'loop', count: -1, body: [{ op: 'run', ns: BURST_NS }] }],
    }))
  },
})
