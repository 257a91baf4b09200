// Markdown tables on a terminal.

/**
 * Pads the cells of a Markdown table, so that it reads as a table on a terminal too.
 * @param {string} markdown
 */
export function alignTable(markdown) {
  const lines = markdown.trimEnd().split('\n')
  const cellsOf = (/** @type {string} */ line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim())
  const rows = lines.filter((line) => line.startsWith('|')).map(cellsOf)
  const isRule = (/** @type {string} */ cell) => /^:?-+:?$/.test(cell)
  /** @type {number[]} */
  const widths = []
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, isRule(cell) ? 3 : cell.length)
    })
  const pad = (/** @type {string} */ cell, /** @type {number} */ column) => {
    const width = widths[column] ?? 0
    if (isRule(cell)) return column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`
    return column === 0 ? cell.padEnd(width) : cell.padStart(width)
  }
  return lines
    .map((line) => (line.startsWith('|') ? `| ${cellsOf(line).map(pad).join(' | ')} |` : line))
    .join('\n')
}
