// Histograms as compact bytes and back, without loss, and the sum of several.
// Per bucket three variable-length integers: gap to the bucket before, width, count; about 5 bytes instead of 30.
import type { ExperimentDetail } from '../contract/results'
import { NotANumber } from './finite'

export type Histogram = ExperimentDetail['histograms'][number]['wakeup']

/** The buckets alone; sum, minimum and maximum are columns. Throws where they are not ascending whole ns. */
export function encodeBuckets(histogram: Histogram): Uint8Array {
  const bytes: number[] = []
  const write = (value: number): void => {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new NotANumber(
        `The engine gave a histogram bucket with ${String(value)}, which is no whole number.`,
      )
    }
    let rest = value
    while (rest >= 128) {
      bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    bytes.push(rest)
  }
  let before = 0
  histogram.lowNs.forEach((low, i) => {
    write(low - before)
    write((histogram.highNs[i] ?? NaN) - low)
    write(histogram.counts[i] ?? NaN)
    before = low
  })
  return Uint8Array.from(bytes)
}

export function decodeBuckets(bytes: Uint8Array): Pick<Histogram, 'lowNs' | 'highNs' | 'counts'> {
  const lowNs: number[] = []
  const highNs: number[] = []
  const counts: number[] = []
  let at = 0
  const read = (): number => {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('a stored histogram ends too early')
      value += (byte % 128) * scale
      if (byte < 128) return value
      scale *= 128
    }
  }
  let low = 0
  while (at < bytes.length) {
    low += read()
    lowNs.push(low)
    highNs.push(low + read())
    counts.push(read())
  }
  return { lowNs, highNs, counts }
}

/** Adds histograms of one bucket layout; buckets are the same where their lower ends are. */
export function buildMergedHistogram(parts: readonly Histogram[]): Histogram {
  const buckets = new Map<number, { high: number; count: number }>()
  let sumNs = 0
  let minNs: number | null = null
  let maxNs: number | null = null
  for (const part of parts) {
    part.lowNs.forEach((low, i) => {
      const bucket = buckets.get(low)
      const count = part.counts[i] ?? 0
      if (bucket === undefined) buckets.set(low, { high: part.highNs[i] ?? low, count })
      else bucket.count += count
    })
    sumNs += part.sumNs
    if (part.minNs !== null) minNs = minNs === null ? part.minNs : Math.min(minNs, part.minNs)
    if (part.maxNs !== null) maxNs = maxNs === null ? part.maxNs : Math.max(maxNs, part.maxNs)
  }
  const sorted = [...buckets].sort(([a], [b]) => a - b)
  return {
    lowNs: sorted.map(([low]) => low),
    highNs: sorted.map(([, bucket]) => bucket.high),
    counts: sorted.map(([, bucket]) => bucket.count),
    sumNs,
    minNs,
    maxNs,
  }
}
