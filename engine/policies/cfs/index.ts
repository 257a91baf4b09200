// Descriptor of the CFS policy: its parameters, and how a real machine sets each.
import { definePolicy, type ParamDescriptor } from '../../model/define'
import {
  autogroupParam,
  bandwidthSliceParam,
  doubleTickParam,
  featureParam,
  hrtickParam,
  hzParam,
  preemptParam,
  tunableScalingParam,
} from '../../model/fair/params'
import { multiCpuParams } from '../../model/fair/multi-cpu-params'
import { scalingFactor } from '../../model/fair/tunable-scaling'
import { Cfs } from './cfs'

const tunable = (
  name: string,
  title: string,
  file: string,
  normalisedNs: number,
  scaled: boolean,
  min: number,
  help: string,
): ParamDescriptor => ({
  name,
  title,
  type: 'duration',
  unit: 'ns',
  default: 'auto',
  resolve: ({ cpus, params }) =>
    normalisedNs * (scaled ? scalingFactor(String(params['tunableScaling']), cpus) : 1),
  autoMeans: `${String(normalisedNs / 1e6)} ms${scaled ? ', scaled by the number of CPUs: log: times 1 + log2(CPUs), at most 4' : ''}`,
  min,
  max: 1_000_000_000,
  help,
  realKnob: `echo NANOSECONDS > /sys/kernel/debug/sched/${file}`,
})

export default definePolicy({
  id: 'cfs',
  title: 'CFS',
  summary: 'The fair class of Linux up to 6.5: smallest virtual run time first.',
  status: 'validated',
  since: 'Linux 2.6.23 to 6.5; modelled: 6.5',
  params: [
    hzParam,
    preemptParam([]),
    hrtickParam,
    doubleTickParam,
    tunableScalingParam,
    autogroupParam,
    {
      name: 'nextBuddy',
      title: 'Prefer the woken task',
      type: 'boolean',
      unit: '',
      default: false,
      help: 'With 8 or more tasks, each waking one is marked as the next to run, where it is not too far behind.',
      realKnob:
        'echo NEXT_BUDDY > /sys/kernel/debug/sched/features (on); echo NO_NEXT_BUDDY > … (off, the default)',
    },
    tunable(
      'latency',
      'Latency target',
      'latency_ns',
      6_000_000,
      true,
      100_000,
      'Period in which every task runs once while there are at most 8.',
    ),
    tunable(
      'minGranularity',
      'Minimum granularity',
      'min_granularity_ns',
      750_000,
      true,
      100_000,
      'Shortest turn before the tick may preempt.',
    ),
    tunable(
      'idleMinGranularity',
      'Minimum granularity of idle tasks',
      'idle_min_granularity_ns',
      750_000,
      false,
      100_000,
      'The same for a SCHED_IDLE task beside normal ones.',
    ),
    tunable(
      'wakeupGranularity',
      'Wake-up granularity',
      'wakeup_granularity_ns',
      1_000_000,
      true,
      0,
      'How far behind a waking task must be to preempt.',
    ),
    featureParam(
      'gentleFairSleepers',
      'Half the sleeper credit',
      'GENTLE_FAIR_SLEEPERS',
      'A woken task is placed at most half a latency target before the others; off: a whole one.',
    ),
    featureParam(
      'startDebit',
      'New tasks start behind',
      'START_DEBIT',
      'A new task waits about one slice before it runs.',
    ),
    featureParam(
      'lastBuddy',
      'Return to the preempted task',
      'LAST_BUDDY',
      'With 8 or more tasks, the one that a wake-up preempted is preferred next.',
    ),
    featureParam(
      'wakeupPreemption',
      'Wake-up preemption',
      'WAKEUP_PREEMPTION',
      'Off: a waking task never preempts.',
    ),
    featureParam(
      'altPeriod',
      'Period by all tasks',
      'ALT_PERIOD',
      'The period counts all tasks of the CPU, in whatever group; off: the entities of the queue.',
    ),
    featureParam(
      'sliceFloor',
      'Slice at least the granularity',
      'BASE_SLICE',
      'No slice is shorter than the minimum granularity.',
    ),
    {
      name: 'childRunsFirst',
      title: 'Child runs first',
      type: 'boolean',
      unit: '',
      default: false,
      help: 'A forked child runs before its parent.',
      realKnob: 'sysctl -w kernel.sched_child_runs_first=1',
    },
    bandwidthSliceParam,
    ...multiCpuParams,
  ],
  create: (host, params) => new Cfs(host, params),
})
