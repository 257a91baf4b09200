// CPU share per task: a row per task, a marker per variant, and a thin line over the spread between variants.
import { buildAxis, buildBase, type ChartOption, type PlotMargins } from '../chart-option'
import type { ChartTheme, ChartVariant } from '../chart-theme'
import { buildLinearTicks } from '../linear-ticks'
import { buildMarkerSymbol } from '../marker-symbol'
import { largest, type TaskShares } from './task-shares'

export const shareMargins = { right: 16, top: 4, bottom: 22 } as const

/** Height of a task's row, px; markers of many variants get a little more. */
export const rowHeight = (variants: number): number => Math.max(20, 8 + variants * 4)

/** Top of the axis in percent of one CPU: round, and the same for all rows, shown or scrolled away. */
export function shareTicks(rows: readonly TaskShares[]): readonly number[] {
  const most = rows.reduce((max, row) => Math.max(max, largest(row)), 0) * 100
  return buildLinearTicks(0, most > 0 ? most : 100)
}

/** `rows` are those in view; `ticks` come from all of them. */
export function buildSharesOption(
  rows: readonly TaskShares[],
  variants: readonly ChartVariant[],
  ticks: readonly number[],
  theme: ChartTheme,
  left: number,
): ChartOption {
  const margins: PlotMargins = { ...shareMargins, left }
  const range = { min: 0, max: ticks.at(-1) ?? 100 }
  const spacing = Math.min(5, (rowHeight(variants.length) - 6) / Math.max(1, variants.length))
  return {
    ...buildBase(theme, margins),
    xAxis: buildAxis(
      theme,
      range,
      ticks.map((at) => ({ at, label: String(at) })),
      8,
    ),
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map((_, index) => String(index)),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { show: false },
    },
    series: [
      buildSpread(rows, theme),
      ...variants
        .map((variant, index) => {
          const shift = (index - (variants.length - 1) / 2) * spacing
          const { symbolSize, symbolOffset, ...rest } = buildMarkerSymbol(variant, 3.3, theme, shift)
          return {
            type: 'scatter' as const,
            data: rows.flatMap((row, at) => {
              const share = row.shares[index]
              return share ? [[share.mean * 100, at]] : []
            }),
            ...rest,
            symbolSize: [...symbolSize],
            symbolOffset: [...symbolOffset],
            clip: false,
            silent: true,
          }
        })
        .reverse(),
    ],
  }
}

/** One line with gaps: from the smallest to the largest mean of each row. */
function buildSpread(rows: readonly TaskShares[], theme: ChartTheme) {
  return {
    type: 'line' as const,
    data: rows.flatMap((row, at) => {
      const means = row.shares.flatMap((share) => (share ? [share.mean * 100] : []))
      return means.length > 1
        ? [
            [Math.min(...means), at],
            [Math.max(...means), at],
            ['-', at],
          ]
        : []
    }),
    showSymbol: false,
    silent: true,
    lineStyle: { color: theme.zero, opacity: 0.6, width: 1 },
  }
}
