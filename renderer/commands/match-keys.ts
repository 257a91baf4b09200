// From key presses to written keys: which command a press means, with sequences such as 'G L' and silence while typing.

/** What of a KeyboardEvent counts. */
export interface KeyPress {
  readonly key: string
  readonly mod: boolean
  readonly shift: boolean
  readonly alt: boolean
}

const NAMES: Readonly<Record<string, string>> = { ' ': 'Space', Esc: 'Escape', Del: 'Delete' }

/** A press in the table's spelling: 'Mod+Shift+L', 'J', '?', 'Escape'. Null for a lone modifier. */
export function writtenKey(press: KeyPress): string | null {
  if (['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead', 'Process'].includes(press.key)) return null
  const named = NAMES[press.key] ?? press.key
  const isLetter = /^[a-z]$/i.test(named)
  const key = isLetter ? named.toUpperCase() : named
  // '?' needs Shift on most layouts and is written without; a shifted letter or named key says so.
  const says = press.shift && (isLetter || named.length > 1)
  return `${press.mod ? 'Mod+' : ''}${says ? 'Shift+' : ''}${press.alt ? 'Alt+' : ''}${key}`
}

export interface KeyRow {
  readonly id: string
  readonly keys: readonly string[]
}

export interface KeyMatcher {
  /** Ids that this press completes, given what was pressed before; empty where none. */
  press(written: string, atMs: number): readonly string[]
}

const SEQUENCE_MS = 1200

/** Remembers the first key of a sequence for a moment. */
export function createKeyMatcher(rows: readonly KeyRow[]): KeyMatcher {
  const byKeys = new Map<string, string[]>()
  const starts = new Set<string>()
  for (const row of rows) {
    for (const keys of row.keys) {
      byKeys.set(keys, [...(byKeys.get(keys) ?? []), row.id])
      const [first, second] = keys.split(' ')
      if (second !== undefined && first !== undefined) starts.add(first)
    }
  }
  let pending: { key: string; atMs: number } | null = null
  return {
    press(written, atMs) {
      const before = pending !== null && atMs - pending.atMs <= SEQUENCE_MS ? pending.key : null
      pending = null
      if (before !== null) {
        const both = byKeys.get(`${before} ${written}`)
        if (both !== undefined) return both
      }
      if (starts.has(written)) pending = { key: written, atMs }
      return byKeys.get(written) ?? []
    },
  }
}
