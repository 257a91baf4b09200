// Executes the behaviour program of a running task, one instruction at a time. Instructions that take CPU time leave
// it in `remaining`; those that wake, wait or fork cost `callNs` first and take effect at its end.
import type { MachineCosts, TaskSpec } from '../model/run-spec'
import {
  drawAmount,
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
  type Program,
} from './program'
import type { RandomStream } from './random'
import type { TaskTable } from './task-table'

/** What became of the task. */
export const PROGRAM_CONTINUES = 0
export const PROGRAM_BLOCKED = 1
export const PROGRAM_EXITED = 2
export const PROGRAM_YIELDED = 3
/** Its affinity changed; it may have to leave its CPU. */
export const PROGRAM_MOVED = 4

/** A program that takes this many instructions without using time is endless. */
const MAX_STEPS_WITHOUT_TIME = 1_000_000

export interface ProgramEffects {
  wake(task: number, cpu: number): void
  sleepUntil(task: number, time: number): void
  fork(child: TaskSpec, cpu: number): void
  reweight(task: number): void
  changeSlice(task: number): void
  /** A timer's activation; `late`: it was past when the task came to wait for it. */
  activated(late: boolean): void
}

export class ProgramRunner {
  /** Signals kept, per condition. */
  private readonly tokens: number[] = []
  /** Tasks that wait, per condition, longest first. */
  private readonly waiters: number[][] = []
  /** Next activation per timer; NaN: not started. */
  private readonly timerNext: number[] = []
  private stepsAt = 0
  private steps = 0

  constructor(
    private readonly tasks: TaskTable,
    private readonly costs: MachineCosts,
    private readonly effects: ProgramEffects,
  ) {}

  /** Executes the instruction at which `task` stands. */
  step(task: number, cpu: number, now: number): number {
    this.guard(task, now)
    const { tasks } = this
    const program = tasks.programs[task]!
    const pc = tasks.pc[task]!
    const op = program.op[pc]!
    if (this.costs.callNs > 0 && op >= OP_WAIT && op <= OP_BROADCAST) {
      if (tasks.stage[task] === 0) {
        tasks.stage[task] = 1
        tasks.remaining[task] = this.costs.callNs
        return PROGRAM_CONTINUES
      }
      tasks.stage[task] = 0
    }
    tasks.pc[task] = pc + 1
    switch (op) {
      case OP_RUN:
        tasks.remaining[task] = this.burst(
          drawAmount(program, pc, tasks.streams[task]!),
          tasks.streams[task]!,
        )
        return PROGRAM_CONTINUES
      case OP_SLEEP:
        return this.sleep(task, drawAmount(program, pc, tasks.streams[task]!), now)
      case OP_TIMER:
        return this.timer(task, program, pc, now)
      case OP_WAIT:
        return this.wait(task, program.a[pc]!)
      case OP_SIGNAL:
        this.signal(program.a[pc]!, cpu)
        return PROGRAM_CONTINUES
      case OP_BROADCAST:
        this.broadcast(program.a[pc]!, cpu)
        return PROGRAM_CONTINUES
      case OP_FORK:
        this.effects.fork(program.children[program.a[pc]!]!, cpu)
        return PROGRAM_CONTINUES
      case OP_YIELD:
        return PROGRAM_YIELDED
      case OP_EXIT:
        return PROGRAM_EXITED
      default:
        return this.control(task, program, pc, op)
    }
  }

  /** Loops and changes of the task's own attributes. */
  private control(task: number, program: Program, pc: number, op: number): number {
    const { tasks } = this
    const a = program.a[pc]!
    switch (op) {
      case OP_LOOP: {
        const times = program.b[pc]!
        tasks.loops[task]![a] = times
        if (times === 0) tasks.pc[task] = program.c[pc]!
        return PROGRAM_CONTINUES
      }
      case OP_LOOP_END: {
        const loops = tasks.loops[task]!
        if (loops[a]! < 0 || --loops[a]! > 0) tasks.pc[task] = program.b[pc]!
        return PROGRAM_CONTINUES
      }
      case OP_NICE:
        tasks.nice[task] = a
        this.effects.reweight(task)
        return PROGRAM_CONTINUES
      case OP_POLICY:
        tasks.setPolicy(task, program.policies[a]!)
        this.effects.reweight(task)
        return PROGRAM_CONTINUES
      case OP_SLICE:
        tasks.slice[task] = a
        this.effects.changeSlice(task)
        return PROGRAM_CONTINUES
      case OP_AFFINITY:
        tasks.setAffinity(task, program.affinities[a]!)
        return PROGRAM_MOVED
      default:
        throw new Error(`unknown instruction ${String(op)}`)
    }
  }

  /** CPU time that a burst of `ns` takes on this machine. */
  private burst(ns: number, stream: RandomStream): number {
    const { burstScale, burstScaleJitter, burstExtraNs, disturbancePerMs, disturbanceMaxNs } = this.costs
    let need = ns
    if (burstScale !== 0 || burstScaleJitter !== 0)
      need = ns * (1 + burstScale + (2 * stream.unit() - 1) * burstScaleJitter)
    need += burstExtraNs
    if (disturbancePerMs > 0 && stream.unit() < (ns / 1e6) * disturbancePerMs)
      need += stream.unit() * disturbanceMaxNs
    return Math.round(need)
  }

  private sleep(task: number, ns: number, now: number): number {
    if (ns === 0) return PROGRAM_CONTINUES
    this.effects.sleepUntil(task, now + ns)
    return PROGRAM_BLOCKED
  }

  /** rt-app's timer: the first grid starts where the task started; an activation that is past is not waited for. */
  private timer(task: number, program: Program, pc: number, now: number): number {
    const ref = program.a[pc]!
    const before = this.timerNext[ref] ?? this.tasks.startNs[task]!
    const next = before + program.b[pc]!
    this.effects.activated(now > next)
    if (now < next) {
      this.timerNext[ref] = next
      this.effects.sleepUntil(task, next)
      return PROGRAM_BLOCKED
    }
    this.timerNext[ref] = program.c[pc] === 1 ? now : next
    // Missed activations are made up at once, but there is an end to them: not an endless loop.
    this.steps = 0
    return PROGRAM_CONTINUES
  }

  private wait(task: number, condition: number): number {
    const kept = this.tokens[condition] ?? 0
    if (kept > 0) {
      this.tokens[condition] = kept - 1
      return PROGRAM_CONTINUES
    }
    const waiting = this.waiters[condition] ?? (this.waiters[condition] = [])
    waiting.push(task)
    return PROGRAM_BLOCKED
  }

  private signal(condition: number, cpu: number): void {
    const next = this.waiters[condition]?.shift()
    if (next === undefined) this.tokens[condition] = (this.tokens[condition] ?? 0) + 1
    else this.effects.wake(next, cpu)
  }

  private broadcast(condition: number, cpu: number): void {
    const all = this.waiters[condition]
    if (all === undefined) return
    this.waiters[condition] = []
    for (const task of all) this.effects.wake(task, cpu)
  }

  private guard(task: number, now: number): void {
    if (now !== this.stepsAt) {
      this.stepsAt = now
      this.steps = 0
    } else if (++this.steps > MAX_STEPS_WITHOUT_TIME)
      throw new Error(`task ${this.tasks.names[task]!} (or one that it wakes) loops without using any time`)
  }
}
