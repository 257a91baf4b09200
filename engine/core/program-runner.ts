// Executes the behaviour program of a running task, one instruction at a time. Instructions that take CPU time leave
// it in `remaining`; those that wake, wait or fork cost `callNs` first and take effect at its end.
import type { MachineCosts, TaskSpec } from '../model/run-spec'
import {
  BLOCKING,
  EXPONENTIAL,
  OP_AFFINITY,
  OP_BROADCAST,
  OP_EXIT,
  OP_FORK,
  OP_LOOP,
  OP_LOOP_END,
  OP_NICE,
  OP_POLICY,
  OP_RUN,
  OP_SIGNAL,
  OP_SLEEP,
  OP_SLICE,
  OP_TIMER,
  OP_WAIT,
  OP_YIELD,
  RELATIVE,
  UNIFORM,
  type ProgramStore,
} from './program'
import type { RandomStream } from './random'
import type { TaskTable } from './task-table'
import { WaitingLines } from './waiting-lines'

/** What became of the task. */
export const PROGRAM_CONTINUES = 0
export const PROGRAM_BLOCKED = 1
export const PROGRAM_EXITED = 2
export const PROGRAM_YIELDED = 3
/** Its affinity changed; it may have to leave its CPU. */
export const PROGRAM_MOVED = 4

/** Programs that go round this many loops without using time are endless. */
const MAX_ROUNDS_WITHOUT_TIME = 1_000_000

export interface ProgramEffects {
  /** `isSync`: the waker is about to sleep. */
  wake(task: number, cpu: number, isSync: boolean): void
  sleepUntil(task: number, time: number): void
  fork(child: TaskSpec, cpu: number): void
  reweight(task: number): void
  changeSlice(task: number): void
  /** A timer's activation; `late`: it was past when the task came to wait for it. */
  activated(late: boolean): void
}

export class ProgramRunner {
  private readonly lines = new WaitingLines()
  private readonly programs: ProgramStore
  /** Next activation per timer; NaN: not started. */
  private readonly timerNext: number[] = []
  private roundsAt = 0
  private rounds = 0

  constructor(
    private readonly tasks: TaskTable,
    private readonly costs: MachineCosts,
    private readonly effects: ProgramEffects,
  ) {
    this.programs = tasks.programs
  }

  /** Executes the instruction at which `task` stands. */
  step(task: number, cpu: number, now: number): number {
    const { tasks, programs } = this
    const pc = tasks.pc[task]!
    const op = programs.op[pc]!
    if (op >= OP_WAIT && op <= OP_BROADCAST && this.costs.callNs > 0) {
      if (tasks.stage[task] === 0) {
        tasks.stage[task] = 1
        tasks.remaining[task] = this.costs.callNs
        return PROGRAM_CONTINUES
      }
      tasks.stage[task] = 0
    }
    tasks.pc[task] = pc + 1
    switch (op) {
      case OP_RUN: {
        const stream = tasks.streams[task]!
        tasks.remaining[task] = this.burst(this.drawAmount(pc, stream), stream)
        return PROGRAM_CONTINUES
      }
      case OP_SLEEP:
        return this.sleep(task, this.drawAmount(pc, tasks.streams[task]!), now)
      case OP_TIMER:
        return this.timer(task, pc, now)
      case OP_WAIT:
        return this.lines.take(programs.a[pc]!, task) ? PROGRAM_CONTINUES : PROGRAM_BLOCKED
      case OP_SIGNAL:
        this.signal(programs.a[pc]!, cpu, programs.b[pc] === 1)
        return PROGRAM_CONTINUES
      case OP_BROADCAST:
        this.broadcast(programs.a[pc]!, cpu)
        return PROGRAM_CONTINUES
      case OP_FORK:
        this.effects.fork(programs.children[programs.a[pc]!]!, cpu)
        return PROGRAM_CONTINUES
      case OP_YIELD:
        return PROGRAM_YIELDED
      case OP_EXIT:
        return PROGRAM_EXITED
      default:
        return this.control(task, pc, op, now)
    }
  }

