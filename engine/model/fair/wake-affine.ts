// Whether a woken task should come to its waker's CPU or stay near its previous one: how many different tasks waker
// and wakee wake (wake_wide), who is idle, and who is loaded less (wake_affine).
import { LEVEL_SMT } from './domains'
import type { MultiCpuSettings } from './multi-cpu-settings'
import type { Utilisation } from './utilisation'

/** Flips are halved at most once in this time, ns. */
const FLIP_DECAY_NS = 1_000_000_000

/** The effective loads that decide between the waker's CPU and the previous one. */
export interface EffectiveLoads {
  readonly thisEffective: number
  readonly previousEffective: number
  readonly choosesThis: boolean
}

/** Inputs of the comparison by load. */
export interface AffineLoads {
  readonly thisLoad: number
  readonly previousLoad: number
  readonly taskLoad: number
  /** Load of the waker, which is about to sleep; 0 where it is not. */
  readonly leavingLoad: number
  readonly isSync: boolean
  readonly thisCapacity: number
  readonly previousCapacity: number
  readonly imbalancePct: number
  readonly hasBias: boolean
}

/** wake_affine_weight: the waker's CPU where it would be loaded less, with a bias for the previous one. */
export function compareLoads(l: AffineLoads): EffectiveLoads {
  const { isSync, hasBias, imbalancePct } = l
  if (isSync && l.leavingLoad > l.thisLoad)
    return { thisEffective: 0, previousEffective: 0, choosesThis: true }
  const thisEffective = (l.thisLoad - l.leavingLoad + l.taskLoad) * (hasBias ? 100 : 1) * l.previousCapacity
  const bias = hasBias ? 100 + Math.floor((imbalancePct - 100) / 2) : 1
  const previousEffective = (l.previousLoad - l.taskLoad) * bias * l.thisCapacity + (isSync ? 1 : 0)
  return { thisEffective, previousEffective, choosesThis: thisEffective < previousEffective }
}

/** wake_wide: waker and wakee have so many partners that one cache should not hold them all. */
export function isWide(wakerFlips: number, wakeeFlips: number, llcCpus: number): boolean {
  const slave = Math.min(wakerFlips, wakeeFlips)
  const master = Math.max(wakerFlips, wakeeFlips)
  return slave >= llcCpus && master >= slave * llcCpus
}

export class WakeAffinity {
  /** By waker: its flips, whom it woke last, when the flips were halved. The CPUs' idle tasks come first. */
  private flips: Float64Array
  private lastWakee: Int32Array
  private decayedNs: Float64Array

  constructor(
    private readonly utilisation: Utilisation,
    private readonly settings: MultiCpuSettings,
  ) {
    const { cpus } = utilisation.topology
    this.flips = new Float64Array(cpus)
    this.lastWakee = new Int32Array(cpus).fill(-1)
    this.decayedNs = new Float64Array(cpus)
  }

  /** Makes room for the tasks below `count`. */
  ensure(count: number): void {
    const needed = this.utilisation.topology.cpus + count
    if (needed <= this.flips.length) return
    const capacity = Math.max(64, this.flips.length * 2, needed)
    const flips = new Float64Array(capacity)
    flips.set(this.flips)
    this.flips = flips
    const decayed = new Float64Array(capacity)
    decayed.set(this.decayedNs)
    this.decayedNs = decayed
    const last = new Int32Array(capacity).fill(-1)
    last.set(this.lastWakee)
    this.lastWakee = last
  }

  /** Remembers that what runs on `cpu` (a task, or its idle task in an interrupt) wakes `task`. True: they are wide. */
  wakes(cpu: number, task: number): boolean {
    const { view, topology } = this.utilisation
    const running = view.host.running[cpu]!
    const waker = running < 0 ? cpu : topology.cpus + running
    const { now } = view.host
    if (now > this.decayedNs[waker]! + FLIP_DECAY_NS) {
      this.flips[waker] = Math.floor(this.flips[waker]! / 2)
      this.decayedNs[waker] = now
    }
    if (this.lastWakee[waker] !== task) {
      this.lastWakee[waker] = task
      this.flips[waker]!++
    }
    const llcCpus = topology.llcs[topology.llcOf[cpu]!]!.length
    return isWide(this.flips[waker]!, this.flips[topology.cpus + task]!, llcCpus)
  }

  /** wake_affine: the CPU near which to look, `waker` or `previous`, which differ. */
  target(task: number, waker: number, previous: number, isSync: boolean): number {
    const { settings, utilisation } = this
    const { states } = utilisation.view
    const { llcOf } = utilisation.topology
    if (settings.waIdle) {
      const isPreviousIdle = states.isIdle(previous)
      if (states.isIdle(waker) && llcOf[waker] === llcOf[previous]) return isPreviousIdle ? previous : waker
      if (isSync && states.runnableOf(waker) === 1) return waker
      if (isPreviousIdle) return previous
    }
    return settings.waWeight && this.prefersWaker(task, waker, previous, isSync) ? waker : previous
  }

  private prefersWaker(task: number, waker: number, previous: number, isSync: boolean): boolean {
    const { utilisation } = this
    const { view, topology } = utilisation
    const running = view.host.running[waker]!
    const lowest = topology.domains[waker]![0]!
    const areSiblings = lowest.level === LEVEL_SMT && topology.coreOf[waker] === topology.coreOf[previous]
    return compareLoads({
      thisLoad: utilisation.loadOf(waker),
      previousLoad: utilisation.loadOf(previous),
      taskLoad: Math.floor(view.loadOf(task)),
      leavingLoad: isSync && running >= 0 ? Math.floor(view.loadOf(running)) : 0,
      isSync,
      thisCapacity: utilisation.capacityOf(waker),
      previousCapacity: utilisation.capacityOf(previous),
      imbalancePct: areSiblings ? lowest.imbalancePct : 117,
      hasBias: this.settings.waBias,
    }).choosesThis
  }
}
