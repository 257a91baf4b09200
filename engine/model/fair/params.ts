// Parameters that every fair-class policy has.
import type { ParamDescriptor } from '../define'

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