  /** Loops and changes of the task's own attributes. */
  private control(task: number, pc: number, op: number, now: number): number {
    const { tasks, programs } = this
    const a = programs.a[pc]!
    switch (op) {
      case OP_LOOP: {
        const end = programs.b[pc]!
        programs.a[end] = a
        if (a === 0) tasks.pc[task] = end + 1
        return PROGRAM_CONTINUES
      }
      case OP_LOOP_END:
        this.guard(task, now)
        if (a > 1) programs.a[pc] = a - 1
        if (a < 0 || a > 1) tasks.pc[task] = programs.b[pc]!
        return PROGRAM_CONTINUES
      case OP_NICE:
        tasks.nice[task] = a
        this.effects.reweight(task)
        return PROGRAM_CONTINUES
      case OP_POLICY:
        tasks.setPolicy(task, programs.policies[a]!, programs.b[pc]!)
        this.effects.reweight(task)
        return PROGRAM_CONTINUES
      case OP_SLICE:
        tasks.slice[task] = a
        this.effects.changeSlice(task)
        return PROGRAM_CONTINUES
      case OP_AFFINITY:
        tasks.setAffinity(task, programs.affinities[a]!)
        return PROGRAM_MOVED
      default:
        throw new Error(`unknown instruction ${String(op)}`)
    }
  }

  /** The length that instruction `pc` (run or sleep) asks for this time, whole ns. */
  private drawAmount(pc: number, stream: RandomStream): number {
    const { a, b, c } = this.programs
    switch (a[pc]) {
      case EXPONENTIAL:
        return stream.exponential(b[pc]!)
      case UNIFORM:
        return stream.between(b[pc]!, c[pc]!)
      default:
        return b[pc]!
    }
  }

  /** CPU time that a burst of `ns` takes on this machine. */
  private burst(ns: number, stream: RandomStream): number {
    const { burstScale, burstScaleJitter, burstExtraNs, disturbancePerMs, disturbanceMaxNs } = this.costs
    let scale = 1 + burstScale
    if (burstScaleJitter !== 0) scale += (2 * stream.unit() - 1) * burstScaleJitter
    let need = ns * scale + burstExtraNs
    if (disturbancePerMs > 0 && stream.unit() < (ns / 1e6) * disturbancePerMs)
      need += stream.unit() * disturbanceMaxNs
    return Math.round(need)
  }

  private sleep(task: number, ns: number, now: number): number {
    if (ns === 0) return PROGRAM_CONTINUES
    this.effects.sleepUntil(task, now + ns)
    return PROGRAM_BLOCKED
  }

  /** rt-app's timer: the first grid starts where the task started; one that is past is waited for only by BLOCKING. */
  private timer(task: number, pc: number, now: number): number {
    const { programs } = this
    const ref = programs.a[pc]!
    const before = this.timerNext[ref] ?? this.tasks.startNs[task]!
    const next = before + programs.b[pc]!
    this.effects.activated(now > next)
    if (now < next) {
      this.timerNext[ref] = next
      this.effects.sleepUntil(task, next)
      return PROGRAM_BLOCKED
    }
    this.timerNext[ref] = programs.c[pc] === RELATIVE ? now : next
    if (programs.c[pc] === BLOCKING && this.costs.pastTimerNs > 0) {
      this.effects.sleepUntil(task, now + this.costs.pastTimerNs)
      return PROGRAM_BLOCKED
    }
    // Missed activations are made up at once, but there is an end to them: not an endless loop.
    this.rounds = 0
    return PROGRAM_CONTINUES
  }

  private signal(condition: number, cpu: number, isSync: boolean): void {
    const next = this.lines.shift(condition)
    if (next < 0) this.lines.keep(condition)
    else this.effects.wake(next, cpu, isSync)
  }

  private broadcast(condition: number, cpu: number): void {
    for (let task = this.lines.shift(condition); task >= 0; task = this.lines.shift(condition))
      this.effects.wake(task, cpu, false)
  }

  private guard(task: number, now: number): void {
    if (now !== this.roundsAt) {
      this.roundsAt = now
      this.rounds = 0
    } else if (++this.rounds > MAX_ROUNDS_WITHOUT_TIME)
      throw new Error(`task ${this.tasks.names[task]!} (or one that it wakes) loops without using any time`)
  }
}
