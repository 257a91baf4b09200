// How readers of input speak: suggestions for misspelt words, lists, and snippets of what was found.
// Kept in one place so that every message reads alike.

/** Longer words are not compared; nobody misspells a name of this length by one letter. */
const LONGEST_COMPARED = 60

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  const width = b.length + 1
  let beforePrevious = new Array<number>(width).fill(0)
  let previous = Array.from({ length: width }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(width).fill(i)
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(replace, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforePrevious[j - 2] ?? 0) + 1)
      }
      row[j] = best
    }
    beforePrevious = previous
    previous = row
  }
  return previous[b.length] ?? 0
}

/** Letters and digits only, lower case: so `base_slice` finds `baseSlice`. */
const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The candidate that `word` was probably meant to be; null where none is close. Ties: the first listed. */
export function suggest(word: string, candidates: readonly string[]): string | null {
  if (word.length === 0 || word.length > LONGEST_COMPARED) return null
  const wanted = plain(word)
  let best: string | null = null
  let bestDistance = Infinity
  for (const candidate of candidates) {
    const other = plain(candidate)
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3))
    // Each letter more is an edit at least; most words are told apart by that.
    if (Math.abs(wanted.length - other.length) > allowed) continue
    const distance = editDistance(wanted, other)
    // A short word can be "near" to anything: at least half of it has to be right.
    if (distance <= allowed && distance * 2 <= Math.max(wanted.length, 1) && distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** `a, b and c`; long lists end in how many more there are. */
export function listWords(words: readonly string[], most = 40): string {
  if (words.length > most) return `${words.slice(0, most).join(', ')} and ${words.length - most} more`
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1] ?? ''}`
}

/** `"text"` for a message: control characters and changes of writing direction made visible, long text cut. */
export function quote(text: string, longest = 40): string {
  const points = Array.from(text.slice(0, longest * 2))
  const cut = points.length > longest || text.length > longest * 2
  const shown = (cut ? points.slice(0, longest).join('') + '…' : text).replace(
    // eslint-disable-next-line no-control-regex -- control characters are what this makes visible
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/gu,
    '\ufffd',
  )
  return `"${shown}"`
}

/** What a JSON value is, for `… is a number where text is due`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'a number'
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      return 'an object'
    default:
      return 'missing'
  }
}
