// The shape of an experiment file: what the schema finds, in plain words with its place. Parameters and the machine
// are left to the resolvers, which know what each takes.
import { ExperimentFile } from '../../../contract/experiment'
import type { JsonDocument, JsonNode, JsonPath } from '../../../formats/jsonc/jsonc'
import { parseDuration } from '../../../formats/quantity/quantity'
import { kindOf, listWords, quote, suggest } from '../../../formats/wording/wording'
import { elsewhere, guideTo, knownKeys, notYet, placeOf } from './field-guide'
import { MAX_SUGGESTIONS, type ProblemList } from './problem-list'

type Issue = NonNullable<ReturnType<typeof ExperimentFile.safeParse>['error']>['issues'][number]

/** Reports every fault of shape in `value`, the plain value of `document`. */
export function checkShape(document: JsonDocument, value: unknown, problems: ProblemList): void {
  refuseRepeatedKeys(document.root, [], problems)
  const { error } = ExperimentFile.safeParse(value)
  for (const issue of error?.issues ?? []) report(issue, [], value, problems)
}

/** JSON keeps the last of two equal keys, silently; `__proto__` would be dropped on the way. */
function refuseRepeatedKeys(node: JsonNode, path: JsonPath, problems: ProblemList): void {
  if (placeOf(path) === 'workload[].rtApp') return
  if (node.kind === 'array') {
    node.items.forEach((item, index) => refuseRepeatedKeys(item, [...path, index], problems))
  }
  if (node.kind !== 'object') return
  const seen = new Set<string>()
  for (const { key, value } of node.entries) {
    const at = [...path, key]
    if (seen.has(key)) problems.atKey(at, `The key ${quote(key)} is there twice.`, 'Keep one of them.')
    else if (key === '__proto__' && path.length > 0) unknownKey(path, key, problems)
    seen.add(key)
    refuseRepeatedKeys(value, at, problems)
  }
}

function unknownKey(path: JsonPath, key: string, problems: ProblemList): void {
  const place = placeOf(path)
  if (notYet.get(place)?.includes(key) === true) {
    problems.atKey([...path, key], `${quote(key)} is not available yet.`, 'Remove it to run the rest.')
    return
  }
  const known = knownKeys.get(place) ?? []
  if (known.includes(key)) {
    // Each alone is fine: a part of a workload that is both a generator and an rt-app description.
    problems.atKey([...path, key], `${quote(key)} stands beside "rtApp".`, guideTo(path))
    return
  }
  const remedy =
    elsewhere.get(placeOf([...path, key])) ?? `${problems.hint(key, known)}Keys here: ${listWords(known)}.`
  problems.atKey(
    [...path, key],
    `The key ${quote(key)} is unknown.`,
    known.length === 0 ? 'Remove it.' : remedy,
  )
}

function report(issue: Issue, prefix: JsonPath, root: unknown, problems: ProblemList): void {
  const path = [...prefix, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))]
  const value = valueAt(root, path)
  if (value === undefined) {
    if (isMisspelt(path, root)) return
    problems.at(path, `The key ${quote(String(path[path.length - 1]))} is missing.`, guideTo(path))
    return
  }
  if (isResolversBusiness(path, value)) return
  switch (issue.code) {
    case 'unrecognized_keys':
      for (const key of issue.keys) unknownKey(path, key, problems)
      return
    case 'invalid_union':
      reportUnion(issue, path, value, root, problems)
      return
    case 'too_small':
    case 'too_big':
      problems.at(path, sizeMessage(path, value), guideTo(path))
      return
    case 'invalid_value':
      problems.at(path, `${nameOf(path)} is ${shown(value)}; only 1 is known here.`, guideTo(path))
      return
    default:
      wrongType(path, value, problems)
  }
}

/** Whether the missing key at `path` is there under a wrong name, which is a complaint of its own. */
function isMisspelt(path: JsonPath, root: unknown): boolean {
  const parent = path.slice(0, -1)
  const known = knownKeys.get(placeOf(parent)) ?? []
  const siblings = valueAt(root, parent)
  const keys = isObject(siblings) ? Object.keys(siblings) : []
  const unknown = keys.filter((key) => !known.includes(key)).slice(0, MAX_SUGGESTIONS)
  return unknown.some((key) => suggest(key, known) === path[path.length - 1])
}

function wrongType(path: JsonPath, value: unknown, problems: ProblemList): void {
  const place = placeOf(path)
  if (place === 'duration' || place === 'warmup') {
    const result = parseDuration(value)
    if (!result.ok) problems.at(path, `${nameOf(path)} ${result.message}.`, result.remedy)
    return
  }
  problems.at(path, `${nameOf(path)} is ${shown(value)}.`, guideTo(path))
}

/** Takes the branch of a union that the value was meant for, so that there is one complaint and not one per branch. */
function reportUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: JsonPath,
  value: unknown,
  root: unknown,
  problems: ProblemList,
): void {
  const place = placeOf(path)
  if (place === 'workload[]' && isObject(value)) {
    if ('rtApp' in value || 'id' in value) {
      reportAll(issue.errors['rtApp' in value ? 1 : 0], path, root, problems)
      return
    }
    for (const key of Object.keys(value)) unknownKey(path, key, problems)
    if (!('trace' in value)) {
      problems.at(path, 'The workload part has neither "id" nor "rtApp".', guideTo(path))
    }
    return
  }
  if (place === 'seeds' && Array.isArray(value)) reportAll(issue.errors[1], path, root, problems)
  else wrongType(path, value, problems)
}

function reportAll(
  issues: readonly Issue[] | undefined,
  path: JsonPath,
  root: unknown,
  problems: ProblemList,
): void {
  for (const issue of issues ?? []) report(issue, path, root, problems)
}

/** Machines and parameters are checked against the catalog, which gives better reasons than a schema. */
function isResolversBusiness(path: JsonPath, value: unknown): boolean {
  const place = placeOf(path)
  if (path[0] === 'machine') return typeof value === 'string' || isObject(value) || path.length > 1
  return /\.params./.test(place)
}

function sizeMessage(path: JsonPath, value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return `${nameOf(path)} is an empty list.`
    return `${nameOf(path)} has ${value.length} entries, too many.`
  }
  if (typeof value === 'string') return `${nameOf(path)} is ${value === '' ? 'empty' : 'too long'}.`
  return `${nameOf(path)} is ${shown(value)}, out of range.`
}

const nameOf = (path: JsonPath): string => {
  const last = path[path.length - 1]
  if (last === undefined) return 'The file'
  return typeof last === 'number' ? `Entry ${last + 1} of ${nameOf(path.slice(0, -1))}` : `"${last}"`
}

/** A number as it is, anything else by its kind. */
const shown = (value: unknown): string => (typeof value === 'number' ? String(value) : kindOf(value))

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function valueAt(root: unknown, path: JsonPath): unknown {
  let value = root
  for (const part of path) {
    if (Array.isArray(value) && typeof part === 'number') value = (value as readonly unknown[])[part]
    else if (isObject(value) && Object.hasOwn(value, part)) value = value[part]
    else return undefined
  }
  return value
}
