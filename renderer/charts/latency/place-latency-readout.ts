// Which part of the plot the distributions leave free for the box of values.
import { placeReadout, type Place, type Span } from '../place-readout'
import { quantileNs, type Distribution } from './distribution'
import { fromFractionAxis, type FractionAxis } from './fraction-axis'
import { toAxis, type TimeAxis } from './time-axis'

/** Lengths in px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Where a box of the size `box` goes in a plot of the size `plot`. */
export function placeLatencyReadout(
  distributions: readonly Distribution[],
  axes: { readonly time: TimeAxis; readonly fraction: FractionAxis },
  plot: Size,
  box: Size,
): Place {
  const { time, fraction } = axes
  const tall = Math.min(1, box.height / Math.max(1, plot.height))
  const at = (place: number): number => fromFractionAxis(place * fraction.max, fraction.scale)
  const low = Math.log10(time.lowNs)
  const range = Math.log10(time.highNs) - low
  const x = (ns: number): number => (toAxis(ns, time) - low) / range
  const margin = 8 / Math.max(1, plot.width)
  const spanOf = (distribution: Distribution, from: number, to: number): Span[] => {
    const left = quantileNs(distribution, at(from))
    const right = quantileNs(distribution, at(to)) ?? distribution.maxNs
    return left === null || right === null ? [] : [[x(left) - margin, x(right) + margin]]
  }
  return placeReadout(
    distributions.flatMap((distribution) => spanOf(distribution, 1 - tall, 1)),
    distributions.flatMap((distribution) => spanOf(distribution, 0, tall)),
    box.width / Math.max(1, plot.width),
  )
}
