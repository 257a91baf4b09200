// Measures a run: CPU time, switches, preemptions, migrations and waits per task. What happened before the end of
// the warm-up is left out; a wait counts where it began after it. Waits still going on at the end are not recorded.
import type { CpuResult, TaskResult } from '../model/run-result'
import { Digest } from './digest'
import { Histogram } from './histogram'
import { RUNNABLE, RUNNING, type TaskTable } from './task-table'

interface TaskRecord {
  cpuTimeNs: number
  switches: number
  preemptions: number
  migrations: number
  waitSince: number
  waitFromWakeup: boolean
  runSince: number
  everRan: boolean
  readonly wait: Histogram
  readonly wakeup: Histogram
  readonly run: Histogram
}

export class Recorder {
  private readonly records: TaskRecord[] = []
  private readonly busySince: Float64Array
  private readonly busyNs: Float64Array
  private readonly cpuSwitches: Float64Array
  private readonly digest = new Digest()
  private measuredFrom = 0
  /** Requests to reschedule since the warm-up. */
  reschedRequests = 0
  /** Wake-up preemption checks and those that asked for a reschedule, since the warm-up. */
  preemptChecks = 0
  preemptGranted = 0

  constructor(
    private readonly tasks: TaskTable,
    cpus: number,
  ) {
    this.busySince = new Float64Array(cpus)
    this.busyNs = new Float64Array(cpus)
    this.cpuSwitches = new Float64Array(cpus)
  }

  addTask(): void {
    this.records.push({
      cpuTimeNs: 0,
      switches: 0,
      preemptions: 0,
      migrations: 0,
      waitSince: 0,
      waitFromWakeup: false,
      runSince: 0,
      everRan: false,
      wait: new Histogram(),
      wakeup: new Histogram(),
      run: new Histogram(),
    })
  }

  woken(task: number, now: number): void {
    const r = this.records[task]!
    r.waitSince = now
    r.waitFromWakeup = true
  }

  /** `prev` leaves `cpu`; `preempted`: it still wants to run and now waits. */
  switchedOut(cpu: number, prev: number, preempted: boolean, now: number): void {
    const r = this.records[prev]!
    const from = Math.max(r.runSince, this.measuredFrom)
    r.cpuTimeNs += now - from
    this.busyNs[cpu]! += now - Math.max(this.busySince[cpu]!, this.measuredFrom)
    if (r.runSince >= this.measuredFrom) r.run.record(now - r.runSince)
    if (preempted) {
      r.preemptions++
      r.waitSince = now
      r.waitFromWakeup = false
    }
  }

  switchedIn(cpu: number, next: number, now: number): void {
    const r = this.records[next]!
    r.switches++
    r.everRan = true
    r.runSince = now
    this.cpuSwitches[cpu]!++
    this.busySince[cpu] = now
    if (r.waitSince >= this.measuredFrom) {
      r.wait.record(now - r.waitSince)
      if (r.waitFromWakeup) r.wakeup.record(now - r.waitSince)
    }
    this.digest.add(now)
    this.digest.add(cpu * 1048576 + next)
  }

  wentIdle(cpu: number, now: number): void {
    this.digest.add(now)
    this.digest.add(-1 - cpu)
  }

  migrated(task: number): void {
    this.records[task]!.migrations++
  }

  /** Forgets all that was measured so far: the warm-up is over. */
  startMeasuring(now: number): void {
    this.measuredFrom = now
    this.reschedRequests = 0
    this.preemptChecks = 0
    this.preemptGranted = 0
    this.busyNs.fill(0)
    this.cpuSwitches.fill(0)
    for (const r of this.records) {
      r.cpuTimeNs = 0
      r.switches = 0
      r.preemptions = 0
      r.migrations = 0
      r.wait.clear()
      r.wakeup.clear()
      r.run.clear()
    }
  }

  /** Charges what still runs up to the end of the run. Call once. */
  finish(running: Int32Array, end: number): void {
    for (let cpu = 0; cpu < running.length; cpu++) {
      const task = running[cpu]!
      if (task < 0) continue
      const r = this.records[task]!
      r.cpuTimeNs += end - Math.max(r.runSince, this.measuredFrom)
      this.busyNs[cpu]! += end - Math.max(this.busySince[cpu]!, this.measuredFrom)
    }
  }

  /** How long a task that waits at `end` has waited, ns; 0 where it does not wait. */
  waitingFor(task: number, end: number): number {
    return this.tasks.state[task] === RUNNABLE ? end - this.records[task]!.waitSince : 0
  }

  anyRan(): boolean {
    return this.records.some((r) => r.everRan)
  }

  /** A task still on a CPU counts as running. */
  isRunning(task: number): boolean {
    return this.tasks.state[task] === RUNNING
  }

  taskResults(end: number): TaskResult[] {
    const elapsed = end - this.measuredFrom
    return this.records.map((r, task) => ({
      name: this.tasks.names[task]!,
      nice: this.tasks.nice[task]!,
      cpuShare: r.cpuTimeNs / elapsed,
      cpuTimeNs: r.cpuTimeNs,
      switchesPerSecond: (r.switches * 1e9) / elapsed,
      preemptionsPerSecond: (r.preemptions * 1e9) / elapsed,
      migrations: r.migrations,
      waitNs: r.wait.summary(),
      wakeupLatencyNs: r.wakeup.summary(),
      runNs: r.run.summary(),
    }))
  }

  cpuResults(): CpuResult[] {
    return Array.from(this.busyNs, (busyNs, cpu) => ({ cpu, busyNs, switches: this.cpuSwitches[cpu]! }))
  }

  /** All tasks' waits together. */
  mergedWaits(): { wakeup: Histogram; wait: Histogram } {
    const wakeup = new Histogram()
    const wait = new Histogram()
    for (const r of this.records) {
      wakeup.add(r.wakeup)
      wait.add(r.wait)
    }
    return { wakeup, wait }
  }

  /** The digest over all decisions of the whole run and the CPU time that each task got. Call once, after `finish`. */
  digestHex(): string {
    for (const r of this.records) {
      this.digest.add(r.cpuTimeNs)
      this.digest.add(r.switches)
    }
    return this.digest.hex()
  }
}
