// Parameters that every fair-class policy has.
import type { ParamDescriptor } from '../define'

/** How a real machine switches a feature of the scheduler that is on by default. */
export const featureKnob = (kernelName: string): string =>
  `echo NO_${kernelName} > /sys/kernel/debug/sched/features (off); echo ${kernelName} > … (on)`

/** A feature that every modelled kernel has, on by default. */
export const featureParam = (
  name: string,
  title: string,
  kernelName: string,
  help: string,
): ParamDescriptor => ({
  name,
  title,
  type: 'boolean',
  unit: '',
  default: true,
  help,
  realKnob: featureKnob(kernelName),
})

/** Tick rate; 'machine' takes the machine's. `simulate` applies it before the policy is made. */
export const hzParam: ParamDescriptor = {
  name: 'hz',
  title: 'Tick rate',
  type: 'choice',
  unit: 'Hz',
  default: 'machine',
  choices: ['machine', '100', '250', '300', '1000'],
  help: "Ticks per second of the kernel's build (CONFIG_HZ); 'machine': as the machine says.",
  realKnob: 'compile time: CONFIG_HZ; read it with: grep CONFIG_HZ= /boot/config-$(uname -r)',
}

/** HRTICK: a precise timer ends a turn, beside the tick. */
export const hrtickParam: ParamDescriptor = {
  name: 'hrtick',
  title: 'Precise end of a turn',
  type: 'boolean',
  unit: '',
  default: false,
  help: 'A timer of its own ends a turn at its length; off: turns end at ticks. Real kernels need CONFIG_SCHED_HRTICK and a precise timer.',
  realKnob: 'echo HRTICK > /sys/kernel/debug/sched/features (on); echo NO_HRTICK > … (off, the default)',
}

/** Autogroup: the backend makes the groups when it plans the runs, so no policy reads this. */
export const autogroupParam: ParamDescriptor = {
  name: 'autogroup',
  title: 'Autogroup',
  type: 'boolean',
  unit: '',
  default: false,
  help: 'Each workload part gets a group of its own of weight 100, as each session of a desktop does. Only for tasks in the root control group: a part that names a group stays there, as does a session that systemd has put into a slice with a cpu controller. Most desktop kernels have it on.',
  realKnob: 'sysctl -w kernel.sched_autogroup_enabled=1 (on); =0 (off); needs CONFIG_SCHED_AUTOGROUP',
}

/** DOUBLE_TICK: with HRTICK, the periodic tick acts too. */
export const doubleTickParam: ParamDescriptor = {
  name: 'doubleTick',
  title: 'Tick beside the precise end',
  type: 'boolean',
  unit: '',
  default: false,
  help: 'With the precise end of a turn on, the periodic tick may end a turn too. Without effect since Linux 6.6: a tick that finds a request used up ends the turn anyway.',
  realKnob:
    'echo DOUBLE_TICK > /sys/kernel/debug/sched/features (on); echo NO_DOUBLE_TICK > … (off, the default)',
}

/** Preemption model of the kernel (PREEMPT_DYNAMIC). `lazyKernels`: those that have the lazy one. */
export const preemptParam = (lazyKernels: readonly string[]): ParamDescriptor => ({
  name: 'preempt',
  title: 'Preemption model',
  type: 'choice',
  unit: '',
  default: 'full',
  choices: ['full', 'lazy', 'voluntary', 'none'],
  help: 'Whether a task can be taken off the CPU inside a system call (full) or only when that returns (the others; the calls modelled here are short, so that these do not differ from each other). Tasks outside of calls are always taken off at once.',
  realKnob: 'echo full > /sys/kernel/debug/sched/preempt (lazy: Linux 6.13 and later)',
  check: (value, { params }) => {
    if (value !== 'lazy' || lazyKernels.some((kernel) => kernel === params['kernel'])) return null
    const having = lazyKernels.length === 0 ? ' of EEVDF' : ` ${lazyKernels.join(', ')}`
    return `lazy preemption came with Linux 6.13; only kernels${having} have it`
  },
})

/** How tunables grow with the number of CPUs. Stands before those that it scales. */
export const tunableScalingParam: ParamDescriptor = {
  name: 'tunableScaling',
  title: 'Scaling of tunables',
  type: 'choice',
  unit: '',
  default: 'log',
  choices: ['log', 'linear', 'none'],
  help: 'How the defaults of time tunables grow with the number of CPUs (counted up to 8): 1 + log2, linearly, or not. Explicit values are not scaled.',
  realKnob:
    'echo 1 > /sys/kernel/debug/sched/tunable_scaling (0: none, 1: log, 2: linear); it acts when CPUs come or go',
}

/** Share of its cpu.max that a group hands to a CPU at a time. */
export const bandwidthSliceParam: ParamDescriptor = {
  name: 'bandwidthSlice',
  title: 'Bandwidth slice',
  type: 'duration',
  unit: 'ns',
  default: 5_000_000,
  min: 1_000,
  max: 1_000_000_000,
  help: 'A group with cpu.max hands its CPU time to CPUs in slices of this length.',
  realKnob: 'sysctl -w kernel.sched_cfs_bandwidth_slice_us=5000',
}
