// Pairs of tasks that wake each other in turn, as two ends of a pipe do: wake-ups and switches without end.
import { checkedCpuList } from '../../model/cpu-list'
import { defineWorkload } from '../../model/define'
import type { Step, TaskSpec } from '../../model/run-spec'
import { countParam, cpusParam, niceParam, numberOf, taskNames, textOf } from '../../model/task-params'

export default defineWorkload({
  id: 'ping-pong',
  title: 'Ping-pong pairs',
  summary: 'Pairs of tasks that compute a little, wake the other and wait for it.',
  params: [
    countParam('pairs', 'pairs', 5_000),
    {
      name: 'run',
      title: 'Run time',
      type: 'duration',
      unit: 'ns',
      default: 50_000,
      min: 100,
      help: 'CPU time of one turn of either task.',
      realKnob: '',
    },
    niceParam,
    cpusParam,
  ],
  build: (params, name, machine) => {
    const affinity = checkedCpuList(textOf(params, 'cpus'), machine.cpus)
    const nice = numberOf(params, 'nice')
    const run: Step = { op: 'run', ns: numberOf(params, 'run') }
    const task = (taskName: string, body: readonly Step[]): TaskSpec => ({
      name: taskName,
      nice,
      policy: 'other',
      affinity,
      sliceNs: null,
      startNs: 0,
      program: [{ op: 'loop', count: -1, body }],
    })
    return taskNames(name, numberOf(params, 'pairs')).flatMap((pair) => {
      const ping = `${pair}-ping`
      const pong = `${pair}-pong`
      return [
        task(ping, [run, { op: 'signal', name: pong }, { op: 'wait', name: ping }]),
        task(pong, [{ op: 'wait', name: pong }, run, { op: 'signal', name: ping }]),
      ]
    })
  },
})
