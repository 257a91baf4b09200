// CFS of Linux 6.5 as a policy: the fair class with queues by virtual run time.
import { DEQUEUE_MOVE, type PolicyHost } from '../../core/policy'
import { FairClass, type FairOptions } from '../../model/fair/fair-class'
import { FairEntities } from '../../model/fair/fair-entities'
import { multiCpuSettingsOf } from '../../model/fair/multi-cpu-params'
import type { ParamValues } from '../../model/run-spec'
import { CfsQueue, type CfsSettings } from './cfs-queue'

/** Home of a task that is being moved: its virtual time is a distance to min_vruntime. */
const RELATIVE = -2

export class Cfs extends FairClass<CfsQueue> {
  /** Number of the queue to whose min_vruntime a task's virtual time belongs; -1: none yet; or RELATIVE. */
  private readonly home: number[] = []
  private readonly childRunsFirst: boolean

  constructor(host: PolicyHost, params: ParamValues) {
    const settings = settingsOf(params)
    const entities = new FairEntities(host.groups.length * host.cpus)
    super(
      host,
      entities,
      settings,
      (cpu, index, entity, parent, depth) =>
        new CfsQueue(entities, settings, cpu, index, entity, parent, depth),
    )
    this.childRunsFirst = params['childRunsFirst'] === true
  }

  override addTask(task: number): void {
    super.addTask(task)
    const cpu = this.host.tasks.cpu[task]!
    const forked = this.host.running[cpu]! >= 0
    const queue = this.queueOf(task, cpu)
    if (forked) this.placeChild(queue, this.first + task)
    this.home[task] = forked ? queue.index : -1
  }

  private placeChild(queue: CfsQueue, child: number): void {
    const { vruntime } = this.entities
    this.hierarchy.update(queue)
    queue.placeNew(child)
    const parent = queue.current
    if (!this.childRunsFirst || parent < 0 || vruntime[parent]! >= vruntime[child]!) return
    const earlier = vruntime[parent]!
    vruntime[parent] = vruntime[child]!
    vruntime[child] = earlier
    this.host.requestResched(queue.cpu, 'the child runs first')
  }

  override dequeue(cpu: number, task: number, reason: number): void {
    super.dequeue(cpu, task, reason)
    if (reason === DEQUEUE_MOVE) this.home[task] = RELATIVE
  }

  /** Virtual times of two queues are unrelated: a task that changes CPU keeps its distance to min_vruntime. */
  protected override arrives(e: number, queue: CfsQueue): void {
    const task = e - this.first
    const from = this.home[task]!
    this.hierarchy.update(queue)
    if (from === RELATIVE) this.entities.vruntime[e]! += queue.minVruntime
    else if (from >= 0 && from !== queue.index)
      this.entities.vruntime[e]! += queue.minVruntime - this.hierarchy.queues[from]!.minVruntime
    this.home[task] = queue.index
  }

  reweightAway(e: number, weight: number, inverse: number): void {
    this.entities.setWeight(e, weight, inverse)
  }

  /** Custom slices came with Linux 6.12; CFS has none, and the file is refused or noted where it asks for one. */
  changeSlice(): void {
    // Nothing to change.
  }
}

function settingsOf(params: ParamValues): CfsSettings & FairOptions {
  const flag = (name: string): boolean => params[name] === true
  return {
    latencyNs: Number(params['latency']),
    minGranularityNs: Number(params['minGranularity']),
    idleMinGranularityNs: Number(params['idleMinGranularity']),
    wakeupGranularityNs: Number(params['wakeupGranularity']),
    gentleFairSleepers: flag('gentleFairSleepers'),
    startDebit: flag('startDebit'),
    wakeupPreemption: flag('wakeupPreemption'),
    lastBuddy: flag('lastBuddy'),
    hrtick: flag('hrtick'),
    altPeriod: flag('altPeriod'),
    sliceFloor: flag('sliceFloor'),
    doubleTick: flag('doubleTick'),
    bandwidthSliceNs: Number(params['bandwidthSlice']),
    ...multiCpuSettingsOf(params),
    skipsIneligible: false,
    idleGivesWayFirst: true,
    marksWakee: flag('nextBuddy') ? 'crowded' : 'never',
  }
}
