// The counters of a run in the words of kernel people: the one table that the command line and the window print from,
// in their order. Data only; the backend takes the means.

export interface CounterInfo {
  /** Where it stands in a run's counters, with dots; `migrations` is their sum, `preemptSuccess` a ratio. */
  readonly id: string
  readonly title: string
  /** '': a count. '%': given as 0..1. */
  readonly unit: '' | 'ns' | '%'
  /** A part of the line above: shown below it, and left out where it is 0 everywhere. */
  readonly isPart?: true
  readonly help: string
}

export const counterInfos: readonly CounterInfo[] = [
  {
    id: 'switches',
    title: 'nr_switches',
    unit: '',
    help: 'Context switches of all CPUs, those to idle too.',
  },
  {
    id: 'switchesToIdle',
    title: 'to idle',
    unit: '',
    isPart: true,
    help: 'Switches from a task to the idle task.',
  },
  {
    id: 'voluntarySwitches',
    title: 'nr_voluntary_switches',
    unit: '',
    help: 'Times a task left its CPU because it blocked or ended.',
  },
  {
    id: 'involuntarySwitches',
    title: 'nr_involuntary_switches',
    unit: '',
    help: 'Times a task left its CPU while it still wanted to run.',
  },
  {
    id: 'runDelayNs',
    title: 'run_delay',
    unit: 'ns',
    help: 'Time that tasks spent runnable but not running, all together.',
  },
  {
    id: 'kernelThreadsNs',
    title: 'CPU time of kernel threads',
    unit: 'ns',
    help: "CPU time of the machine's own kernel threads, which are no tasks of the workload.",
  },
  { id: 'wakeups', title: 'wake-ups (ttwu_count)', unit: '', help: 'Times a sleeping task was woken.' },
  { id: 'forks', title: 'forks', unit: '', help: 'Tasks that were made while the run went on.' },
  { id: 'yields', title: 'yields (yld_count)', unit: '', help: 'Times a task gave way by sched_yield.' },
  {
    id: 'reschedRequests',
    title: 'reschedule requests',
    unit: '',
    help: 'Times a CPU was asked to schedule soon (need_resched).',
  },
  {
    id: 'preemptChecks',
    title: 'wake-up preemption checks',
    unit: '',
    help: 'Wake-ups that asked whether the wakee preempts the running task (check_preempt_count).',
  },
  {
    id: 'preemptGranted',
    title: 'granted',
    unit: '',
    isPart: true,
    help: 'Checks that asked for a reschedule (need_preempt_count).',
  },
  {
    id: 'preemptByPatch',
    title: 'by the reschedule-when-ineligible patch',
    unit: '',
    isPart: true,
    help: 'Those that the patch asked for (patch_preempt_count).',
  },
  {
    id: 'preemptSuccess',
    title: 'preemption success',
    unit: '%',
    help: 'Granted checks over all checks (need_preempt_count / check_preempt_count).',
  },
  { id: 'migrations', title: 'nr_migrations', unit: '', help: 'Times a task moved to another CPU.' },
  {
    id: 'migrations.wakeup',
    title: 'at wake-up',
    unit: '',
    isPart: true,
    help: 'Placed on another CPU when woken.',
  },
  {
    id: 'migrations.newlyIdle',
    title: 'newly idle balance',
    unit: '',
    isPart: true,
    help: 'Pulled by a CPU that was about to go idle.',
  },
  {
    id: 'migrations.periodic',
    title: 'periodic balance',
    unit: '',
    isPart: true,
    help: 'Pulled by the balancing at ticks of a busy CPU.',
  },
  {
    id: 'migrations.kicked',
    title: 'nohz balance',
    unit: '',
    isPart: true,
    help: 'Pulled on behalf of CPUs that sleep without ticks.',
  },
  {
    id: 'migrations.active',
    title: 'active balance',
    unit: '',
    isPart: true,
    help: 'A running task, pushed away by the stopper thread.',
  },
  {
    id: 'migrations.affinity',
    title: 'affinity',
    unit: '',
    isPart: true,
    help: 'Its CPU was no longer allowed.',
  },
  {
    id: 'migrations.realTime',
    title: 'real-time pull',
    unit: '',
    isPart: true,
    help: 'Pulled so that the real-time tasks of highest priority run.',
  },
  ...balanceOf('newlyIdle', 'newly idle balance', 'A CPU that was about to go idle looked for work'),
  ...balanceOf('periodic', 'periodic balance', 'A busy CPU looked for an imbalance at a tick'),
  ...balanceOf('kicked', 'nohz balance', 'A CPU was kicked to balance for those that sleep'),
  ...balanceOf('active', 'active balance', 'A running task was to be pushed away'),
]

function balanceOf(id: string, title: string, help: string): CounterInfo[] {
  return [
    { id: `balance.${id}.attempts`, title: `${title}: attempts`, unit: '', help: `${help}.` },
    {
      id: `balance.${id}.pulls`,
      title: 'that moved a task',
      unit: '',
      isPart: true,
      help: `${help}, and a task moved.`,
    },
  ]
}
