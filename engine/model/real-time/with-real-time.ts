// Puts the real-time class above a policy, but only in runs that can have real-time tasks: the others are as fast as
// without it.
import type { PolicyFactory } from '../../core/policy'
import type { Step, TaskPolicy, TaskSpec } from '../run-spec'
import { RealTimeClass } from './real-time-class'

const isRealTimePolicy = (policy: TaskPolicy): boolean => policy === 'fifo' || policy === 'rr'

const stepCanBeRealTime = (step: Step): boolean => {
  switch (step.op) {
    case 'setPolicy':
      return isRealTimePolicy(step.policy)
    case 'loop':
      return step.body.some(stepCanBeRealTime)
    case 'fork':
      return canBeRealTime([step.child])
    default:
      return false
  }
}

/** Whether one of the tasks, or one that they fork at any depth, is real-time at any time. */
export const canBeRealTime = (tasks: readonly TaskSpec[]): boolean =>
  tasks.some(({ policy, program }) => isRealTimePolicy(policy) || program.some(stepCanBeRealTime))

/** `create`, below the real-time class where `tasks` need it. */
export const withRealTime = (create: PolicyFactory, tasks: readonly TaskSpec[]): PolicyFactory =>
  canBeRealTime(tasks) ? (host, params) => new RealTimeClass(host, (inner) => create(inner, params)) : create
