// A policy's marker as an ECharts symbol. ECharts fits a path into a box, so the box is measured from the path;
// otherwise a triangle would sit too low and a diamond would look too small.
import { markerPath } from '../theme'
import type { ChartTheme, ChartVariant } from './chart-theme'

export interface MarkerSymbol {
  readonly symbol: string
  readonly symbolSize: readonly [number, number]
  readonly symbolOffset: readonly [number, number]
  readonly itemStyle: { readonly color: string; readonly borderColor: string; readonly borderWidth: number }
}

/** Symbol of a variant; `radius` is that of the circle, `shift` moves it down, both in px. */
export function buildMarkerSymbol(
  variant: ChartVariant,
  radius: number,
  theme: ChartTheme,
  shift = 0,
): MarkerSymbol {
  const itemStyle = {
    color: variant.hollow ? theme.surface : variant.color,
    borderColor: variant.color,
    borderWidth: 1.4,
  }
  if (variant.marker === 'circle') {
    return { symbol: 'circle', symbolSize: [2 * radius, 2 * radius], symbolOffset: [0, shift], itemStyle }
  }
  const path = markerPath(variant.marker, radius)
  const corners = path.match(/-?[\d.]+ -?[\d.]+/g)?.map((pair) => pair.split(' ').map(Number)) ?? []
  const [left, right] = extent(corners.map((corner) => corner[0] ?? 0))
  const [top, bottom] = extent(corners.map((corner) => corner[1] ?? 0))
  return {
    symbol: `path://${path}`,
    symbolSize: [right - left, bottom - top],
    symbolOffset: [(left + right) / 2, (top + bottom) / 2 + shift],
    itemStyle,
  }
}

function extent(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}
