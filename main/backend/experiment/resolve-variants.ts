// Variants, baseline, times and seeds of an experiment.
import { VariantFile, MAX_SEEDS } from '../../../contract/experiment'
import type { ResolvedVariant } from '../../../contract/results'
import type { JsonPath } from '../../../formats/jsonc/jsonc'
import { parseDuration } from '../../../formats/quantity/quantity'
import { listWords, quote, suggest } from '../../../formats/wording/wording'
import { findIn, type Catalog } from './catalog'
import { resolveParams } from './params'
import type { ProblemList } from './problem-list'
import { isObject } from './shape'

const DAY_NS = 86_400_000_000_000
/** Times are whole ns in a number, exact to 2^53 ns = 104.2 days. */
export const MAX_RUN_NS = 104 * DAY_NS

/** Complete only where `problems` stays empty. `cpus` is the machine's; null where that has problems. */
export function resolveVariants(
  value: unknown,
  catalog: Catalog,
  cpus: number | null,
  problems: ProblemList,
): readonly ResolvedVariant[] {
  const variants: ResolvedVariant[] = []
  const seen = new Set<string>()
  const values: readonly unknown[] = Array.isArray(value) ? value : []
  values.forEach((entry, index) => {
    const at: JsonPath = ['variants', index]
    if (!isObject(entry)) return
    const name = VariantFile.shape.name.safeParse(entry['name'])
    if (name.success) {
      if (seen.has(name.data)) {
        const message = `Two variants are called ${quote(name.data)}.`
        problems.at([...at, 'name'], message, 'Give each variant a name of its own.')
      }
      seen.add(name.data)
    }
    const { policy } = entry
    if (typeof policy !== 'string') return
    const variant = resolveVariant(entry, policy, catalog, cpus, at, problems)
    if (variant !== null && name.success) variants.push({ ...variant, name: name.data })
  })
  return variants
}

function resolveVariant(
  entry: Readonly<Record<string, unknown>>,
  id: string,
  catalog: Catalog,
  cpus: number | null,
  at: JsonPath,
  problems: ProblemList,
): Omit<ResolvedVariant, 'name'> | null {
  const policy = findIn(catalog.policies, 'policy', id, [...at, 'policy'], problems)
  if (policy === null) return null
  const given = entry['params']
  const source = {
    descriptors: policy.params,
    given,
    path: [...at, 'params'],
    owner: `policy "${id}"`,
    cpus: cpus ?? 1,
  }
  const params = resolveParams(source, problems)
  if (params === null) return null
  return { policy: id, params, given: isObject(given) ? Object.keys(given) : [] }
}

/** Index of the baseline; 0 where none is named. `names` are the variants' as the file has them. */
export function resolveBaseline(value: unknown, names: readonly string[], problems: ProblemList): number {
  const known = names.filter((name) => name !== '')
  // Without variants there is nothing to name, and that is the complaint.
  if (typeof value !== 'string' || known.length === 0) return 0
  const index = names.indexOf(value)
  if (index >= 0 && value !== '') return index
  const near = suggest(value, known)
  const remedy = `${near === null ? '' : `Did you mean "${near}"? `}Variants: ${listWords(known.map((name) => quote(name)))}.`
  problems.at(['baseline'], `No variant is called ${quote(value)}.`, remedy)
  return 0
}

export interface ResolvedTimes {
  readonly durationNs: number
  readonly warmupNs: number
}

/** Complete only where `problems` stays empty. */
export function resolveTimes(duration: unknown, warmup: unknown, problems: ProblemList): ResolvedTimes {
  const durationNs = time(duration, 'duration', problems)
  const warmupNs = warmup === undefined ? 0 : (time(warmup, 'warmup', problems) ?? 0)
  if (durationNs === 0) {
    problems.at(
      ['duration'],
      '"duration" is 0; there would be nothing to measure.',
      'Give a time, such as "10s".',
    )
  }
  const total = (durationNs ?? 0) + warmupNs
  if (total > MAX_RUN_NS) {
    const path = (durationNs ?? 0) > MAX_RUN_NS / 2 ? 'duration' : 'warmup'
    const message = 'A run would be longer than 104 days of simulated time, warm-up included.'
    problems.at([path], message, 'Shorten it: times are whole nanoseconds, exact up to 2^53 (104 days).')
  }
  return { durationNs: durationNs ?? 0, warmupNs }
}

function time(value: unknown, key: string, problems: ProblemList): number | null {
  // A wrong type, or none at all, is the schema's complaint.
  if (typeof value !== 'string') return null
  const result = parseDuration(value)
  if (result.ok) return result.value
  problems.at([key], `"${key}" ${result.message}.`, result.remedy)
  return null
}

/** Seeds 1..n for a count n, or those of the list. */
export function resolveSeeds(value: unknown, problems: ProblemList): readonly number[] {
  if (typeof value === 'number') {
    const count = Number.isInteger(value) ? Math.min(Math.max(value, 0), MAX_SEEDS) : 0
    return Array.from({ length: count }, (_, i) => i + 1)
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const seen = new Set<number>()
  list.forEach((seed, index) => {
    if (typeof seed !== 'number') return
    if (seen.has(seed)) {
      const message = `The seed ${seed} is there twice.`
      problems.at(['seeds', index], message, 'The same seed gives the same run; list each once.')
    }
    seen.add(seed)
  })
  return [...seen]
}
