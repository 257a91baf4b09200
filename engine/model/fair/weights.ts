// Load weights of the fair class and the fixed-point arithmetic that scales time by them, with the kernel's rounding
// (kernel/sched/core.c sched_prio_to_weight, fair.c __calc_delta), in exact integer arithmetic on numbers.

/** Weight of nice -20..19, at index nice + 20. */
export const niceWeights: readonly number[] = [
  88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, 9548, 7620, 6100, 4904, 3906, 3121,
  2501, 1991, 1586, 1277, 1024, 820, 655, 526, 423, 335, 272, 215, 172, 137, 110, 87, 70, 56, 45, 36, 29, 23,
  18, 15,
]

export const NICE_0_WEIGHT = 1024
/** SCHED_IDLE, whatever the nice value. */
export const IDLE_WEIGHT = 3
export const IDLE_INVERSE_WEIGHT = 1431655765

/** 2^32 / weight of nice -20..19 as the kernel's table has it: most are rounded, a few cut off. */
export const niceInverseWeights: readonly number[] = [
  48388, 59856, 76040, 92818, 118348, 147320, 184698, 229616, 287308, 360437, 449829, 563644, 704093, 875809,
  1099582, 1376151, 1717300, 2157191, 2708050, 3363326, 4194304, 5237765, 6557202, 8165337, 10153587,
  12820798, 15790321, 19976592, 24970740, 31350126, 39045157, 49367440, 61356676, 76695844, 95443717,
  119304647, 148102320, 186737708, 238609294, 286331153,
]

/** Inverse of a sum of weights, as the kernel computes it on demand. */
export const inverseOfSum = (weight: number): number => Math.floor(4294967295 / weight)

/**
 * delta * numerator / weight, where `inverse` stands for the weight; truncating as the kernel's 32-bit factor does.
 * `delta` in ns, 0 <= delta < 2^53; exact for every such delta.
 */
export function scaleDelta(delta: number, numerator: number, inverse: number): number {
  const factor = buildFactor(numerator, inverse)
  return applyFactor(delta, factor.mantissa, factor.shift)
}

/** numerator * inverse as a mantissa below 2^32 and the right shift that belongs to it. */
export function buildFactor(numerator: number, inverse: number): { mantissa: number; shift: number } {
  let mantissa = numerator
  let shift = 32
  while (mantissa >= 4294967296) {
    mantissa = Math.floor(mantissa / 2)
    shift--
  }
  // The product of two 32-bit numbers may pass 2^53, so it is shifted down exactly.
  let product = BigInt(mantissa) * BigInt(inverse)
  while (product >> 32n) {
    product >>= 1n
    shift--
  }
  return { mantissa: Number(product), shift }
}

/** 2^n for 0 <= n <= 16: the power operator is slow in the hot path. */
const POWERS = Float64Array.from({ length: 17 }, (_, i) => 2 ** i)

/** floor(delta * mantissa / 2^shift), exact; mantissa < 2^32, 16 <= shift <= 32, delta < 2^53. No allocation below 2^36. */
export function applyFactor(delta: number, mantissa: number, shift: number): number {
  if (delta >= 68719476736) return Number((BigInt(delta) * BigInt(mantissa)) >> BigInt(shift))
  const high = Math.floor(mantissa / 65536)
  const low = mantissa - high * 65536
  return Math.floor((delta * high + Math.floor((delta * low) / 65536)) / POWERS[shift - 16]!)
}

/** Quotient rounded towards minus infinity; exact for |a| < 2^53 and b > 0. */
export function floorDiv(a: number, b: number): number {
  let quotient = Math.floor(a / b)
  const rest = a - quotient * b
  if (rest < 0) quotient--
  else if (rest >= b) quotient++
  return quotient
}

/** Quotient rounded towards zero; exact for |a| < 2^53 and b > 0. */
export const truncDiv = (a: number, b: number): number => (a < 0 ? -floorDiv(-a, b) : floorDiv(a, b))
