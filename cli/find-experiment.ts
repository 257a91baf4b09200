// Which saved experiment the user means: by its id, the beginning of one, or its name.
import { VlagError } from '../contract/errors'
import type { ExperimentRow } from '../contract/results'
import { quote, suggest } from '../formats/wording/wording'
import { formatLocalTime } from './local-time'
import { buildTable, truncate } from './table'
import { printable } from './terminal'

const MAX_CANDIDATES = 8
const columns = [
  { title: '', align: 'left' },
  { title: '', align: 'left' },
  { title: '', align: 'left' },
] as const

/**
 * The one row of `saved`, or else of `binned`, that `wanted` names. Throws a VlagError: `not-found` where there is
 * none, `usage` with the candidates where there are several.
 */
export function pickExperiment(
  saved: readonly ExperimentRow[],
  binned: readonly ExperimentRow[],
  wanted: string,
): ExperimentRow {
  const found = [saved, binned].map((rows) => rows.filter((row) => isMeant(row, wanted)))
  const matches = found.find((rows) => rows.length > 0) ?? []
  const [first, ...others] = matches
  if (first === undefined) throw notFound(saved, wanted)
  if (others.length === 0) return first
  throw new VlagError('usage', `${quote(wanted)} may be any of ${matches.length} experiments.`, {
    remedy: [...listCandidates(matches), 'Give one of these ids, or enough of it.'].join('\n'),
  })
}

function isMeant({ id, name }: ExperimentRow, wanted: string): boolean {
  return name === wanted || (wanted.startsWith('exp_') && id.startsWith(wanted))
}

function listCandidates(rows: readonly ExperimentRow[]): string[] {
  const cells = rows
    .slice(0, MAX_CANDIDATES)
    .map(({ id, name, createdAt }) => [id, truncate(printable(name), 36), formatLocalTime(createdAt)])
  const rest = rows.length - MAX_CANDIDATES
  const lines = buildTable(columns, cells).slice(1)
  return [...lines.map((line) => `  ${line}`), ...(rest > 0 ? [`  and ${rest} more`] : [])]
}

function notFound(saved: readonly ExperimentRow[], wanted: string): VlagError {
  const near = suggest(
    wanted,
    saved.map(({ name }) => name),
  )
  const hint = near === null ? '' : `Did you mean ${quote(near)}? `
  return new VlagError('not-found', `The library has no experiment with the id or name ${quote(wanted)}.`, {
    remedy: `${hint}\`vlag list\` shows ids, which begin with exp_, and names; \`vlag show last\` takes the newest.`,
  })
}
