// The axis of ratios to a baseline: linear around 1, logarithmic where some lie many times away from the rest.
import { buildLinearTicks } from '../linear-ticks'

export interface RatioAxis {
  readonly min: number
  readonly max: number
  /** Places on the axis with what is written there; 1 is always among them. */
  readonly ticks: readonly { readonly at: number; readonly label: string }[]
  /** Place of a ratio; kept inside. */
  readonly place: (ratio: number) => number
}

/** Beyond this factor between the largest and the smallest ratio a linear axis squeezes most of them together. */
const FAR_APART = 8

/** What lies farther from 1 stands at the edge. */
const FARTHEST = 1e6

/** Axis over all ratios with at most `most` steps. Ratios of 0 or below stand at the left end of a logarithmic axis. */
export function buildRatioAxis(ratios: readonly number[], most: number): RatioAxis {
  const finite = ratios.filter(Number.isFinite)
  const high = finite.reduce((a, b) => Math.max(a, b), 1)
  const low = finite.reduce((a, b) => Math.min(a, b), 1)
  const lowest = finite.filter((ratio) => ratio > 0).reduce((a, b) => Math.min(a, b), 1)
  if (high / lowest >= FAR_APART)
    return logarithmic(Math.max(lowest, 1 / FARTHEST), Math.min(high, FARTHEST), most)
  const ticks = high > low ? buildLinearTicks(Math.max(0, low), high, most) : [0.9, 1, 1.1]
  const min = ticks[0] ?? 0
  const max = ticks.at(-1) ?? 2
  return {
    min,
    max,
    ticks: withOne(ticks).map((at) => ({ at, label: label(at) })),
    place: (ratio) => Math.min(max, Math.max(min, ratio)),
  }
}

function logarithmic(low: number, high: number, most: number): RatioAxis {
  const from = Math.floor(Math.log10(low) + 1e-9)
  const to = Math.ceil(Math.log10(high) - 1e-9)
  const step = Math.max(1, Math.ceil((to - from) / most))
  const powers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const shown = powers.filter((power) => power % step === 0)
  return {
    min: from,
    max: to,
    ticks: shown.map((power) => ({ at: power, label: label(10 ** power) })),
    place: (ratio) => (ratio > 0 ? Math.min(to, Math.max(from, Math.log10(ratio))) : from),
  }
}

/** Steps of 0.3 or so may miss the baseline. */
function withOne(ticks: readonly number[]): readonly number[] {
  return ticks.includes(1) ? ticks : [...ticks, 1].sort((a, b) => a - b)
}

function label(ratio: number): string {
  return ratio === 1
    ? '1 = baseline'
    : `×${Number(ratio.toPrecision(6)).toLocaleString('en-US', { maximumFractionDigits: 6 })}`
}
