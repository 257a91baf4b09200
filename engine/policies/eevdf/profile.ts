// What differs between the kernel versions that this policy models, and the settings that a queue works with.
import type { FairOptions } from '../../model/fair/fair-class'
import { multiCpuSettingsOf } from '../../model/fair/multi-cpu-params'
import type { ParamValues } from '../../model/run-spec'

export const kernels = ['6.6-rc', '6.6', '6.8', '6.12', '6.12-stable', '6.15', '6.18', '7.0'] as const
export type Kernel = (typeof kernels)[number]

/** The study of rescheduling an ineligible current task: patches against 6.6 to 6.11, and what 6.12 took from them. */
export const ineligibleReschedChoices = ['off', 'v1', 'v2', 'v3', 'upstream'] as const
export type IneligibleResched = (typeof ineligibleReschedChoices)[number]

export interface Profile {
  /** Base slice before scaling by the number of CPUs, ns. */
  readonly normalisedBaseSliceNs: number
  /**
   * How the eligible entity with the earliest deadline is found: by definition (6.8 and later), in a tree by virtual
   * run time (6.6, differs in ties), or in that tree with the search that forgets branches (6.6-rc1 to rc5).
   */
  readonly search: 'definition' | 'tree' | 'tree-defective'
  /** How a fresh pick is protected: while its deadline is unchanged (`stash`), or up to a virtual time (`point`). */
  readonly protection: 'stash' | 'point'
  /** In the wake-up check, a delayed sleeper that wins is dequeued and the pick repeated; else the wakee has lost. */
  readonly finishesDelayedAtWakeup: boolean
  /** A task may ask for a slice of its own (sched_setattr). */
  readonly hasCustomSlice: boolean
  /** A new task starts with half a request; before 6.12 it is placed a second time, which loses that. */
  readonly forkKeepsHalfRequest: boolean
  /** Bound of saved lag: twice the own request or a tick, or the largest request on the queue and a tick. */
  readonly lagBound: 'own' | 'largest'
  /** What becomes of lag and deadline when the weight changes. */
  readonly reweight: 'keep-vruntime' | 'keep-lag' | 'scale-lag'
  /** Yield pushes the deadline, or moves the virtual run time to it (only if eligible). */
  readonly yields: 'push' | 'forfeit'
  /** New tasks and woken delayed sleepers preempt only by a shorter request. */
  readonly newTasksDoNotPreempt: boolean
  /** A buddy is preferred in the wake-up check too, and may be turned down there (6.19 and later). */
  readonly buddyInPick: boolean
  /** A running task of SCHED_IDLE loses its protection to any other wakee. */
  readonly idleLosesProtection: boolean
  /** PICK_BUDDY says whether a buddy counts; before, NEXT_BUDDY does. */
  readonly hasPickBuddy: boolean
  /** Balancing leaves ineligible tasks where they are, if it can. */
  readonly leavesIneligible: boolean
}

const v66: Profile = {
  normalisedBaseSliceNs: 750_000,
  search: 'tree',
  protection: 'stash',
  finishesDelayedAtWakeup: false,
  hasCustomSlice: false,
  forkKeepsHalfRequest: false,
  lagBound: 'own',
  reweight: 'keep-vruntime',
  yields: 'push',
  newTasksDoNotPreempt: false,
  buddyInPick: false,
  idleLosesProtection: false,
  hasPickBuddy: false,
  leavesIneligible: false,
}
const v68: Profile = { ...v66, search: 'definition', reweight: 'keep-lag' }
const v612: Profile = { ...v68, hasCustomSlice: true, forkKeepsHalfRequest: true, reweight: 'scale-lag' }
const v615: Profile = { ...v612, normalisedBaseSliceNs: 700_000, hasPickBuddy: true }
const v618: Profile = {
  ...v615,
  leavesIneligible: true,
  protection: 'point',
  finishesDelayedAtWakeup: true,
}

const profiles: Record<Kernel, Profile> = {
  '6.6-rc': { ...v66, search: 'tree-defective' },
  '6.6': v66,
  '6.8': v68,
  '6.12': v612,
  '6.12-stable': v615,
  '6.15': { ...v615, leavesIneligible: true },
  '6.18': v618,
  '7.0': {
    ...v618,
    finishesDelayedAtWakeup: false,
    lagBound: 'largest',
    yields: 'forfeit',
    newTasksDoNotPreempt: true,
    buddyInPick: true,
    idleLosesProtection: true,
  },
}

export const profileOf = (kernel: string): Profile => profiles[kernel as Kernel]

/** Kernels from `first` on, in order. */
export const kernelsFrom = (first: Kernel): readonly Kernel[] => kernels.slice(kernels.indexOf(first))

/** Everything that the rules of one queue depend on. */
export interface EevdfSettings extends Profile, FairOptions {
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
  readonly nextBuddy: boolean
  readonly pickBuddy: boolean
  readonly ineligibleResched: IneligibleResched
}

/** Settings from resolved parameters. */
export function settingsOf(params: ParamValues, tickNs: number): EevdfSettings {
  const flag = (name: string): boolean => params[name] === true
  const profile = profileOf(String(params['kernel']))
  const nextBuddy = flag('nextBuddy')
  return {
    ...profile,
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
    nextBuddy,
    pickBuddy: profile.hasPickBuddy ? flag('pickBuddy') : nextBuddy,
    marksWakee: nextBuddy && !profile.buddyInPick ? 'always' : 'never',
    idleGivesWayFirst: profile.protection === 'stash',
    hrtick: flag('hrtick'),
    ...multiCpuSettingsOf(params),
    search: profile.search === 'definition' ? 'definition' : flag('pickFix') ? 'tree' : 'tree-defective',
    doubleTick: flag('doubleTick'),
    bandwidthSliceNs: Number(params['bandwidthSlice']),
    skipsIneligible: profile.leavesIneligible && flag('placeLag'),
    ineligibleResched: ineligibleReschedChoices.find((c) => c === params['ineligibleResched']) ?? 'off',
  }
}
