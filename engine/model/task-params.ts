// Parameters that workload generators share: how many tasks, how important, where they may run.
import type { ParamDescriptor } from './define'
import { parseCpuList } from './cpu-list'
import type { ParamValues, TaskPolicy, TaskSpec } from './run-spec'

/** `count` tasks; `what` names them in the help, e.g. 'tasks' or 'pairs'. */
export const countParam = (name: string, what: string, most: number): ParamDescriptor => ({
  name,
  title: `Number of ${what}`,
  type: 'integer',
  unit: '',
  default: 1,
  min: 1,
  max: most,
  help: `How many ${what} there are.`,
  realKnob: '',
})

export const niceParam: ParamDescriptor = {
  name: 'nice',
  title: 'Nice',
  type: 'integer',
  unit: '',
  default: 0,
  min: -20,
  max: 19,
  help: 'Lower is more important; one step is a factor of about 1.25 in CPU share.',
  realKnob: 'nice -n VALUE COMMAND, or renice -n VALUE -p PID',
}

const taskPolicies: readonly TaskPolicy[] = ['other', 'batch', 'idle', 'fifo', 'rr']

export const policyParam: ParamDescriptor = {
  name: 'policy',
  title: 'Scheduling policy',
  type: 'choice',
  unit: '',
  default: 'other',
  choices: taskPolicies,
  help: 'Policy of the tasks: SCHED_OTHER, BATCH or IDLE, or above them the real-time SCHED_FIFO or RR.',
  realKnob: 'chrt --POLICY PRIORITY COMMAND (PRIORITY 0 for other, batch and idle)',
}

/** Comes after `policyParam`. */
export const priorityParam: ParamDescriptor = {
  name: 'priority',
  title: 'Real-time priority',
  type: 'integer',
  unit: '',
  default: 1,
  min: 1,
  max: 99,
  help: 'Higher runs first; only for the policies fifo and rr, which ignore nice.',
  realKnob: 'chrt --fifo PRIORITY COMMAND, or chrt --fifo -p PRIORITY PID',
  check: (value, { params }) => {
    const policy = String(params['policy'])
    if (value === 1 || isRealTime(policy)) return null
    return `the policy is "${policy}", and only "fifo" and "rr" have a priority`
  },
}

const isRealTime = (policy: string): boolean => policy === 'fifo' || policy === 'rr'

/** What `policyParam` and `priorityParam` say of each task. */
export function schedulingOf(params: ParamValues): Pick<TaskSpec, 'policy' | 'rtPriority'> {
  const policy = taskPolicies.find((known) => known === params['policy'])
  if (policy === undefined) throw new Error(`parameter policy is ${String(params['policy'])}`)
  return isRealTime(policy) ? { policy, rtPriority: numberOf(params, 'priority') } : { policy }
}

export const cpusParam: ParamDescriptor = {
  name: 'cpus',
  title: 'CPUs',
  type: 'text',
  unit: '',
  default: 'all',
  help: 'CPUs on which the tasks may run: "all", or a list such as "0" or "0-3,5".',
  realKnob: 'taskset -c LIST COMMAND, or taskset -cp LIST PID',
  check: (value, { cpus }) => {
    const result = parseCpuList(String(value), cpus)
    return result.ok ? null : result.message
  },
}

/** 'auto' stays unresolved: the task then asks for no slice of its own. */
export const sliceParam: ParamDescriptor = {
  name: 'slice',
  title: 'Slice',
  type: 'duration',
  unit: 'ns',
  default: 'auto',
  autoMeans: 'none of its own: the default of the policy',
  min: 100_000,
  max: 100_000_000,
  help: 'Request of these tasks (Linux 6.12 and later); policies without custom slices ignore it.',
  realKnob: 'chrt --other -T NANOSECONDS 0 COMMAND (util-linux 2.41), or sched_setattr(2)',
}

/** When the tasks are first woken. */
export const delayParam: ParamDescriptor = {
  name: 'delay',
  title: 'Delay',
  type: 'duration',
  unit: 'ns',
  default: 0,
  help: 'Time from the start of the run to the first activation.',
  realKnob: '',
}

/** Names of `count` tasks: the plain name for one, else numbered from 0. */
export const taskNames = (name: string, count: number): readonly string[] =>
  count === 1 ? [name] : Array.from({ length: count }, (_, i) => `${name}-${i}`)

/** A parameter that resolution left as a number. */
export function numberOf(params: ParamValues, name: string): number {
  const value = params[name]
  if (typeof value !== 'number') throw new Error(`parameter ${name} is ${String(value)}, not a number`)
  return value
}

/** A parameter that resolution left as text. */
export function textOf(params: ParamValues, name: string): string {
  const value = params[name]
  if (typeof value !== 'string') throw new Error(`parameter ${name} is ${String(value)}, not text`)
  return value
}

/** A parameter whose 'auto' stays unresolved: null for it. */
export const numberOrAuto = (params: ParamValues, name: string): number | null =>
  params[name] === 'auto' ? null : numberOf(params, name)
