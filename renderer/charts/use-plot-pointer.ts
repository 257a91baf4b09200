// Where the pointer is inside a plot, as fractions of it, and how large the plot is. Overlays in HTML follow this,
// so that moving the pointer never redraws a canvas.
import { onScopeDispose, readonly, ref, watch, type Ref } from 'vue'
import type { PlotMargins } from './chart-option'

export interface PlotPoint {
  /** 0 = left, 1 = right. */
  readonly x: number
  /** 0 = bottom, 1 = top. */
  readonly y: number
}

export interface PlotPointer {
  /** Null outside of the plot. */
  readonly point: Readonly<Ref<PlotPoint | null>>
  /** Size of the whole box, px. */
  readonly width: Readonly<Ref<number>>
  readonly height: Readonly<Ref<number>>
  move(event: PointerEvent): void
  leave(): void
}

/** Watches `box` for as long as the calling component lives. */
export function usePlotPointer(box: Readonly<Ref<HTMLElement | null>>, margins: PlotMargins): PlotPointer {
  const point = ref<PlotPoint | null>(null)
  const width = ref(0)
  const height = ref(0)
  const observer = new ResizeObserver(([entry]) => {
    width.value = entry?.contentRect.width ?? 0
    height.value = entry?.contentRect.height ?? 0
  })
  // The box comes and goes with the data: an empty chart has none.
  watch(
    box,
    (now, before) => {
      if (before) observer.unobserve(before)
      if (now) observer.observe(now)
      point.value = null
    },
    { flush: 'post', immediate: true },
  )
  onScopeDispose(() => observer.disconnect())

  function move(event: PointerEvent): void {
    if (box.value === null) return
    const rect = box.value.getBoundingClientRect()
    const x = (event.clientX - rect.left - margins.left) / (rect.width - margins.left - margins.right)
    const y = 1 - (event.clientY - rect.top - margins.top) / (rect.height - margins.top - margins.bottom)
    point.value = x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : null
  }
  return {
    point: readonly(point),
    width: readonly(width),
    height: readonly(height),
    move,
    leave: () => (point.value = null),
  }
}
