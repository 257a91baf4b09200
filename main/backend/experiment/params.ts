// Parameters of a machine, workload or policy: given values checked against their descriptors, the rest from
// defaults. What a parameter takes is said by its descriptor alone.
import { defaultOf } from '../../../engine/model/defaults'
import type { ParamDescriptor } from '../../../engine/model/define'
import type { ParamValue, ParamValues } from '../../../engine/model/run-spec'
import type { JsonPath } from '../../../formats/jsonc/jsonc'
import { formatDuration, parseDuration } from '../../../formats/quantity/quantity'
import { kindOf, listWords, quote, suggest } from '../../../formats/wording/wording'
import type { ProblemList } from './problem-list'
import { isObject } from './shape'

export interface ParamSource {
  readonly descriptors: readonly ParamDescriptor[]
  /** What the file has; undefined: nothing. */
  readonly given: unknown
  /** Where it stands. */
  readonly path: JsonPath
  /** What it belongs to, e.g. `policy "eevdf"`. */
  readonly owner: string
  readonly cpus: number
}

type Converted =
  | { readonly ok: true; readonly value: ParamValue }
  | { readonly ok: false; readonly message: string; readonly remedy: string }

/** All parameters, or null where any problem was found. */
export function resolveParams(source: ParamSource, problems: ProblemList): ParamValues | null {
  const { descriptors, path, cpus } = source
  const given = source.given === undefined ? {} : source.given
  // That it is an object is the schema's complaint.
  if (!isObject(given)) return null
  let valid = refuseUnknown(source, given, problems)
  const params: Record<string, ParamValue> = {}
  for (const descriptor of descriptors) {
    const { name } = descriptor
    const raw = Object.hasOwn(given, name) ? given[name] : undefined
    const isAuto = raw === undefined || (raw === 'auto' && descriptor.default === 'auto')
    const fallback = defaultOf(descriptor, cpus, params)
    const converted: Converted = isAuto ? { ok: true, value: fallback } : convert(descriptor, raw)
    // After a problem the default stands in, so that the parameters that depend on it can still be checked.
    params[name] = converted.ok ? converted.value : fallback
    if (!converted.ok) {
      problems.at([...path, name], `"${name}" ${converted.message}.`, converted.remedy)
      valid = false
      continue
    }
    const reason = isAuto ? null : (descriptor.check?.(converted.value, { cpus, params }) ?? null)
    if (reason !== null) {
      const what = typeof converted.value === 'string' ? quote(converted.value) : String(raw)
      problems.at([...path, name], `"${name}" is ${what}, but ${reason}.`, descriptor.help)
      valid = false
    }
  }
  return valid ? params : null
}

function refuseUnknown(
  source: ParamSource,
  given: Readonly<Record<string, unknown>>,
  problems: ProblemList,
): boolean {
  const known = source.descriptors.map(({ name }) => name)
  const unknown = Object.keys(given).filter((key) => !known.includes(key) && key !== '__proto__')
  for (const key of unknown) {
    const remedy =
      known.length === 0
        ? 'It has no parameters.'
        : `${problems.hint(key, known)}Parameters: ${listWords(known)}.`
    const message = `The parameter ${quote(key)} of ${source.owner} is unknown.`
    problems.atKey([...source.path, key], message, remedy)
  }
  return unknown.length === 0
}

function convert(descriptor: ParamDescriptor, value: unknown): Converted {
  switch (descriptor.type) {
    case 'duration': {
      const result = parseDuration(value)
      return result.ok ? inRange(descriptor, result.value, value) : result
    }
    case 'integer':
    case 'number':
      return convertNumber(descriptor, value)
    case 'boolean':
      if (typeof value === 'boolean') return { ok: true, value }
      return wrong(value, 'Give true or false, without quotes.')
    case 'choice':
      return convertChoice(descriptor, value)
    case 'text':
      return typeof value === 'string' ? { ok: true, value } : wrong(value, 'Give text in quotes.')
  }
}

function convertNumber(descriptor: ParamDescriptor, value: unknown): Converted {
  const whole = descriptor.type === 'integer'
  if (typeof value !== 'number' || (whole && !Number.isSafeInteger(value))) {
    const kind = whole ? 'a whole number' : 'a number'
    const bounds = rangeOf(descriptor)
    return wrong(value, `Give ${kind}${bounds === '' ? '' : `, ${bounds}`}, without quotes.`)
  }
  return inRange(descriptor, value, value)
}

function convertChoice(descriptor: ParamDescriptor, value: unknown): Converted {
  const choices = descriptor.choices ?? []
  // 250 and "250", 6.18 and "6.18" mean the same choice.
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && choices.includes(text)) return { ok: true, value: text }
  const near = typeof text === 'string' ? suggest(text, choices) : null
  const hint = near === null ? '' : `Did you mean "${near}"? `
  const shown = typeof text === 'string' ? quote(text) : kindOf(text)
  return { ok: false, message: `is ${shown}`, remedy: `${hint}Choices: ${listWords(choices)}.` }
}

function wrong(value: unknown, remedy: string): Converted {
  const shown =
    typeof value === 'string' ? quote(value) : typeof value === 'number' ? String(value) : kindOf(value)
  return { ok: false, message: `is ${shown}`, remedy }
}

function inRange(descriptor: ParamDescriptor, value: number, given: unknown): Converted {
  const { min, max } = descriptor
  if ((min === undefined || value >= min) && (max === undefined || value <= max)) {
    return { ok: true, value: value === 0 ? 0 : value }
  }
  const shown = typeof given === 'string' ? quote(given) : String(given)
  return { ok: false, message: `is ${shown}, out of range`, remedy: `It takes ${rangeOf(descriptor)}.` }
}

/** `1 to 512`, `100us or more`; '' where there are no bounds. */
function rangeOf({ type, min, max, unit }: ParamDescriptor): string {
  const text = (n: number): string =>
    type === 'duration' ? formatDuration(n) : unit === '' ? String(n) : `${n} ${unit}`
  if (min !== undefined && max !== undefined) return `${text(min)} to ${text(max)}`
  if (min !== undefined) return `${text(min)} or more`
  return max === undefined ? '' : `${text(max)} or less`
}
