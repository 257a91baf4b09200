// Text tables: columns as wide as their widest cell, two spaces between, no lines.

/** Names of variants and tasks are cut to this. */
export const NAME_WIDTH = 28

export interface Column {
  readonly title: string
  readonly align: 'left' | 'right'
}

/** Lines without trailing spaces; the first is the head. */
export function buildTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const all = [columns.map((column) => column.title), ...rows]
  const widths = columns.map((_, i) => Math.max(...all.map((row) => widthOf(row[i] ?? ''))))
  return all.map((row) =>
    columns
      .map(({ align }, i) => {
        const cell = row[i] ?? ''
        const space = ' '.repeat((widths[i] ?? 0) - widthOf(cell))
        return align === 'left' ? cell + space : space + cell
      })
      .join('  ')
      .trimEnd(),
  )
}

/** In characters, which is right for all but scripts of double width. */
function widthOf(text: string): number {
  return Array.from(text).length
}

export function truncate(text: string, width: number): string {
  return widthOf(text) <= width
    ? text
    : `${Array.from(text)
        .slice(0, width - 1)
        .join('')}…`
}

/** Lines of at most `width` characters, broken at spaces; a longer word has a line of its own. Empty for no text. */
export function wrapText(text: string, width: number): string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines: string[] = []
    for (const word of paragraph.split(/\s+/).filter((part) => part !== '')) {
      const last = lines[lines.length - 1]
      if (last !== undefined && widthOf(`${last} ${word}`) <= width)
        lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }
    return lines
  })
}
