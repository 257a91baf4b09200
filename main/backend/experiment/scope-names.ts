// Names of timers and conditions are global in a run: those of one workload part are kept apart from the others'.
import type { Step, TaskSpec } from '../../../engine/model/run-spec'

/** The tasks with `suffix` at every name of a timer or condition; timers whose name begins with "unique" are a task's own. */
export const scopeNames = (tasks: readonly TaskSpec[], suffix: string): readonly TaskSpec[] =>
  tasks.map((task) => ({ ...task, program: task.program.map((step) => scopeStep(step, suffix)) }))

function scopeStep(step: Step, suffix: string): Step {
  switch (step.op) {
    case 'timer':
      return { ...step, ref: `${step.ref}${suffix}` }
    case 'wait':
    case 'signal':
    case 'broadcast':
      return { ...step, name: `${step.name}${suffix}` }
    case 'loop':
      return { ...step, body: step.body.map((inner) => scopeStep(inner, suffix)) }
    case 'fork':
      return { ...step, child: scopeNames([step.child], suffix)[0] ?? step.child }
    default:
      return step
  }
}
