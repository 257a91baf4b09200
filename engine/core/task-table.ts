// All tasks as a structure of arrays, indexed by task number in order of creation. The engine writes it; policies read.
import type { TaskPolicy, TaskSpec } from '../model/run-spec'
import { ProgramStore } from './program'
import type { Interner } from './interner'
import { RandomStream } from './random'

export const SLEEPING = 0
export const RUNNABLE = 1
export const RUNNING = 2
export const EXITED = 3

/** Task policies as numbers, as in `policy`. */
export const POLICY_OTHER = 0
export const POLICY_BATCH = 1
export const POLICY_IDLE = 2
export const POLICY_FIFO = 3
export const POLICY_RR = 4
const policyNumber: Record<TaskPolicy, number> = {
  other: POLICY_OTHER,
  batch: POLICY_BATCH,
  idle: POLICY_IDLE,
  fifo: POLICY_FIFO,
  rr: POLICY_RR,
}

export class TaskTable {
  count = 0
  private capacity = 0
  readonly names: string[] = []
  readonly programs: ProgramStore
  readonly streams: RandomStream[] = []
  /** 1 per allowed CPU; null: all. */
  readonly affinity: (Uint8Array | null)[] = []

  state = new Uint8Array(0)
  nice = new Int8Array(0)
  policy = new Uint8Array(0)
  /** Custom slice, ns; 0: none. */
  slice = new Float64Array(0)
  /** Real-time priority, 1..99; 0: none. */
  rtPriority = new Uint8Array(0)
  /** Control group; -1: the root. */
  group = new Int32Array(0)
  /** CPU on which it runs, waits, or last was. */
  cpu = new Int32Array(0)
  startNs = new Float64Array(0)
  /** Row of `programs` that comes next. */
  pc = new Int32Array(0)
  /** 1 while the cost of the present instruction is being paid. */
  stage = new Uint8Array(0)
  /** CPU time still needed before the program goes on, ns. */
  remaining = new Float64Array(0)
  /** 1 once it has been put on a CPU's queue. */
  placed = new Uint8Array(0)

  constructor(
    private readonly cpus: number,
    private readonly seed: number,
    names: Interner,
  ) {
    this.programs = new ProgramStore(names)
  }

  /** Adds a task that sleeps; its number. */
  add(spec: TaskSpec, startNs: number, cpu: number): number {
    if (this.count === this.capacity) this.grow()
    const t = this.count++
    this.names.push(spec.name)
    this.streams.push(new RandomStream(this.seed, `task:${String(t)}:${spec.name}`))
    this.pc[t] = this.programs.add(spec.program, `${spec.name}#${String(t)}`)
    this.affinity.push(this.maskOf(spec.affinity))
    this.nice[t] = spec.nice
    this.policy[t] = policyNumber[spec.policy]
    this.slice[t] = spec.sliceNs ?? 0
    this.rtPriority[t] = spec.rtPriority ?? 0
    this.group[t] = spec.group ?? -1
    this.startNs[t] = startNs
    this.cpu[t] = cpu
    return t
  }

  /** `rtPriority`: 1..99; 0 keeps the one that the task has. */
  setPolicy(task: number, policy: TaskPolicy, rtPriority: number): void {
    this.policy[task] = policyNumber[policy]
    if (rtPriority > 0) this.rtPriority[task] = rtPriority
  }

  setAffinity(task: number, cpus: readonly number[] | null): void {
    this.affinity[task] = this.maskOf(cpus)
  }

  allows(task: number, cpu: number): boolean {
    const mask = this.affinity[task]
    return mask === null || mask === undefined || mask[cpu] === 1
  }

  private maskOf(cpus: readonly number[] | null): Uint8Array | null {
    if (cpus === null) return null
    const mask = new Uint8Array(this.cpus)
    for (const cpu of cpus) mask[cpu] = 1
    return mask
  }

  private grow(): void {
    const capacity = Math.max(64, this.capacity * 2)
    this.capacity = capacity
    const wider = <T extends Uint8Array | Int8Array | Int32Array | Float64Array>(
      from: T,
      make: (n: number) => T,
    ): T => {
      const to = make(capacity)
      to.set(from)
      return to
    }
    const f64 = (n: number): Float64Array<ArrayBuffer> => new Float64Array(n)
    const i32 = (n: number): Int32Array<ArrayBuffer> => new Int32Array(n)
    const u8 = (n: number): Uint8Array<ArrayBuffer> => new Uint8Array(n)
    this.state = wider(this.state, u8)
    this.nice = wider(this.nice, (n) => new Int8Array(n))
    this.policy = wider(this.policy, u8)
    this.slice = wider(this.slice, f64)
    this.rtPriority = wider(this.rtPriority, u8)
    this.group = wider(this.group, i32)
    this.cpu = wider(this.cpu, i32)
    this.startNs = wider(this.startNs, f64)
    this.pc = wider(this.pc, i32)
    this.stage = wider(this.stage, u8)
    this.placed = wider(this.placed, u8)
    this.remaining = wider(this.remaining, f64)
  }
}
