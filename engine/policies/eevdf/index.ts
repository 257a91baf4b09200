// Descriptor of the EEVDF policy: its parameters, and how a real machine sets each.
import { definePolicy, type ParamDescriptor } from '../../model/define'
import {
  autogroupParam,
  bandwidthSliceParam,
  doubleTickParam,
  featureKnob,
  hrtickParam,
  hzParam,
  preemptParam,
  tunableScalingParam,
} from '../../model/fair/params'
import { multiCpuParams, niRandomParam } from '../../model/fair/multi-cpu-params'
import { scalingFactor } from '../../model/fair/tunable-scaling'
import { Eevdf } from './eevdf'
import { ineligibleReschedChoices, kernels, kernelsFrom, profileOf, type Kernel } from './profile'

/** A feature flag of the kernel. `from`: the first kernel that has it; there it is on by default. */
const feature = (
  name: string,
  title: string,
  kernelName: string,
  help: string,
  from: Kernel = '6.6-rc',
): ParamDescriptor => {
  const having = kernelsFrom(from)
  const has = (kernel: unknown): boolean => having.some((k) => k === kernel)
  return {
    name,
    title,
    type: 'boolean',
    unit: '',
    default: 'auto',
    resolve: ({ params }) => has(params['kernel']),
    autoMeans: from === '6.6-rc' ? 'on' : `on from ${from} on, which has it first`,
    help,
    realKnob: featureKnob(kernelName),
    check: (value, { params }) =>
      value === true && !has(params['kernel'])
        ? `${kernelName} is not in kernel ${String(params['kernel'])}; these have it: ${having.join(', ')}`
        : null,
  }
}

const studied: readonly string[] = ['6.6', '6.8']

export default definePolicy({
  id: 'eevdf',
  title: 'EEVDF',
  summary: 'The fair class of Linux since 6.6: earliest eligible virtual deadline first.',
  status: 'validated',
  since: 'Linux 6.6; modelled: 6.6-rc1 to 7.0',
  params: [
    {
      name: 'kernel',
      title: 'Kernel version',
      type: 'choice',
      unit: '',
      default: '6.18',
      choices: kernels,
      help: '6.6-rc is rc1 to rc5 with the defective search; 6.6 stands for 6.6 and 6.7, 6.8 for 6.8 to 6.11, 6.12 for 6.12 to 6.14, 6.15 for 6.15 and 6.16, 6.18 for 6.17 and 6.18, 7.0 for 6.19 and 7.0; 6.12-stable is 6.12.117.',
      realKnob: 'the kernel that is booted: uname -r',
    },
    hzParam,
    // 6.12 stands for 6.13 and 6.14 too.
    preemptParam(['6.12', '6.15', '6.18', '7.0']),
    hrtickParam,
    doubleTickParam,
    tunableScalingParam,
    autogroupParam,
    {
      name: 'baseSlice',
      title: 'Base slice',
      type: 'duration',
      unit: 'ns',
      default: 'auto',
      resolve: ({ cpus, params }) =>
        profileOf(String(params['kernel'])).normalisedBaseSliceNs *
        scalingFactor(String(params['tunableScaling']), cpus),
      autoMeans:
        '0.70 ms (6.6 to 6.12: 0.75 ms), scaled by the number of CPUs: log: times 1 + log2(CPUs), at most 4',
      min: 100_000,
      max: 100_000_000,
      help: 'Request of a task without a slice of its own: it runs about this long once picked, rounded up to a tick.',
      realKnob: 'echo NANOSECONDS > /sys/kernel/debug/sched/base_slice_ns',
    },
    feature(
      'runToParity',
      'Run to parity',
      'RUN_TO_PARITY',
      'A picked task keeps the CPU until its request is used up or it is no longer eligible. Off in 6.17 and later: a minimum quantum of 0.70 ms remains.',
    ),
    {
      name: 'eligibility',
      title: 'Eligibility test',
      type: 'boolean',
      unit: '',
      default: true,
      help: 'Off: every task is always eligible, so the earliest deadline wins whatever a task has had already. No mainline release has this switch.',
      realKnob: '',
    },
    {
      name: 'pickFix',
      title: 'Search fixed',
      type: 'boolean',
      unit: '',
      default: 'auto',
      resolve: ({ params }) => params['kernel'] !== '6.6-rc',
      autoMeans: 'off in 6.6-rc, on in all others',
      help: 'The search for the earliest deadline remembers the branches that it passes; 6.6-rc1 to rc5 forgot them, and missed some.',
      realKnob: '',
      check: (value, { params }) =>
        value === false && !['6.6-rc', '6.6'].includes(String(params['kernel']))
          ? `kernel ${String(params['kernel'])} searches another way and has no such fault; 6.6-rc and 6.6 do`
          : null,
    },
    feature(
      'placeLag',
      'Keep lag over sleep',
      'PLACE_LAG',
      'A task comes back with the lag with which it left.',
    ),
    feature(
      'placeDeadlineInitial',
      'Half a request for new tasks',
      'PLACE_DEADLINE_INITIAL',
      'A new task starts with half a request, so that it competes soon. Without effect before 6.12, where it is placed a second time.',
    ),
    feature(
      'placeRelDeadline',
      'Keep the deadline over migration',
      'PLACE_REL_DEADLINE',
      'A task that is moved while runnable keeps the distance to its deadline.',
      '6.12',
    ),
    feature(
      'preemptShort',
      'Short requests preempt',
      'PREEMPT_SHORT',
      'A waking task with a shorter request may break the protection of the running one.',
      '6.12',
    ),
    feature(
      'delayDequeue',
      'Delayed dequeue',
      'DELAY_DEQUEUE',
      'A task that sleeps with negative lag stays on the queue until it is worked off.',
      '6.12',
    ),
    feature(
      'delayZero',
      'No credit while delayed',
      'DELAY_ZERO',
      'Credit earned while asleep on the queue is dropped.',
      '6.12',
    ),
    {
      name: 'nextBuddy',
      title: 'Prefer the woken task',
      type: 'boolean',
      unit: '',
      default: false,
      help: 'Each waking task is marked as the next to run, and runs next where it is eligible.',
      realKnob:
        'echo NEXT_BUDDY > /sys/kernel/debug/sched/features (on); echo NO_NEXT_BUDDY > … (off, the default)',
    },
    feature(
      'pickBuddy',
      'Prefer the buddy',
      'PICK_BUDDY',
      'A task or group that was marked as next runs next where it is eligible, whatever the deadlines.',
      '6.12-stable',
    ),
    feature(
      'wakeupPreemption',
      'Wake-up preemption',
      'WAKEUP_PREEMPTION',
      'Off: a waking task never preempts.',
    ),
    {
      name: 'ineligibleResched',
      title: 'Reschedule when ineligible',
      type: 'choice',
      unit: '',
      default: 'off',
      choices: ineligibleReschedChoices,
      help: 'Patches of 2024 on 6.6 to 6.11 that take the CPU from a task once it has had more than its due: versions 1 to 3 as posted, upstream as 6.12 took it (with PREEMPT_SHORT, which 6.12 and later have by themselves).',
      realKnob: '',
      check: (value, { params }) =>
        value !== 'off' && !studied.includes(String(params['kernel']))
          ? `the patch is for kernels ${studied.join(' and ')}; from 6.12 on preemptShort does what became of it`
          : null,
    },
    bandwidthSliceParam,
    ...multiCpuParams,
    niRandomParam(['6.12-stable', '7.0']),
  ],
  create: (host, params) => new Eevdf(host, params),
})
