// Tunables that the kernel scales by the number of CPUs (fair.c get_update_sysctl_factor).

/** Factor of `scaling`: none 1, log 1 + floor(log2(min(cpus, 8))), linear min(cpus, 8). */
export function scalingFactor(scaling: string, cpus: number): number {
  const counted = Math.min(cpus, 8)
  if (scaling === 'none') return 1
  return scaling === 'linear' ? counted : 1 + Math.floor(Math.log2(counted))
}

/** Length of a tick in ns. */
export const tickLengthNs = (hz: number): number => Math.round(1e9 / hz)
