// The library as data: which rows a view shows, facets with counts, order, and the tree of experiments and variants.
// Pure, so that ten thousand rows can be tested without a window.
import type { ExperimentRow } from '../../../contract/results'

/** The metric of the table's own column. */
export const LATENCY_METRIC = 'wakeup_latency_p99'

export type View = 'all' | 'running' | 'bin'
export type FacetName = 'policy' | 'machine' | 'status'
export type SortKey = 'name' | 'seeds' | 'latency' | 'status' | 'age'

export interface LibraryQuery {
  /** Words that all must occur, in name, workload, machine, policies or state. */
  readonly text: string
  /** Chosen values of each facet; an empty list lets all pass. */
  readonly facets: Readonly<Record<FacetName, readonly string[]>>
  readonly sort: { readonly key: SortKey; readonly descending: boolean }
}

export interface Status {
  /** Value of the facet. */
  readonly id: string
  readonly text: string
  readonly tone: 'plain' | 'accent' | 'warn' | 'error'
}

const STATES: Readonly<Record<ExperimentRow['state'], Status>> = {
  queued: { id: 'queued', text: 'queued', tone: 'plain' },
  running: { id: 'running', text: 'running', tone: 'accent' },
  completed: { id: 'completed', text: 'completed', tone: 'plain' },
  cancelled: { id: 'cancelled', text: 'cancelled', tone: 'warn' },
  failed: { id: 'failed', text: 'failed', tone: 'error' },
  interrupted: { id: 'interrupted', text: 'interrupted', tone: 'warn' },
}
const OUTCOMES: Readonly<Record<'starved' | 'stalled' | 'empty', Status>> = {
  starved: { id: 'starved', text: 'a task starved', tone: 'error' },
  stalled: { id: 'stalled', text: 'policy stalled', tone: 'error' },
  empty: { id: 'empty', text: 'nothing ran', tone: 'warn' },
}

/** State, or for one that came to its end the outcome where it was not the plain one. */
export function statusOf(row: ExperimentRow): Status {
  if (row.state === 'completed' && row.outcome !== null && row.outcome !== 'completed')
    return OUTCOMES[row.outcome]
  return STATES[row.state]
}

/** Values of the latency column, one per variant that measured it. */
export function latencies(row: ExperimentRow): number[] {
  return row.headline.flatMap((values) => {
    const value = values[LATENCY_METRIC]
    return value === null || value === undefined ? [] : [value]
  })
}

/** What filters ask of a row; made once per row, since every key press asks all of them. */
interface Indexed {
  readonly text: string
  readonly facets: Readonly<Record<FacetName, readonly string[]>>
}

const indexes = new WeakMap<ExperimentRow, Indexed>()

function indexOf(row: ExperimentRow): Indexed {
  const known = indexes.get(row)
  if (known !== undefined) return known
  const status = statusOf(row)
  const words = [
    row.name,
    row.machine.title,
    status.text,
    ...row.workloadSummary,
    ...row.variants.flatMap((variant) => [variant.name, variant.policy]),
  ]
  const made: Indexed = {
    text: words.join('\n').toLowerCase(),
    facets: {
      policy: [...new Set(row.variants.map((variant) => variant.policy))],
      machine: [row.machine.title],
      status: [status.id],
    },
  }
  indexes.set(row, made)
  return made
}

const FACETS: readonly FacetName[] = ['policy', 'machine', 'status']

function passes(
  row: ExperimentRow,
  query: LibraryQuery,
  words: readonly string[],
  skip?: FacetName,
): boolean {
  const { text, facets } = indexOf(row)
  for (const facet of FACETS) {
    const chosen = query.facets[facet]
    if (facet === skip || chosen.length === 0) continue
    if (!facets[facet].some((value) => chosen.includes(value))) return false
  }
  return words.every((word) => text.includes(word))
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
/** ISO instants sort as plain text; a collator would take a hundred times as long. */
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function compare(a: ExperimentRow, b: ExperimentRow, key: Exclude<SortKey, 'latency'>): number {
  switch (key) {
    case 'name':
      return byName.compare(a.name, b.name)
    case 'seeds':
      return a.seeds - b.seeds
    case 'status':
      return byText(statusOf(a).text, statusOf(b).text)
    case 'age':
      return byText(b.createdAt, a.createdAt)
  }
}

/** Rows that pass, in order. */
export function selectRows(rows: readonly ExperimentRow[], query: LibraryQuery): ExperimentRow[] {
  const words = wordsOf(query.text)
  const { key, descending } = query.sort
  const sign = descending ? -1 : 1
  const passing = rows.filter((row) => passes(row, query, words))
  if (key === 'latency') return sortByLatency(passing, sign)
  return passing.sort((a, b) => sign * compare(a, b, key) || byText(b.createdAt, a.createdAt))
}

/** By the lowest of its variants; what was not measured comes last either way. */
function sortByLatency(rows: readonly ExperimentRow[], sign: number): ExperimentRow[] {
  const keyed = rows.map((row) => ({ row, ns: Math.min(...latencies(row)) }))
  keyed.sort((a, b) => {
    const missing = Number(a.ns === Infinity) - Number(b.ns === Infinity)
    if (missing !== 0) return missing
    const order = a.ns === b.ns ? 0 : sign * (a.ns - b.ns)
    return order || byText(b.row.createdAt, a.row.createdAt)
  })
  return keyed.map(({ row }) => row)
}

export interface FacetCount {
  readonly value: string
  readonly text: string
  readonly count: number
}

/** Values of a facet with the number of rows that choosing it would show, the other facets applied. */
export function countFacet(
  rows: readonly ExperimentRow[],
  query: LibraryQuery,
  facet: FacetName,
): FacetCount[] {
  const words = wordsOf(query.text)
  const counts = new Map<string, FacetCount>()
  for (const row of rows) {
    const counted = Number(passes(row, query, words, facet))
    for (const value of indexOf(row).facets[facet]) {
      const text = facet === 'status' ? statusOf(row).text : value
      counts.set(value, { value, text, count: (counts.get(value)?.count ?? 0) + counted })
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || a.text.localeCompare(b.text))
}

export type TreeRow =
  | { readonly kind: 'experiment'; readonly key: string; readonly row: ExperimentRow; readonly open: boolean }
  | { readonly kind: 'variant'; readonly key: string; readonly row: ExperimentRow; readonly variant: number }

/** Experiments with the variants of the open ones below them. */
export function buildTree(rows: readonly ExperimentRow[], open: ReadonlySet<string>): TreeRow[] {
  return rows.flatMap((row): TreeRow[] => {
    const isOpen = open.has(row.id)
    const own: TreeRow = { kind: 'experiment', key: row.id, row, open: isOpen }
    if (!isOpen) return [own]
    return [
      own,
      ...row.variants.map((_, variant): TreeRow => ({
        kind: 'variant',
        key: `${row.id}/${variant}`,
        row,
        variant,
      })),
    ]
  })
}
