// What `show --decisions` prints: the recorded decisions of one run, from a time on, up to a time or a number of them.
import { VlagError } from '../contract/errors'
import type { ExperimentDetail } from '../contract/results'
import { parseDuration } from '../formats/quantity/quantity'
import { listWords, quote, suggest } from '../formats/wording/wording'
import { describeDecision, findDecisions, type Backend } from '../main/backend'
import type { CommandContext, CommandOption } from './command'
import { buildDecisionText } from './decisions-text'
import { printable } from './terminal'

/** Of the text; as JSON all are printed. */
const DEFAULT_LIMIT = 20

export const decisionOptions: readonly CommandOption[] = [
  {
    name: 'decisions',
    type: 'boolean',
    help: 'each scheduling decision of one run, with the queue as the policy saw it',
  },
  { name: 'variant', type: 'string', value: 'NAME', help: 'of this variant (default: the baseline)' },
  { name: 'seed', type: 'string', value: 'N', help: 'of the run with this seed (default: the first)' },
  { name: 'from', type: 'string', value: 'TIME', help: 'not before, such as 1.5s; warm-up counts' },
  { name: 'to', type: 'string', value: 'TIME', help: 'not after' },
  {
    name: 'limit',
    type: 'string',
    value: 'N',
    help: `at most so many (default: ${DEFAULT_LIMIT}, with --json all)`,
  },
]

type Input = Pick<CommandContext, 'terminal' | 'values' | 'json'>

/** Refuses --variant and the like without --decisions. Throws `usage`. */
export function refuseStrayOptions({ flags, values }: Pick<CommandContext, 'flags' | 'values'>): void {
  if (flags.has('decisions')) return
  const stray = decisionOptions.find(({ name }) => values.has(name))
  if (stray === undefined) return
  throw new VlagError('usage', `--${stray.name} goes with --decisions.`, {
    remedy: 'Usage: vlag show ID|NAME|last --decisions [OPTIONS]',
  })
}

/** Throws `usage` for what cannot be meant, and `not-found` where the run is not done or recorded none. */
export async function showDecisions(backend: Backend, detail: ExperimentDetail, input: Input): Promise<void> {
  const { terminal, values, json } = input
  const { variants, seeds } = detail.result.spec
  const variant = pickVariant(
    variants.map(({ name }) => name),
    values.get('variant'),
    detail.result.spec.baseline,
  )
  const seed = pickSeed(seeds, values.get('seed'))
  const fromNs = parseTime('from', values.get('from')) ?? 0
  const toNs = parseTime('to', values.get('to')) ?? Number.MAX_SAFE_INTEGER - 1
  if (toNs < fromNs) throw new VlagError('usage', '--to is before --from.')
  const limit = parseLimit(values.get('limit')) ?? (json ? Infinity : DEFAULT_LIMIT)
  const record = await backend.decisions(detail.row.id, variant, seed)
  const { first, end } = findDecisions(record, fromNs, toNs)
  const stop = Math.min(end, first + limit)
  const { dropped, timeNs } = record.table
  const cut =
    dropped === 0
      ? null
      : `The record is full after ${timeNs.length} decisions; ${dropped} later ones of the run were not kept.`
  if (json) {
    for (let i = first; i < stop; i++) terminal.print(JSON.stringify(describeDecision(record, i)))
    if (cut !== null) terminal.say(`vlag: ${cut}`)
    return
  }
  const whose = `${printable(variants[variant]?.name ?? '')}, seed ${seed}`
  terminal.print(
    `${whose}: ${timeNs.length} decisions; times since the start, warm-up included, virtual times in vns`,
  )
  for (let i = first; i < stop; i++) {
    terminal.print('')
    for (const line of buildDecisionText(describeDecision(record, i))) terminal.print(line)
  }
  terminal.print('')
  terminal.print(describeRest(stop - first, end - first))
  if (cut !== null) terminal.print(cut)
}

function describeRest(shown: number, found: number): string {
  if (found === 0) return 'No decision in this time.'
  return shown < found
    ? `${shown} of ${found} decisions are shown; --limit, --from and --to show others.`
    : `All ${found} decisions are shown.`
}

function pickVariant(names: readonly string[], wanted: string | undefined, baseline: number): number {
  if (wanted === undefined) return baseline
  const index = names.indexOf(wanted)
  if (index >= 0) return index
  const near = suggest(wanted, names)
  throw new VlagError('usage', `There is no variant ${quote(wanted)}.`, {
    remedy: `${near === null ? '' : `Did you mean ${quote(near)}? `}There is: ${listWords(names)}.`,
  })
}

function pickSeed(seeds: readonly number[], wanted: string | undefined): number {
  const seed = wanted === undefined ? seeds[0] : seeds.find((known) => String(known) === wanted)
  if (seed !== undefined) return seed
  throw new VlagError('usage', `There is no run with seed ${quote(wanted ?? '')}.`, {
    remedy: `Seeds are ${listWords(seeds.slice(0, 12).map(String))}${seeds.length > 12 ? ' and so on' : ''}.`,
  })
}

function parseTime(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = parseDuration(text)
  if (time.ok) return time.value
  throw new VlagError('usage', `--${option} ${time.message}.`, { remedy: time.remedy })
}

function parseLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new VlagError('usage', `--limit takes a whole number from 1, not ${quote(text)}.`)
}
