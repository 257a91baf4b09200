// Measures a run: CPU time, switches, preemptions, migrations and waits per task. What happened before the end of
// the warm-up is left out; a wait counts where it began after it. Waits still going on at the end are not recorded.
import type { CpuResult, HistogramData, RunCounters, TaskResult } from '../model/run-result'
import { Counters } from './counters'
import { Digest } from './digest'
import { Histograms, summaryOf } from './histogram'
import { RUNNABLE, type TaskTable } from './task-table'

/** Each task's histograms: waits that began with a wake-up, other waits, and stays on a CPU. */
const PER_TASK = 3
const WAKEUP = 0
const OTHER_WAIT = 1
const RUN = 2

export class Recorder {
  private readonly histograms = new Histograms()
  private count = 0
  /** Tasks that the results tell of. */
  private readonly visible: number[] = []
  private capacity = 0
  private cpuTime = new Float64Array(0)
  private switches = new Float64Array(0)
  private preemptions = new Float64Array(0)
  private voluntary = new Float64Array(0)
  private migrations = new Float64Array(0)
  private waitSince = new Float64Array(0)
  private waitFromWakeup = new Uint8Array(0)
  private runSince = new Float64Array(0)
  private readonly busyNs: Float64Array
  private readonly cpuSwitches: Float64Array
  private readonly digest = new Digest()
  private measuredFrom = 0
  /** Whether any task has run since the start of the run, warm-up included. */
  anyRan = false
  /** Timer activations since the warm-up, and the late ones among them. */
  activations = { total: 0, late: 0 }
  readonly counters = new Counters()

  constructor(
    private readonly tasks: TaskTable,
    cpus: number,
  ) {
    this.busyNs = new Float64Array(cpus)
    this.cpuSwitches = new Float64Array(cpus)
  }

  /** `isHidden`: a task that is not part of the workload and does not appear in the results. */
  addTask(isHidden = false): void {
    if (!isHidden) this.visible.push(this.count)
    for (let i = 0; i < PER_TASK; i++) this.histograms.add()
    if (++this.count > this.capacity) this.grow()
  }

  woken(task: number, now: number): void {
    this.counters.wakeups++
    this.waitSince[task] = now
    this.waitFromWakeup[task] = 1
  }

  /** `prev` leaves `cpu`; `preempted`: it still wants to run and now waits. */
  switchedOut(cpu: number, prev: number, preempted: boolean, now: number): void {
    this.charge(cpu, prev, now)
    const since = this.runSince[prev]!
    if (since >= this.measuredFrom) this.histograms.record(PER_TASK * prev + RUN, now - since)
    if (preempted) {
      this.preemptions[prev]!++
      this.waitSince[prev] = now
      this.waitFromWakeup[prev] = 0
    } else this.voluntary[prev]!++
  }

  switchedIn(cpu: number, next: number, now: number): void {
    this.switches[next]!++
    this.counters.switches++
    this.cpuSwitches[cpu]!++
    this.anyRan = true
    this.runSince[next] = now
    const since = this.waitSince[next]!
    if (since >= this.measuredFrom) {
      const kind = this.waitFromWakeup[next] === 1 ? WAKEUP : OTHER_WAIT
      this.histograms.record(PER_TASK * next + kind, now - since)
    }
    this.digest.addSwitch(now, cpu, next)
  }

  wentIdle(cpu: number, now: number): void {
    this.counters.switchesToIdle++
    this.digest.addSwitch(now, cpu, -1)
  }

  activated(late: boolean): void {
    this.activations.total++
    if (late) this.activations.late++
  }

  /** `cause`: as in counters. */
  migrated(task: number, cause: number): void {
    this.migrations[task]!++
    this.counters.migrations[cause]!++
  }

  /** Forgets all that was measured so far: the warm-up is over. */
  startMeasuring(now: number): void {
    this.measuredFrom = now
    this.voluntary.fill(0)
    this.activations = { total: 0, late: 0 }
    this.counters.clear()
    for (const figures of [
      this.busyNs,
      this.cpuSwitches,
      this.cpuTime,
      this.switches,
      this.preemptions,
      this.migrations,
    ])
      figures.fill(0)
    this.histograms.clear()
  }

  /** Charges what still runs up to the end of the run. Call once. */
  finish(running: Int32Array, end: number): void {
    for (let cpu = 0; cpu < running.length; cpu++)
      if (running[cpu]! >= 0) this.charge(cpu, running[cpu]!, end)
  }

