// What one simulation run is made of: plain data, fully resolved, the engine's only input.
// Nothing here knows of files, units or defaults; the backend resolves an experiment file into it.

/** A length of time in ns, fixed or drawn per use from the task's own random stream. */
export type Amount =
  number | { readonly exponentialMeanNs: number } | { readonly uniformNs: readonly [number, number] }

/** One instruction of a task's behaviour program. Times are ns. */
export type Step =
  | { readonly op: 'run'; readonly ns: Amount }
  | { readonly op: 'sleep'; readonly ns: Amount }
  /**
   * Periodic activation, as rt-app's timer: `absolute` keeps the first grid, `relative` re-anchors after an overrun.
   * `blocking` is `absolute` by clock_nanosleep alone: where the machine has `pastTimerNs`, an activation that is past
   * still puts the task to sleep for a moment.
   */
  | {
      readonly op: 'timer'
      readonly ref: string
      readonly periodNs: number
      readonly mode: 'relative' | 'absolute' | 'blocking'
    }
  /** Blocks until a signal on `name` is there; one that came earlier is consumed at once. */
  | { readonly op: 'wait'; readonly name: string }
  /** Wakes the task that waits longest on `name`, or is kept (counted) until one waits. */
  | {
      readonly op: 'signal'
      readonly name: string
      /** The waker is about to sleep, as a pipe tells the kernel (WF_SYNC). */
      readonly sync?: boolean
    }
  /** Wakes all tasks that wait on `name`; kept for nobody. */
  | { readonly op: 'broadcast'; readonly name: string }
  | { readonly op: 'setNice'; readonly nice: number }
  | { readonly op: 'setAffinity'; readonly cpus: readonly number[] | null }
  | {
      readonly op: 'setPolicy'
      readonly policy: TaskPolicy
      /** 1..99, for fifo and rr; absent: the one that the task has. */
      readonly rtPriority?: number
    }
  /** Custom slice in ns (Linux 6.12+); null returns to the default. */
  | { readonly op: 'setSlice'; readonly ns: number | null }
  | { readonly op: 'loop'; readonly count: number; readonly body: readonly Step[] }
  | { readonly op: 'fork'; readonly child: TaskSpec }
  | { readonly op: 'yield' }
  | { readonly op: 'exit' }

/** Scheduling policy of a task: the fair class's three, and the real-time class above it. */
export type TaskPolicy = 'other' | 'batch' | 'idle' | 'fifo' | 'rr'

export interface TaskSpec {
  readonly name: string
  /** -20..19 */
  readonly nice: number
  readonly policy: TaskPolicy
  /** 1..99, higher first; for fifo and rr, where absent means 1. */
  readonly rtPriority?: number
  /** Index into the run's groups; absent: the root group. */
  readonly group?: number
  /** Allowed CPU indices; null: all. */
  readonly affinity: readonly number[] | null
  /** Custom slice request in ns; null: the policy's default. */
  readonly sliceNs: number | null
  /** When the task is first woken, ns from the start of the run. */
  readonly startNs: number
  /** A program that ends makes the task exit. */
  readonly program: readonly Step[]
}

/** A control group of tasks (cgroup v2 cpu controller, or an autogroup). */
export interface GroupSpec {
  readonly name: string
  /** Index of the group above, lower than its own; null: the root. */
  readonly parent: number | null
  /** cpu.weight, 1..10000; 100 counts as one nice 0 task. */
  readonly weight: number
  /** cpu.max: CPU time in ns per period of ns over all CPUs; null: no limit. */
  readonly max: { readonly quotaNs: number; readonly periodNs: number } | null
  /** cpu.idle: the whole group yields to others, as SCHED_IDLE. */
  readonly idle: boolean
}

/** A delay drawn evenly from [lo, hi] ns each time it is paid. */
export type DelayRange = readonly [number, number]

