// Seed by seed: a marker per seed at its ratio to the baseline, a bar over the interval of the mean, a line at 1.
import { buildAxis, buildBase, type ChartOption } from '../chart-option'
import type { ChartTheme, ChartVariant } from '../chart-theme'
import { buildLinearTicks } from '../linear-ticks'
import { buildMarkerSymbol } from '../marker-symbol'
import type { PairedRatios } from './paired-ratios'

export const seedMargins = { right: 22, top: 4, bottom: 22 } as const

/** Markers lie on a fixed pattern around the middle of their row, px, so that equal values do not hide each other. */
const SPREAD = [0, -8, 8, -4, 4, -12, 12]

/** `rows` from top to bottom; `variants` are those of the experiment, by index. */
export function buildSeedsOption(
  rows: readonly PairedRatios[],
  variants: readonly ChartVariant[],
  theme: ChartTheme,
  size: { readonly left: number; readonly width: number },
): ChartOption {
  const values = rows.flatMap((row) => [...row.pairs.map((pair) => pair.ratio), ...(row.ci95 ?? [])])
  const most = Math.max(2, Math.min(8, Math.floor((size.width - size.left) / 72)))
  const low = values.reduce((a, b) => Math.min(a, b), 1)
  const high = values.reduce((a, b) => Math.max(a, b), 1)
  const ticks = high > low ? buildLinearTicks(Math.max(0, low), high, most) : [0.9, 1, 1.1]
  const range = { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 2 }
  const label = (at: number): string => (at === 1 ? '1 = baseline' : `×${at}`)
  return {
    ...buildBase(theme, { ...seedMargins, left: size.left }),
    xAxis: buildAxis(
      theme,
      range,
      ticks.map((at) => ({ at, label: label(at) })),
      8,
    ),
    yAxis: { type: 'value', inverse: true, min: 0, max: rows.length, show: false },
    series: [
      {
        type: 'line',
        data: [
          [1, 0],
          [1, rows.length],
        ],
        showSymbol: false,
        silent: true,
        lineStyle: { color: theme.zero, width: 1 },
      },
      ...rows.flatMap((row, index) => {
        const variant = variants[row.variant]
        return variant === undefined ? [] : buildRow(row, index + 0.5, variant, theme)
      }),
    ],
  }
}

function buildRow(row: PairedRatios, y: number, variant: ChartVariant, theme: ChartTheme) {
  const { symbolSize, symbolOffset, ...marker } = buildMarkerSymbol(variant, 2.6, theme)
  const still = { silent: true, clip: false }
  return [
    {
      type: 'line' as const,
      data: row.ci95?.map((bound) => [bound, y]) ?? [],
      showSymbol: false,
      lineStyle: {
        color: variant.color,
        width: 12,
        opacity: 0.28,
        cap: 'butt' as const,
        type: 'solid' as const,
      },
      ...still,
    },
    {
      type: 'scatter' as const,
      data: row.ratio === null ? [] : [[row.ratio, y]],
      symbol: 'rect',
      symbolSize: [2, 18],
      itemStyle: { color: variant.color },
      ...still,
    },
    {
      type: 'scatter' as const,
      data: row.pairs.map((pair, index) => ({
        value: [pair.ratio, y],
        symbolOffset: [symbolOffset[0], symbolOffset[1] + (SPREAD[index % SPREAD.length] ?? 0)],
      })),
      ...marker,
      symbolSize: [...symbolSize],
      ...still,
    },
  ]
}
