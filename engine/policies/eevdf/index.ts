// Descriptor of the EEVDF policy: its parameters, and how a real machine sets each.
import { definePolicy, type ParamDescriptor } from '../../model/define'
import { hzParam } from '../../model/fair/params'
import { logScalingFactor } from '../../model/fair/base-slice'
import { Eevdf } from './eevdf'
import { kernels, profileOf } from './profile'

const feature = (name: string, title: string, kernelName: string, help: string): ParamDescriptor => ({
  name,
  title,
  type: 'boolean',
  unit: '',
  default: true,
  help,
  realKnob: `echo NO_${kernelName} > /sys/kernel/debug/sched/features (off); echo ${kernelName} > … (on)`,
})

export default definePolicy({
  id: 'eevdf',
  title: 'EEVDF',
  summary: 'The fair class of Linux 6.12 to 6.18: earliest eligible virtual deadline first.',
  status: 'draft',
  since: 'Linux 6.6; modelled: 6.12 to 6.18',
  params: [
    {
      name: 'kernel',
      title: 'Kernel version',
      type: 'choice',
      unit: '',
      default: '6.18',
      choices: kernels,
      help: '6.12 stands for 6.12 to 6.14, 6.15 for 6.15 and 6.16, 6.18 for 6.17 and 6.18; 6.12-stable is 6.12.117.',
      realKnob: 'the kernel that is booted: uname -r',
    },
    hzParam,
    {
      name: 'baseSlice',
      title: 'Base slice',
      type: 'duration',
      unit: 'ns',
      default: 'auto',
      resolve: ({ cpus, params }) =>
        profileOf(String(params['kernel'])).normalisedBaseSliceNs * logScalingFactor(cpus),
      autoMeans: '0.70 ms (6.12: 0.75 ms) times 1 + log2(CPUs), at most 4 times',
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
      help: 'Off: every task is always eligible, so the earliest deadline wins whatever a task has had already.',
      realKnob: '',
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
      'A new task starts with half a request, so that it competes soon.',
    ),
    feature(
      'placeRelDeadline',
      'Keep the deadline over migration',
      'PLACE_REL_DEADLINE',
      'A task that is moved while runnable keeps the distance to its deadline.',
    ),
    feature(
      'preemptShort',
      'Short requests preempt',
      'PREEMPT_SHORT',
      'A waking task with a shorter request may break the protection of the running one.',
    ),
    feature(
      'delayDequeue',
      'Delayed dequeue',
      'DELAY_DEQUEUE',
      'A task that sleeps with negative lag stays on the queue until it is worked off.',
    ),
    feature(
      'delayZero',
      'No credit while delayed',
      'DELAY_ZERO',
      'Credit earned while asleep on the queue is dropped.',
    ),
    feature(
      'wakeupPreemption',
      'Wake-up preemption',
      'WAKEUP_PREEMPTION',
      'Off: a waking task never preempts.',
    ),
  ],
  create: (host, params) => new Eevdf(host, params),
})
