// vlag list: the saved experiments, newest first.
import type { ExperimentRow } from '../../contract/results'
import { defineCommand } from '../command'
import { EXIT } from '../exit-codes'
import { formatLocalTime } from '../local-time'
import { buildTable, truncate, type Column } from '../table'
import { printable } from '../terminal'

const columns: readonly Column[] = [
  { title: 'ID', align: 'left' },
  { title: 'NAME', align: 'left' },
  { title: 'STATE', align: 'left' },
  { title: 'RUNS', align: 'right' },
  { title: 'VARIANTS', align: 'left' },
  { title: 'CREATED', align: 'left' },
]

export default defineCommand({
  name: 'list',
  operands: '',
  summary: 'list the saved experiments, newest first',
  help: [],
  options: [{ name: 'bin', type: 'boolean', help: 'those in the bin instead' }],
  count: [0, 0],
  async run({ terminal, flags, json, openBackend }) {
    const bin = flags.has('bin')
    const backend = await openBackend()
    const rows = await backend.handlers['experiments.list']({ bin })
    if (json) terminal.print(JSON.stringify(rows, null, 2))
    else if (rows.length === 0) {
      terminal.print(bin ? 'The bin is empty.' : 'The library is empty. Fill it with: vlag run SPEC')
    } else for (const line of buildTable(columns, rows.map(toCells))) terminal.print(line)
    return EXIT.done
  },
})

function toCells(row: ExperimentRow): string[] {
  const failed = row.runsFailed > 0 ? `, ${row.runsFailed} failed` : ''
  const odd = row.outcome === null || row.outcome === 'completed' ? '' : `, ${row.outcome}`
  return [
    row.id,
    truncate(printable(row.name), 36),
    row.state + odd,
    `${row.runsDone}/${row.runsTotal}${failed}`,
    truncate(printable(row.variants.map((variant) => variant.name).join(', ')), 40),
    formatLocalTime(row.createdAt),
  ]
}
