// Behaviour programs: the nested steps of a task, compiled once into flat arrays that the loop executes.
import type { Amount, Step, TaskPolicy, TaskSpec } from '../model/run-spec'
import type { Interner } from './interner'
import type { RandomStream } from './random'

export const OP_RUN = 0
export const OP_SLEEP = 1
/** a: timer number, b: period, c: 1 = relative. */
export const OP_TIMER = 2
/** a: condition number. */
export const OP_WAIT = 3
export const OP_SIGNAL = 4
export const OP_BROADCAST = 5
export const OP_NICE = 6
/** a: index into `affinities`. */
export const OP_AFFINITY = 7
/** a: index into `policies`. */
export const OP_POLICY = 8
export const OP_SLICE = 9
/** a: loop slot, b: times (-1: for ever), c: program counter after the loop. */
export const OP_LOOP = 10
/** a: loop slot, b: program counter of the loop's first instruction. */
export const OP_LOOP_END = 11
/** a: index into `children`. */
export const OP_FORK = 12
export const OP_YIELD = 13
export const OP_EXIT = 14

const FIXED = 0
const EXPONENTIAL = 1
const UNIFORM = 2

export interface Program {
  readonly op: Uint8Array
  readonly a: Float64Array
  readonly b: Float64Array
  readonly c: Float64Array
  readonly loopCount: number
  readonly affinities: readonly (readonly number[] | null)[]
  readonly policies: readonly TaskPolicy[]
  readonly children: readonly TaskSpec[]
}

interface Draft {
  readonly rows: [op: number, a: number, b: number, c: number][]
  readonly affinities: (readonly number[] | null)[]
  readonly policies: TaskPolicy[]
  readonly children: TaskSpec[]
  loopCount: number
}

/** `owner` makes names that start with "unique" the task's own. An exit is added at the end. */
export function compileProgram(steps: readonly Step[], names: Interner, owner: string): Program {
  const draft: Draft = { rows: [], affinities: [], policies: [], children: [], loopCount: 0 }
  addSteps(draft, steps, names, owner)
  draft.rows.push([OP_EXIT, 0, 0, 0])
  const column = (i: 1 | 2 | 3): Float64Array => Float64Array.from(draft.rows, (row) => row[i])
  return {
    op: Uint8Array.from(draft.rows, (row) => row[0]),
    a: column(1),
    b: column(2),
    c: column(3),
    loopCount: draft.loopCount,
    affinities: draft.affinities,
    policies: draft.policies,
    children: draft.children,
  }
}

function addSteps(draft: Draft, steps: readonly Step[], names: Interner, owner: string): void {
  for (const step of steps) addStep(draft, step, names, owner)
}

function addStep(draft: Draft, step: Step, names: Interner, owner: string): void {
  const { rows } = draft
  switch (step.op) {
    case 'run':
      rows.push([OP_RUN, ...amountColumns(step.ns)])
      break
    case 'sleep':
      rows.push([OP_SLEEP, ...amountColumns(step.ns)])
      break
    case 'timer': {
      const ref = step.ref.startsWith('unique') ? `timer:${owner}:${step.ref}` : `timer:${step.ref}`
      rows.push([OP_TIMER, names.of(ref), step.periodNs, step.mode === 'relative' ? 1 : 0])
      break
    }
    case 'wait':
      rows.push([OP_WAIT, names.of(`condition:${step.name}`), 0, 0])
      break
    case 'signal':
      rows.push([OP_SIGNAL, names.of(`condition:${step.name}`), 0, 0])
      break
    case 'broadcast':
      rows.push([OP_BROADCAST, names.of(`condition:${step.name}`), 0, 0])
      break
    case 'setNice':
      rows.push([OP_NICE, step.nice, 0, 0])
      break
    case 'setAffinity':
      rows.push([OP_AFFINITY, draft.affinities.push(step.cpus) - 1, 0, 0])
      break
    case 'setPolicy':
      rows.push([OP_POLICY, draft.policies.push(step.policy) - 1, 0, 0])
      break
    case 'setSlice':
      rows.push([OP_SLICE, step.ns ?? 0, 0, 0])
      break
    case 'loop': {
      const slot = draft.loopCount++
      const head = rows.push([OP_LOOP, slot, step.count, 0])
      addSteps(draft, step.body, names, owner)
      rows.push([OP_LOOP_END, slot, head, 0])
      rows[head - 1]![3] = rows.length
      break
    }
    case 'fork':
      rows.push([OP_FORK, draft.children.push(step.child) - 1, 0, 0])
      break
    case 'yield':
      rows.push([OP_YIELD, 0, 0, 0])
      break
    case 'exit':
      rows.push([OP_EXIT, 0, 0, 0])
      break
  }
}

function amountColumns(amount: Amount): [number, number, number] {
  if (typeof amount === 'number') return [FIXED, amount, 0]
  if ('exponentialMeanNs' in amount) return [EXPONENTIAL, amount.exponentialMeanNs, 0]
  return [UNIFORM, amount.uniformNs[0], amount.uniformNs[1]]
}

/** The length that instruction `pc` (run or sleep) asks for this time, whole ns. */
export function drawAmount(program: Program, pc: number, stream: RandomStream): number {
  const b = program.b[pc]!
  switch (program.a[pc]) {
    case EXPONENTIAL:
      return stream.exponential(b)
    case UNIFORM:
      return stream.between(b, program.c[pc]!)
    default:
      return b
  }
}