  /** How long a task that waits at `end` has waited, ns; 0 where it does not wait. */
  waitingFor(task: number, end: number): number {
    return this.tasks.state[task] === RUNNABLE ? end - this.waitSince[task]! : 0
  }

  /** `withHistograms`: also the distribution of each task's waits. */
  taskResults(end: number, withHistograms = false): TaskResult[] {
    const elapsed = end - this.measuredFrom
    return this.visible.map((task) => ({
      name: this.tasks.names[task]!,
      nice: this.tasks.nice[task]!,
      cpuShare: this.cpuTime[task]! / elapsed,
      cpuTimeNs: this.cpuTime[task]!,
      switchesPerSecond: (this.switches[task]! * 1e9) / elapsed,
      preemptionsPerSecond: (this.preemptions[task]! * 1e9) / elapsed,
      migrations: this.migrations[task]!,
      voluntarySwitches: this.voluntary[task]!,
      involuntarySwitches: this.preemptions[task]!,
      ...this.times(task, withHistograms),
    }))
  }

  private times(
    task: number,
    withHistograms: boolean,
  ): Pick<TaskResult, 'runDelayNs' | 'waitNs' | 'wakeupLatencyNs' | 'runNs' | 'histograms'> {
    const { wakeup, wait } = this.waits([task])
    return {
      runDelayNs: wait.sumNs,
      waitNs: summaryOf(wait),
      wakeupLatencyNs: summaryOf(wakeup),
      runNs: summaryOf(this.histograms.data([PER_TASK * task + RUN])),
      ...(withHistograms ? { histograms: { wakeup, wait } } : {}),
    }
  }

  cpuResults(): CpuResult[] {
    return Array.from(this.busyNs, (busyNs, cpu) => ({ cpu, busyNs, switches: this.cpuSwitches[cpu]! }))
  }

  /** The run's counts; `tasks`: as `taskResults` gave them. */
  countersOf(tasks: readonly TaskResult[]): RunCounters {
    const sum = (of: (task: TaskResult) => number): number =>
      tasks.reduce((total, task) => total + of(task), 0)
    return this.counters.result(
      sum((t) => t.voluntarySwitches),
      sum((t) => t.involuntarySwitches),
      sum((t) => t.runDelayNs),
      this.cpuTime.slice(0, this.count).reduce((all, ns) => all + ns, 0) - sum((t) => t.cpuTimeNs),
    )
  }

  /** All tasks' waits together. */
  mergedWaits(): { wakeup: HistogramData; wait: HistogramData } {
    return this.waits(this.visible)
  }

  private waits(tasks: readonly number[]): { wakeup: HistogramData; wait: HistogramData } {
    const wakeups = tasks.map((task) => PER_TASK * task + WAKEUP)
    const others = tasks.map((task) => PER_TASK * task + OTHER_WAIT)
    return { wakeup: this.histograms.data(wakeups), wait: this.histograms.data([...wakeups, ...others]) }
  }

  /** The digest over all decisions of the whole run and the CPU time that each task got. Call once, after `finish`. */
  digestHex(): string {
    for (let task = 0; task < this.count; task++) {
      this.digest.add(this.cpuTime[task]!)
      this.digest.add(this.switches[task]!)
    }
    return this.digest.hex()
  }

  /** Adds the measured part of a stay on a CPU. */
  private charge(cpu: number, task: number, until: number): void {
    const since = this.runSince[task]!
    const used = until - (since > this.measuredFrom ? since : this.measuredFrom)
    this.cpuTime[task]! += used
    this.busyNs[cpu]! += used
  }

  private grow(): void {
    this.capacity = Math.max(64, this.capacity * 2)
    const wider = (from: Float64Array): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(this.capacity)
      to.set(from)
      return to
    }
    this.cpuTime = wider(this.cpuTime)
    this.switches = wider(this.switches)
    this.preemptions = wider(this.preemptions)
    this.migrations = wider(this.migrations)
    this.voluntary = wider(this.voluntary)
    this.waitSince = wider(this.waitSince)
    this.runSince = wider(this.runSince)
    const flags = new Uint8Array(this.capacity)
    flags.set(this.waitFromWakeup)
    this.waitFromWakeup = flags
  }
}
