// Presets of what a machine charges for scheduling. Each number's source stands beside it.
import type { MachineCosts } from './run-spec'

/** Nothing costs anything: the policy alone decides. */
export const idealCosts: MachineCosts = {
  contextSwitchNs: 0,
  tickNs: 0,
  timerInterruptNs: 0,
  timerDelayNs: [0, 0],
  pastTimerNs: 0,
  preemptDelayNs: [0, 0],
  idleExitDelayNs: [0, 0],
  callPreemptDelayNs: [0, 0],
  callNs: 0,
  tickPreemptDelayNs: [0, 0],
  burstScale: 0,
  burstScaleJitter: 0,
  burstExtraNs: 0,
  disturbancePerMs: 0,
  disturbanceMaxNs: 0,
  kernelThreadsPerSecond: 0,
  kernelThreadRunNs: [0, 0],
  startJitterNs: 0,
}

/** An undisturbed machine: schedules of Linux 6.12 recorded where the clock counts instructions. */
export const quietCosts: MachineCosts = {
  contextSwitchNs: 1_000, // chosen; the recordings do not tell it from the delays below
  tickNs: 2_000, // chosen, within "a burst of r takes 1.002 r"
  timerInterruptNs: 2_000, // chosen, as above
  timerDelayNs: [0, 0],
  pastTimerNs: 7_000, // recorded: asleep for 7 or 8 us although the time had passed
  preemptDelayNs: [5_000, 6_000], // recorded: wake-up to switch 5 or 6 us
  idleExitDelayNs: [5_000, 6_000], // recorded: as above
  callPreemptDelayNs: [8_000, 8_000], // recorded: inside a system call 8 us
  callNs: 3_000, // taken from the traced virtual machine
  tickPreemptDelayNs: [9_000, 11_000], // recorded: tick to switch about 10 us
  burstScale: 0.002, // recorded: a burst of r takes r * 1.002 + 5 to 10 us
  burstScaleJitter: 0,
  burstExtraNs: 7_500,
  disturbancePerMs: 0, // recorded: no disturbance from outside is possible there
  disturbanceMaxNs: 0,
  kernelThreadsPerSecond: 5, // recorded: 4.6 to 6.0 per second, nearly all at ticks
  kernelThreadRunNs: [8_000, 16_000], // recorded: median 11 us, 95 % below 25 us
  startJitterNs: 30_000, // recorded: tasks with one start are woken within some 10 us of each other
}

/** A virtual machine under a trace: schedules of Linux 6.18 recorded on two virtual CPUs. */
export const tracedVmCosts: MachineCosts = {
  contextSwitchNs: 2_000, // fitted: 2 us, charged to the incoming task
  tickNs: 4_000, // fitted: one timer or tick interrupt steals 4 us
  timerInterruptNs: 4_000,
  timerDelayNs: [6_000, 10_000], // recorded: timer expiry to wake-up
  pastTimerNs: 0, // recorded: it never sleeps
  preemptDelayNs: [9_000, 20_000], // recorded: wake-up to switch where the wakee preempts, median 13 us
  idleExitDelayNs: [12_000, 29_000], // recorded: wake-up to switch from idle, median 19 us
  callPreemptDelayNs: [2_300, 4_700], // recorded: wake-up inside a system call to switch, median 3 us
  callNs: 3_000, // fitted: pipe write and read together about 6 us per burst
  tickPreemptDelayNs: [1_000, 9_000], // recorded: tick to switch about 5 us, jitter 4 us
  burstScale: 0.018, // fitted: a burst of r needs r * (1.018 +- 0.006) + 2.5 us
  burstScaleJitter: 0.006,
  burstExtraNs: 2_500,
  disturbancePerMs: 0.02, // fitted: with probability 0.02 per ms of burst a hit of up to 0.4 ms
  disturbanceMaxNs: 400_000,
  kernelThreadsPerSecond: 2.3, // recorded: 2.0 to 2.7 per second, nearly all at ticks
  kernelThreadRunNs: [8_000, 18_000], // recorded: median 12 us
  startJitterNs: 30_000, // recorded: tasks with one start are woken within some 10 us of each other
}

/** Two emulated CPUs on two real ones at once, time stretched: Linux 6.12 and 6.1 recorded there. */
export const emulatedParallelCosts: MachineCosts = {
  contextSwitchNs: 2_000, // chosen, as in the traced virtual machine; the burst's extra has the rest
  tickNs: 30_000, // recorded: one wake-up or tick costs 20 to 40 us
  timerInterruptNs: 30_000, // recorded: as above
  timerDelayNs: [0, 0], // chosen: a constant delay changes nothing
  pastTimerNs: 18_000, // recorded: few, 16 us and more
  preemptDelayNs: [15_000, 25_000], // recorded: wake-up to switch about 20 us
  idleExitDelayNs: [15_000, 25_000], // recorded: as above
  callPreemptDelayNs: [15_000, 25_000], // chosen, as above: none was recorded
  callNs: 20_000, // chosen: the least that a wake-up costs there
  tickPreemptDelayNs: [15_000, 25_000], // chosen: none was recorded
  burstScale: 0.05, // recorded: a burst of r takes about r * 1.05 + 50 us
  burstScaleJitter: 0.04, // recorded: nine in ten bursts lie between r * 1.02 and r * 1.12, plus some 40 us
  burstExtraNs: 50_000,
  disturbancePerMs: 0, // the host did next to nothing else
  disturbanceMaxNs: 0,
  kernelThreadsPerSecond: 5, // as on one CPU
  kernelThreadRunNs: [8_000, 16_000],
  startJitterNs: 30_000, // as in the others
}

export const costPresets = {
  ideal: idealCosts,
  quiet: quietCosts,
  'traced-vm': tracedVmCosts,
  'emulated-parallel': emulatedParallelCosts,
} as const
export type CostPreset = keyof typeof costPresets
