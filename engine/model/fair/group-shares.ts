// What a control group weighs on each CPU: its cpu.weight, divided among the CPUs by the load that it has there.
// kernel/sched/fair.c calc_group_shares.
import type { PolicyHost } from '../../core/policy'
import type { FairEntities } from './fair-entities'
import type { FairQueue } from './fair-queue'
import { IDLE_WEIGHT, inverseOfSum } from './weights'

/** A group weighs at least this much on a CPU. */
const MIN_SHARES = 2

/** Load weight of a group on a machine of one CPU. */
export const sharesOf = (cpuWeight: number, idle: boolean): number =>
  idle ? IDLE_WEIGHT : Math.max(MIN_SHARES, Math.round((cpuWeight * 1024) / 100))

export class GroupShares<Q extends FairQueue> {
  private readonly shares: Float64Array
  /** Load of each group on all CPUs, and what each of its queues has added to it. */
  private readonly groupLoad: Float64Array
  private readonly added: Float64Array

  constructor(
    private readonly host: PolicyHost,
    private readonly entities: FairEntities,
    /** Average load of a queue, by its number. */
    private readonly loadAvg: (queue: Q) => number,
    private readonly reweight: (queue: Q, entity: number, weight: number, inverse: number) => void,
  ) {
    const { groups, cpus } = host
    this.shares = Float64Array.from(groups, ({ weight, idle }) => sharesOf(weight, idle))
    this.groupLoad = new Float64Array(groups.length)
    this.added = new Float64Array(groups.length * cpus)
    groups.forEach(({ idle }, group) => {
      const weight = this.shares[group]!
      for (let cpu = 0; cpu < cpus; cpu++) {
        const e = group * cpus + cpu
        entities.idle[e] = idle ? 1 : 0
        entities.setWeight(e, weight, inverseOfSum(weight))
      }
    })
  }

  /** The load of a group's queue has changed, so may its groups' weights on this CPU. */
  changed(from: Q): void {
    if (this.host.cpus === 1) return
    for (let queue = from; queue.entity >= 0; queue = queue.parent as Q) this.update(queue)
  }

  private update(queue: Q): void {
    const { entity } = queue
    const group = Math.floor(entity / this.host.cpus)
    const average = this.loadAvg(queue)
    const delta = average - this.added[entity]!
    // The sum over CPUs follows only larger changes, which keeps it cheap on a real machine.
    if (Math.abs(delta) > this.added[entity]! / 64) {
      this.groupLoad[group]! += delta
      this.added[entity] = average
    }
    if (queue.count === 0 || queue.throttled) return
    const shares = this.shares[group]!
    const load = Math.max(queue.totalWeight(), average)
    const total = this.groupLoad[group]! - this.added[entity]! + load
    const weight = Math.max(MIN_SHARES, Math.min(shares, Math.floor((shares * load) / total)))
    if (weight !== this.entities.weight[entity])
      this.reweight(queue.parent as Q, entity, weight, inverseOfSum(weight))
  }
}
