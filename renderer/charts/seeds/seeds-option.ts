// Seed by seed: a marker per seed at its ratio to the baseline, a bar over the interval of the mean, a line at 1.
import { buildAxis, buildBase, type ChartOption } from '../chart-option'
import type { ChartTheme, ChartVariant } from '../chart-theme'
import { buildMarkerSymbol } from '../marker-symbol'
import type { PairedRatios } from './paired-ratios'
import { buildRatioAxis, type RatioAxis } from './ratio-axis'

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
  const most = Math.max(2, Math.min(8, Math.floor((size.width - size.left) / 72)))
  const axis = buildRatioAxis(
    rows.flatMap((row) => [...row.pairs.map((pair) => pair.ratio), ...(row.ci95 ?? [])]),
    most,
  )
  const one = axis.place(1)
  return {
    ...buildBase(theme, { ...seedMargins, left: size.left }),
    xAxis: buildAxis(theme, { min: axis.min, max: axis.max }, axis.ticks, 8),
    yAxis: { type: 'value', inverse: true, min: 0, max: rows.length, show: false },
    series: [
      {
        type: 'line',
        data: [
          [one, 0],
          [one, rows.length],
        ],
        showSymbol: false,
        silent: true,
        lineStyle: { color: theme.zero, width: 1 },
      },
      ...rows.flatMap((row, index) => {
        const variant = variants[row.variant]
        return variant === undefined ? [] : buildRow(row, index + 0.5, variant, axis.place, theme)
      }),
    ],
  }
}

function buildRow(
  row: PairedRatios,
  y: number,
  variant: ChartVariant,
  place: RatioAxis['place'],
  theme: ChartTheme,
) {
  const { symbolSize, symbolOffset, ...marker } = buildMarkerSymbol(variant, 2.6, theme)
  const still = { silent: true, clip: false }
  return [
    {
      type: 'line' as const,
      data: row.ci95?.map((bound) => [place(bound), y]) ?? [],
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
      data: row.ratio === null ? [] : [[place(row.ratio), y]],
      symbol: 'rect',
      symbolSize: [2, 18],
      itemStyle: { color: variant.color },
      ...still,
    },
    {
      type: 'scatter' as const,
      data: row.pairs.map((pair, index) => ({
        value: [place(pair.ratio), y],
        symbolOffset: [symbolOffset[0], symbolOffset[1] + (SPREAD[index % SPREAD.length] ?? 0)],
      })),
      ...marker,
      symbolSize: [...symbolSize],
      ...still,
    },
  ]
}
