// Distribution of a latency, one line per variant: time to the right (logarithmic), share of the waits upwards.
import { buildAxis, buildBase, type ChartOption, type PlotMargins } from '../chart-option'
import type { ChartTheme, ChartVariant } from '../chart-theme'
import { buildMarkerSymbol } from '../marker-symbol'
import { quantileNs, type Distribution } from './distribution'
import { markedFractions, toFractionAxis, type FractionAxis } from './fraction-axis'
import { toAxis, type TimeAxis } from './time-axis'

export const latencyMargins: PlotMargins = { left: 42, right: 14, top: 8, bottom: 22 }

export interface LatencySeries {
  readonly variant: ChartVariant
  readonly distribution: Distribution
}

/** Range and marks of both axes are built by the caller, since the overlay reads them too. */
export function buildLatencyOption(
  series: readonly LatencySeries[],
  axes: { readonly time: TimeAxis; readonly fraction: FractionAxis },
  theme: ChartTheme,
): ChartOption {
  const { time, fraction } = axes
  const timeTicks = time.ticks.map((tick) => ({ at: Math.log10(tick.ns), label: tick.label }))
  // The first variant, the baseline, is drawn last, so that it lies on top.
  const drawn = [...series].reverse()
  return {
    ...buildBase(theme, latencyMargins),
    xAxis: buildAxis(theme, { min: Math.log10(time.lowNs), max: Math.log10(time.highNs) }, timeTicks, 8),
    yAxis: buildAxis(theme, { min: 0, max: fraction.max }, fraction.ticks, 8),
    series: [
      ...drawn.map((entry) => buildLine(entry, time, fraction)),
      ...drawn.map((entry) => buildMarks(entry, time, fraction, theme)),
    ],
  }
}

function buildLine({ variant, distribution }: LatencySeries, time: TimeAxis, fraction: FractionAxis) {
  return {
    type: 'line' as const,
    name: variant.name,
    data: distribution.points.map((point) => [
      toAxis(point.ns, time),
      toFractionAxis(point.fraction, fraction.scale, distribution.count),
    ]),
    showSymbol: false,
    silent: true,
    lineStyle: {
      color: variant.color,
      width: 1.75,
      type: variant.dash.length === 0 ? ('solid' as const) : [...variant.dash],
    },
  }
}

function buildMarks(
  { variant, distribution }: LatencySeries,
  time: TimeAxis,
  fraction: FractionAxis,
  theme: ChartTheme,
) {
  const { symbolSize, symbolOffset, ...rest } = buildMarkerSymbol(variant, 3.4, theme)
  return {
    type: 'scatter' as const,
    data: markedFractions.flatMap((mark) => {
      const ns = quantileNs(distribution, mark)
      const at = toFractionAxis(mark, fraction.scale, distribution.count)
      return ns === null || at > fraction.max + 1e-9 ? [] : [[toAxis(ns, time), at]]
    }),
    ...rest,
    symbolSize: [...symbolSize],
    symbolOffset: [...symbolOffset],
    clip: false,
    silent: true,
    z: 3,
  }
}
