// Behaviour programs: the nested steps of a task, compiled once into rows of flat arrays that all tasks share and the
// loop executes. Each task has its own rows, so that a loop can keep its count in its row.
import type { Amount, Step, TaskPolicy, TaskSpec } from '../model/run-spec'
import type { Interner } from './interner'

/** a: how it is drawn (FIXED, EXPONENTIAL, UNIFORM), b and c: what from. */
export const OP_RUN = 0
export const OP_SLEEP = 1
/** a: timer number, b: period, c: ABSOLUTE, RELATIVE or BLOCKING. */
export const OP_TIMER = 2
/** a: condition number. */
export const OP_WAIT = 3
/** a: condition number, b: 1 = the waker is about to sleep. */
export const OP_SIGNAL = 4
/** a: condition number. */
export const OP_BROADCAST = 5
export const OP_NICE = 6
/** a: index into `affinities`. */
export const OP_AFFINITY = 7
/** a: index into `policies`, b: real-time priority (0: as it is). */
export const OP_POLICY = 8
export const OP_SLICE = 9
/** a: times (-1: for ever), b: row of its OP_LOOP_END. */
export const OP_LOOP = 10
/** a: rounds still to go, the present one included (below 0: for ever), b: row of the loop's first instruction. */
export const OP_LOOP_END = 11
/** a: index into `children`. */
export const OP_FORK = 12
export const OP_YIELD = 13
export const OP_EXIT = 14

export const FIXED = 0
export const EXPONENTIAL = 1
export const UNIFORM = 2

export const ABSOLUTE = 0
export const RELATIVE = 1
export const BLOCKING = 2
const timerModes = { absolute: ABSOLUTE, relative: RELATIVE, blocking: BLOCKING }

export class ProgramStore {
  size = 0
  /** By row: the instruction and its operands. */
  op = new Uint8Array(256)
  a = new Float64Array(256)
  b = new Float64Array(256)
  c = new Float64Array(256)
  readonly affinities: (readonly number[] | null)[] = []
  readonly policies: TaskPolicy[] = []
  readonly children: TaskSpec[] = []

  constructor(private readonly names: Interner) {}

  /**
   * Compiles a program; the row where it begins. `owner` makes names that start with "unique" the task's own. An exit
   * is added at the end.
   */
  add(steps: readonly Step[], owner: string): number {
    const start = this.size
    this.addSteps(steps, owner)
    this.addRow(OP_EXIT)
    return start
  }

  private addRow(op: number, a = 0, b = 0, c = 0): number {
    if (this.size === this.op.length) this.grow()
    const row = this.size++
    this.op[row] = op
    this.a[row] = a
    this.b[row] = b
    this.c[row] = c
    return row
  }

  private addSteps(steps: readonly Step[], owner: string): void {
    for (const step of steps) this.addStep(step, owner)
  }

  private addStep(step: Step, owner: string): void {
    switch (step.op) {
      case 'run':
        this.addRow(OP_RUN, ...amountColumns(step.ns))
        break
      case 'sleep':
        this.addRow(OP_SLEEP, ...amountColumns(step.ns))
        break
      case 'timer': {
        const ref = step.ref.startsWith('unique') ? `timer:${owner}:${step.ref}` : `timer:${step.ref}`
        this.addRow(OP_TIMER, this.names.of(ref), step.periodNs, timerModes[step.mode])
        break
      }
      case 'wait':
        this.addRow(OP_WAIT, this.conditionOf(step.name))
        break
      case 'signal':
        this.addRow(OP_SIGNAL, this.conditionOf(step.name), step.sync === true ? 1 : 0)
        break
      case 'broadcast':
        this.addRow(OP_BROADCAST, this.conditionOf(step.name))
        break
      case 'setNice':
        this.addRow(OP_NICE, step.nice)
        break
      case 'setAffinity':
        this.addRow(OP_AFFINITY, this.affinities.push(step.cpus) - 1)
        break
      case 'setPolicy':
        this.addRow(OP_POLICY, this.policies.push(step.policy) - 1, step.rtPriority ?? 0)
        break
      case 'setSlice':
        this.addRow(OP_SLICE, step.ns ?? 0)
        break
      case 'loop':
        this.addLoop(step.count, step.body, owner)
        break
      case 'fork':
        this.addRow(OP_FORK, this.children.push(step.child) - 1)
        break
      case 'yield':
        this.addRow(OP_YIELD)
        break
      case 'exit':
        this.addRow(OP_EXIT)
        break
    }
  }

  private addLoop(count: number, body: readonly Step[], owner: string): void {
    const head = this.addRow(OP_LOOP, count)
    this.addSteps(body, owner)
    // Not in one statement: adding a row may replace the arrays.
    const end = this.addRow(OP_LOOP_END, 0, head + 1)
    this.b[head] = end
  }

  private conditionOf(name: string): number {
    return this.names.of(`condition:${name}`)
  }

  private grow(): void {
    const capacity = 2 * this.op.length
    const wider = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(capacity)
      to.set(from)
      return to
    }
    const op = new Uint8Array(capacity)
    op.set(this.op)
    this.op = op
    this.a = wider(this.a)
    this.b = wider(this.b)
    this.c = wider(this.c)
  }
}

function amountColumns(amount: Amount): [number, number, number] {
  if (typeof amount === 'number') return [FIXED, amount, 0]
  if ('exponentialMeanNs' in amount) return [EXPONENTIAL, amount.exponentialMeanNs, 0]
  return [UNIFORM, amount.uniformNs[0], amount.uniformNs[1]]
}
