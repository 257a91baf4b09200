// Search in the palette: every word of the query must occur; starts of words count more. Pure.

export interface Found<T> {
  readonly item: T
  /** Parts of the text, in order, with what the query met marked. */
  readonly parts: readonly { readonly text: string; readonly hit: boolean }[]
}

function splitParts(text: string, ranges: readonly (readonly [number, number])[]): Found<unknown>['parts'] {
  const parts: { text: string; hit: boolean }[] = []
  let at = 0
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (start < at) continue
    if (start > at) parts.push({ text: text.slice(at, start), hit: false })
    parts.push({ text: text.slice(start, end), hit: true })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false })
  return parts
}

/** Items whose text has all words of the query, best first; an empty query keeps all in order. */
export function searchItems<T>(items: readonly T[], textOf: (item: T) => string, query: string): Found<T>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const scored: { found: Found<T>; score: number }[] = []
  for (const item of items) {
    const text = textOf(item)
    const lower = text.toLowerCase()
    let score = 0
    const ranges: [number, number][] = []
    for (const word of words) {
      const at = lower.indexOf(word)
      if (at < 0) {
        score = -1
        break
      }
      const startsWord = at === 0 || /[^a-z0-9]/.test(lower.charAt(at - 1))
      score += (startsWord ? 10 : 1) + (at === 0 ? 5 : 0)
      ranges.push([at, at + word.length])
    }
    if (score >= 0) scored.push({ found: { item, parts: splitParts(text, ranges) }, score })
  }
  return scored.sort((a, b) => b.score - a.score).map((one) => one.found)
}
