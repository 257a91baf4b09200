// EEVDF as a policy: the fair class with queues by virtual deadline.
import type { PolicyHost } from '../../core/policy'
import { FairClass } from '../../model/fair/fair-class'
import { truncDiv } from '../../model/fair/weights'
import type { ParamValues } from '../../model/run-spec'
import { EevdfEntities } from './eevdf-entities'
import { EevdfQueue } from './eevdf-queue'
import { settingsOf, type EevdfSettings } from './profile'

export class Eevdf extends FairClass<EevdfQueue> {
  readonly settings: EevdfSettings
  declare readonly entities: EevdfEntities

  constructor(host: PolicyHost, params: ParamValues) {
    const settings = settingsOf(params, host.tickNs)
    const entities = new EevdfEntities(host.groups.length * host.cpus)
    super(
      host,
      entities,
      settings,
      (cpu, index, entity, parent, depth) =>
        new EevdfQueue(entities, settings, cpu, index, entity, parent, depth),
    )
    this.settings = settings
  }

  /** Kernels before 6.12 know no custom slice and ignore the request. */
  changeSlice(task: number): void {
    this.entities.setSlice(this.first + task, this.settings.hasCustomSlice ? this.host.tasks.slice[task]! : 0)
  }

  reweightAway(e: number, weight: number, inverse: number): void {
    const { entities } = this
    const oldWeight = entities.weight[e]!
    entities.setWeight(e, weight, inverse)
    entities.vlag[e] = truncDiv(entities.vlag[e]! * oldWeight, weight)
  }

  protected override asksBeforeCharge(queue: EevdfQueue): boolean {
    return this.settings.ineligibleResched === 'v1' && queue.studyPatchAsks()
  }

  protected override idleGivesWay(queue: EevdfQueue): void {
    if (this.settings.idleLosesProtection) queue.cancelProtection(queue.current)
  }

  override inheritSlice(queue: EevdfQueue): void {
    if (queue.entity < 0 || !this.settings.hasCustomSlice) return
    const slice = queue.minSlice()
    if (slice !== Infinity) this.hierarchy.parentOf(queue)!.inheritSlice(queue.entity, slice)
  }
}
