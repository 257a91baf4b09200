// What differs between the kernel versions that this policy models, and the settings that a queue works with.
import type { ParamValues } from '../../model/run-spec'

export const kernels = ['6.12', '6.12-stable', '6.15', '6.18'] as const
export type Kernel = (typeof kernels)[number]

export interface Profile {
  /** Base slice before scaling by the number of CPUs, ns. */
  readonly normalisedBaseSliceNs: number
  /** How a fresh pick is protected: while its deadline is unchanged (`stash`), or up to a virtual time (`point`). */
  readonly protection: 'stash' | 'point'
  /** In the wake-up check, a delayed sleeper that wins is dequeued and the pick repeated; else the wakee has lost. */
  readonly finishesDelayedAtWakeup: boolean
}

const stash = { protection: 'stash', finishesDelayedAtWakeup: false } as const
const profiles: Record<Kernel, Profile> = {
  '6.12': { normalisedBaseSliceNs: 750_000, ...stash },
  '6.12-stable': { normalisedBaseSliceNs: 700_000, ...stash },
  '6.15': { normalisedBaseSliceNs: 700_000, ...stash },
  '6.18': { normalisedBaseSliceNs: 700_000, protection: 'point', finishesDelayedAtWakeup: true },
}

export const profileOf = (kernel: string): Profile => profiles[kernel as Kernel]

/** Everything that the rules of one queue depend on. */
export interface EevdfSettings extends Profile {
  readonly baseSliceNs: number
  readonly tickNs: number
  readonly runToParity: boolean
  readonly eligibility: boolean
  readonly placeLag: boolean
  readonly placeDeadlineInitial: boolean
  readonly placeRelDeadline: boolean
  readonly preemptShort: boolean
  readonly delayDequeue: boolean
  readonly delayZero: boolean
  readonly wakeupPreemption: boolean
}

/** Settings from resolved parameters. */
export function settingsOf(params: ParamValues, tickNs: number): EevdfSettings {
  const flag = (name: string): boolean => params[name] === true
  return {
    ...profileOf(String(params['kernel'])),
    baseSliceNs: Number(params['baseSlice']),
    tickNs,
    runToParity: flag('runToParity'),
    eligibility: flag('eligibility'),
    placeLag: flag('placeLag'),
    placeDeadlineInitial: flag('placeDeadlineInitial'),
    placeRelDeadline: flag('placeRelDeadline'),
    preemptShort: flag('preemptShort'),
    delayDequeue: flag('delayDequeue'),
    delayZero: flag('delayZero'),
    wakeupPreemption: flag('wakeupPreemption'),
  }
}
