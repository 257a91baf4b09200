// Round ticks of a linear axis.

/** Ticks at round steps (1, 2 or 5 times a power of ten) that cover `low` to `high` with at most `most` steps. */
export function buildLinearTicks(low: number, high: number, most = 5): readonly number[] {
  const span = high - low
  if (!(span > 0) || !Number.isFinite(span)) return [low, low + 1]
  const raw = span / most
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw * (1 - 1e-9)) ?? 10)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  // Multiplied, not added up, so that 0.3 does not become 0.30000000000000004.
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}
