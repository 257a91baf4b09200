// The box keeps clear of steep and of slow distributions.
import { expect, it } from 'vitest'
import { buildDistribution } from './distribution'
import { buildFractionAxis } from './fraction-axis'
import { placeLatencyReadout } from './place-latency-readout'
import { buildTimeAxis } from './time-axis'

const steep = (ns: number) =>
  buildDistribution({ lowNs: [ns], highNs: [ns + 1], counts: [10_000], sumNs: 1, minNs: ns, maxNs: ns + 1 })
const axes = { time: buildTimeAxis([1e3, 1e7]), fraction: buildFractionAxis('tail', 10_000) }
const plot = { width: 400, height: 300 }
const box = { width: 180, height: 90 }

it('stands at the left where all lines rise at the right', () => {
  expect(placeLatencyReadout([steep(5e6)], axes, plot, box)).toEqual({ side: 'top', left: 0 })
})

it('stands beside a line that rises at the left', () => {
  const place = placeLatencyReadout([steep(6e3), steep(9e6)], axes, plot, box)
  expect(place.side).toBe('top')
  expect(place.left).toBeGreaterThan(0.19)
  expect(place.left + 0.45).toBeLessThan(0.99)
})
