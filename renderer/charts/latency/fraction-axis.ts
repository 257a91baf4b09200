// The axis of shares of measurements: linear, or with a logarithmic tail that gives each further nine equal room.

export type FractionScale = 'linear' | 'tail'

export interface FractionAxis {
  readonly scale: FractionScale
  /** In axis units: percent, or nines. */
  readonly max: number
  readonly ticks: readonly { readonly at: number; readonly label: string }[]
}

const tailTicks = [
  { fraction: 0, label: '0 %' },
  { fraction: 0.5, label: '50' },
  { fraction: 0.9, label: '90' },
  { fraction: 0.99, label: '99' },
  { fraction: 0.999, label: '99.9' },
  { fraction: 0.9999, label: '99.99' },
] as const

/** Quantiles that carry a marker. */
export const markedFractions: readonly number[] = [0.5, 0.9, 0.99, 0.999, 0.9999]

/** The tail goes as far as `count` measurements can show, at least to 99 and at most to 99.99 %. */
export function buildFractionAxis(scale: FractionScale, count: number): FractionAxis {
  if (scale === 'linear') {
    return {
      scale,
      max: 100,
      ticks: [0, 25, 50, 75, 100].map((at) => ({ at, label: at === 0 ? '0 %' : String(at) })),
    }
  }
  const max = Math.min(4, Math.max(2, Math.ceil(Math.log10(Math.max(count, 1)) - 1e-9)))
  const ticks = tailTicks
    .map(({ fraction, label }) => ({ at: Number((-Math.log10(1 - fraction)).toFixed(9)) + 0, label }))
    .filter((tick) => tick.at <= max + 1e-9)
  return { scale, max, ticks }
}

/** Place of a fraction on the axis; the maximum of `count` measurements stands half of one
 * measurement below 100 %. */
export function toFractionAxis(fraction: number, scale: FractionScale, count: number): number {
  if (scale === 'linear') return fraction * 100
  return fraction >= 1 ? Math.log10(2 * count) : -Math.log10(1 - fraction) + 0
}

/** The fraction at a place of the axis. */
export function fromFractionAxis(at: number, scale: FractionScale): number {
  return scale === 'linear' ? Math.min(1, Math.max(0, at / 100)) : Math.max(0, 1 - 10 ** -at)
}

/** 0.99 as "99 %", 0.9987 as "99.87 %": as many digits as the distance to 100 % needs. */
export function formatFraction(fraction: number): string {
  if (fraction >= 1) return '100 %'
  const decimals = Math.min(3, Math.max(0, Math.ceil(-Math.log10(1 - fraction) - 1e-6) - 1))
  const text = (fraction * 100).toFixed(decimals)
  return `${text.includes('.') ? text.replace(/\.?0+$/, '') : text} %`
}
