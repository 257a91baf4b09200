// Load tracking of the fair class: the averages of tasks and queues, brought up to date before anything that they
// depend on changes, and moved along with tasks that change CPU. On one CPU nothing asks for them, so they rest.
import type { PolicyHost } from '../../core/policy'
import type { FairEntities } from './fair-entities'
import type { FairQueue } from './fair-queue'
import { PeltTable } from './pelt'
import { UtilEstimates } from './util-estimates'

export class LoadTracking {
  readonly tasks = new PeltTable()
  /** By number of the queue; the first are the CPUs' own. */
  readonly queues: PeltTable
  readonly estimates: UtilEstimates
  readonly isOn: boolean
  private readonly capacity: Float64Array
  /** Queue that counts a task's averages, by task; null: none yet. */
  private readonly home: (FairQueue | null)[] = []

  constructor(
    private readonly host: PolicyHost,
    private readonly entities: FairEntities,
    queueCount: number,
    estimates: boolean,
  ) {
    this.isOn = host.cpus > 1
    this.queues = new PeltTable(this.isOn ? queueCount : 0)
    this.estimates = new UtilEstimates(host.cpus, estimates)
    this.capacity = Float64Array.from(host.machine.topology, ({ capacity }) => capacity)
  }

  addTask(task: number): void {
    if (!this.isOn) return
    this.tasks.ensure(task + 1)
    this.estimates.ensure(task + 1)
    this.home[task] = null
  }

  /** Accounts what a queue was like up to now. */
  touchQueue(queue: FairQueue): void {
    if (!this.isOn) return
    const running = queue.current < 0 ? 0 : 1
    const capacity = this.capacity[queue.cpu]!
    const weight = queue.totalWeight()
    this.queues.update(queue.index, this.host.now, weight, queue.runnable, running, capacity)
  }

  /** Accounts what a task, on `queue` or asleep after it was there, was like up to now. */
  touchTask(task: number, queue: FairQueue): void {
    if (!this.isOn) return
    const e = this.entities.first + task
    const isOn = queue.isOnQueue(e)
    const weight = isOn ? this.entities.weight[e]! : 0
    const runnable = isOn && !queue.isDelayed(e) ? 1 : 0
    const running = queue.current === e ? 1 : 0
    this.tasks.update(task, this.host.now, weight, runnable, running, this.capacity[queue.cpu]!)
  }

  /** A task that is not on a queue is about to join this one: its averages come along. */
  arrives(task: number, queue: FairQueue): void {
    if (!this.isOn) return
    const home = this.home[task] ?? null
    this.touchQueue(queue)
    if (home === queue) {
      this.touchTask(task, queue)
      return
    }
    if (home === null) {
      const weight = this.entities.weight[this.entities.first + task]!
      this.tasks.initTask(task, weight, this.queues, queue.index, this.capacity[queue.cpu]!)
    } else {
      this.touchTask(task, home)
      for (let from: FairQueue | null = home; from !== null; from = from.parent) {
        this.touchQueue(from)
        this.queues.detach(from.index, this.tasks, task, this.shareAt(home, from))
      }
    }
    for (let to: FairQueue | null = queue; to !== null; to = to.parent) {
      this.touchQueue(to)
      this.queues.attach(to.index, this.tasks, task, this.shareAt(queue, to))
    }
    this.home[task] = queue
  }

  /** The task is runnable on `cpu` from now on. */
  becomesRunnable(task: number, cpu: number): void {
    if (this.isOn) this.estimates.add(cpu, task)
  }

  /** The task is not runnable on `cpu` any more; `sleeps`: of its own will. Its averages are up to date. */
  stopsBeingRunnable(task: number, cpu: number, sleeps: boolean): void {
    if (!this.isOn) return
    this.estimates.remove(cpu, task)
    if (sleeps)
      this.estimates.sleeps(task, this.tasks.util(task), this.tasks.runnable(task), this.capacity[cpu]!)
  }

  /** The weight of a task changes, and with it its load. */
  reweight(task: number, queue: FairQueue, weight: number): void {
    if (!this.isOn || this.home[task] !== queue) return
    const oldWeight = this.entities.weight[this.entities.first + task]!
    this.touchTask(task, queue)
    this.touchQueue(queue)
    this.queues.detach(queue.index, this.tasks, task, 1)
    this.tasks.reweight(task, oldWeight, weight)
    this.queues.attach(queue.index, this.tasks, task, 1)
  }

  /** Load of a task as its CPU sees it: its average, times the share of the groups that it is in (task_h_load). */
  loadOf(task: number): number {
    const home = this.home[task] ?? null
    return home === null ? 0 : this.tasks.load(task) * this.shareAt(home, null)
  }

  /** What one of load on `queue` counts for on the queue `above` it (null: the CPU's own). */
  private shareAt(queue: FairQueue, above: FairQueue | null): number {
    let share = 1
    for (let at = queue; at !== above && at.parent !== null; at = at.parent)
      share *= this.entities.weight[at.entity]! / (this.queues.load(at.index) + 1)
    return Math.min(1, share)
  }
}
