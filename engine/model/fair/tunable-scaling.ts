// Tunables that the kernel scales by the number of CPUs (fair.c get_update_sysctl_factor, tunable_scaling = log).

/** 1 + floor(log2(min(cpus, 8))): 1, 2, 3 or 4. */
export function logScalingFactor(cpus: number): number {
  return 1 + Math.floor(Math.log2(Math.min(cpus, 8)))
}

/** Length of a tick in ns. */
export const tickLengthNs = (hz: number): number => Math.round(1e9 / hz)
