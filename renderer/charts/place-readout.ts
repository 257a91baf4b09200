// Where a box of values may lie on a plot of rising lines without covering one of them.

/** A stretch of the plot's width that lines pass, as fractions of it. */
export type Span = readonly [from: number, to: number]

export interface Place {
  readonly side: 'top' | 'bottom'
  /** Left edge as a fraction of the plot's width. */
  readonly left: number
}

/**
 * The leftmost free stretch of at least `width` at the top, else the rightmost at the bottom, else the top left corner.
 * `top` and `bottom` are what lines pass within the height of the box there.
 */
export function placeReadout(top: readonly Span[], bottom: readonly Span[], width: number): Place {
  const free = gaps(top).find(([from, to]) => to - from >= width)
  if (free) return { side: 'top', left: free[0] }
  const below = gaps(bottom).filter(([from, to]) => to - from >= width)
  const last = below.at(-1)
  return last ? { side: 'bottom', left: last[1] - width } : { side: 'top', left: 0 }
}

/** What is left of 0..1. */
function gaps(spans: readonly Span[]): readonly Span[] {
  const free: Span[] = []
  let reached = 0
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (from > reached) free.push([reached, from])
    reached = Math.max(reached, to)
  }
  return reached < 1 ? [...free, [reached, 1]] : free
}
