// The option type of our charts, composed of the parts that ChartCanvas registers, and what all options share.
import type { LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type { GridComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import type { ChartTheme } from './chart-theme'

export type ChartOption = ComposeOption<LineSeriesOption | ScatterSeriesOption | GridComponentOption>

/** Distances of the plot from the edges of its box, px. Overlays compute with the same numbers. */
export interface PlotMargins {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** No motion on data, the product's typeface, and a plot at fixed margins. */
export function buildBase(theme: ChartTheme, margins: PlotMargins): ChartOption {
  return {
    animation: false,
    textStyle: { fontFamily: theme.font, fontSize: 11, color: theme.text3 },
    // Without outer bounds the plot stays where the overlays expect it, however long the labels are.
    grid: { ...margins, outerBoundsMode: 'none' },
  }
}

/** A value axis from `min` to `max` with exactly these ticks, grid lines at them, and no line of its own. */
export function buildAxis(
  theme: ChartTheme,
  range: { readonly min: number; readonly max: number },
  ticks: readonly { readonly at: number; readonly label: string }[],
  margin: number,
) {
  const customValues = ticks.map((tick) => tick.at)
  const nearest = (value: number): string =>
    ticks.find((tick) => Math.abs(tick.at - value) < 1e-9)?.label ?? ''
  return {
    type: 'value' as const,
    ...range,
    axisLine: { show: false },
    axisTick: { show: false, customValues },
    axisLabel: {
      customValues,
      formatter: nearest,
      color: theme.text3,
      fontSize: 11,
      margin,
      hideOverlap: true,
      alignMaxLabel: 'right' as const,
    },
    splitLine: { show: true, lineStyle: { color: theme.grid, width: 1 } },
  }
}
