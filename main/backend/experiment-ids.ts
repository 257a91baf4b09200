// Ids of experiments: ULIDs in lower case, so that they sort by the time of their making, also within one ms.
import { randomBytes } from 'node:crypto'
import type { ExperimentId } from '../../contract/ids'

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_DIGITS = 16

/** A generator of its own order. */
export function createIdSource(): (nowMs: number) => ExperimentId {
  let lastMs = -1
  let random: number[] = []
  return (nowMs) => {
    if (nowMs > lastMs) {
      lastMs = nowMs
      random = Array.from(randomBytes(RANDOM_DIGITS), (byte) => byte % 32)
    } else increment(random)
    let time = ''
    for (let rest = lastMs, i = 0; i < TIME_DIGITS; i++, rest = Math.floor(rest / 32)) {
      time = `${DIGITS[rest % 32] ?? ''}${time}`
    }
    return `exp_${time}${random.map((digit) => DIGITS[digit]).join('')}`
  }
}

function increment(digits: number[]): void {
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = ((digits[i] ?? 0) + 1) % 32
    digits[i] = digit
    if (digit !== 0) return
  }
}
