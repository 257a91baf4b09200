// Marker shapes as SVG path data around the origin, of about equal visual weight. Charts take the same paths
// ('path://...' symbols), so that a policy looks the same in a table and in a plot.
import type { MarkerShape } from './use-policy-style'

function polygon(corners: number, radius: number, startDegrees = -90): string {
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = ((startDegrees + (i * 360) / corners) * Math.PI) / 180
    return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`
  })
  return `M${points.join('L')}Z`
}

function star(radius: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = ((-90 + i * 36) * Math.PI) / 180
    const reach = i % 2 ? radius * 0.55 : radius * 1.25
    return `${(Math.cos(angle) * reach).toFixed(2)} ${(Math.sin(angle) * reach).toFixed(2)}`
  })
  return `M${points.join('L')}Z`
}

/** A bar cross as an outline (not a stroke), so that it can be filled like the others. */
function plus(radius: number, halfWidth: number, degrees: number): string {
  const r = radius
  const w = halfWidth
  const corners: readonly (readonly [number, number])[] = [
    [-w, -r],
    [w, -r],
    [w, -w],
    [r, -w],
    [r, w],
    [w, w],
    [w, r],
    [-w, r],
    [-w, w],
    [-r, w],
    [-r, -w],
    [-w, -w],
  ]
  const angle = (degrees * Math.PI) / 180
  const turned = corners.map(
    ([x, y]) =>
      `${(x * Math.cos(angle) - y * Math.sin(angle)).toFixed(2)} ${(x * Math.sin(angle) + y * Math.cos(angle)).toFixed(2)}`,
  )
  return `M${turned.join('L')}Z`
}

/** Path data of a marker; `radius` is that of the circle, in px. */
export function markerPath(shape: MarkerShape, radius: number): string {
  const r = radius
  switch (shape) {
    case 'circle':
      return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`
    case 'square':
      return polygon(4, r * 1.22, -45)
    case 'square-turned':
      return polygon(4, r * 1.13, -25)
    case 'triangle':
      return polygon(3, r * 1.22)
    case 'triangle-down':
      return polygon(3, r * 1.22, 90)
    case 'diamond':
      return polygon(4, r * 1.25)
    case 'hexagon':
      return polygon(6, r * 1.1)
    case 'pentagon':
      return polygon(5, r * 1.15)
    case 'plus':
      return plus(r, r * 0.3, 0)
    case 'cross':
      return plus(r * 1.1, r * 0.28, 45)
    case 'star':
      return star(r)
  }
}