/** What the machine charges for scheduling. All zero = an ideal machine. Sources: docs/modelling.md. */
export interface MachineCosts {
  /** CPU time charged to the incoming task at a switch, ns. */
  readonly contextSwitchNs: number
  /** CPU time a tick steals from the running task, ns. */
  readonly tickNs: number
  /** CPU time a timer interrupt steals from the running task, ns. */
  readonly timerInterruptNs: number
  /** Timer expiry to wake-up, ns. */
  readonly timerDelayNs: DelayRange
  /** How long a task sleeps that waits for a timer which is past already, ns; 0: it goes on at once. */
  readonly pastTimerNs: number
  /** Wake-up to switch when the wakee preempts, ns; current keeps running meanwhile. */
  readonly preemptDelayNs: DelayRange
  /** Wake-up to switch from idle, ns. */
  readonly idleExitDelayNs: DelayRange
  /** Wake-up made by a running task (inside a system call) to switch, ns. */
  readonly callPreemptDelayNs: DelayRange
  /** CPU time of a system call that wakes another task or waits for one, ns. */
  readonly callNs: number
  /** Tick to switch, ns. */
  readonly tickPreemptDelayNs: DelayRange
  /** A burst of r ns needs r * scale + extra, where scale = 1 + burstScale +- burstScaleJitter. */
  readonly burstScale: number
  readonly burstScaleJitter: number
  readonly burstExtraNs: number
  /** Probability per ms of burst of a disturbance, and its largest length in ns. */
  readonly disturbancePerMs: number
  readonly disturbanceMaxNs: number
  /** How often a tick finds work for a thread of the kernel on its CPU, times per second, and how long that runs, ns. */
  readonly kernelThreadsPerSecond: number
  readonly kernelThreadRunNs: DelayRange
  /** Tasks that start at the same instant are woken in a random order within this many ns. */
  readonly startJitterNs: number
}

export type Hz = 100 | 250 | 300 | 1000

/** Where one CPU stands. Numbers are only compared: equal core = SMT siblings, equal llc = shared last-level cache. */
export interface CpuSpec {
  readonly core: number
  readonly llc: number
  /** NUMA node. */
  readonly node: number
  /** Speed in 1/1024 of the fastest CPU, 1..1024 (the kernel's CPU capacity). */
  readonly capacity: number
}

export interface MachineSpec {
  readonly id: string
  readonly title: string
  readonly cpus: number
  /** One entry per CPU. */
  readonly topology: readonly CpuSpec[]
  /** Tick rate where the policy's parameters do not set one. */
  readonly hz: Hz
  /** Instant of the first tick in ns (taken modulo the tick); null: drawn per seed. */
  readonly tickPhaseNs: number | null
  /** Which comes first at the same instant; absent: `before-wakeups`. No recording tells them apart. */
  readonly tickOrder?: 'before-wakeups' | 'after-wakeups'
  /** Where a wakee goes: `stock` = idle sibling search; `stay` = its previous CPU unless not allowed. */
  readonly wakePlacement: 'stock' | 'stay'
  readonly costs: MachineCosts
}

/** Parameter values after resolution: durations in ns, choices as strings. */
export type ParamValue = number | string | boolean
export type ParamValues = Readonly<Record<string, ParamValue>>

export interface RunSpec {
  readonly machine: MachineSpec
  readonly policy: { readonly id: string; readonly params: ParamValues }
  readonly tasks: readonly TaskSpec[]
  /** Control groups; absent: none. */
  readonly groups?: readonly GroupSpec[]
  /** Measured time in ns, after the warm-up. */
  readonly durationNs: number
  /** Simulated but not measured, ns. */
  readonly warmupNs: number
  readonly seed: number
  /** What the result holds beyond the usual. Changes no decision and no figure. */
  readonly record?: {
    /** The distribution of each task's waits. */
    readonly taskHistograms?: boolean
    /** Every scheduling decision with the queue as the policy saw it. */
    readonly decisions?: boolean
  }
}
