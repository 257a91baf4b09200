// What every part of the rt-app reader shares: the document, the list of problems and notes, and typed access to
// the fields of an object. Each complaint has its place, its path and what would be right.
import type { Problem } from '../../contract/errors'
import { formatPath, type JsonDocument, type JsonEntry, type JsonNode, type JsonPath } from '../jsonc/jsonc'
import { kindOf, listWords, quote, suggest } from '../wording/wording'
import { MAX_INT, offered } from './draft'

export type JsonObject = Extract<JsonNode, { kind: 'object' }>

export class RtAppContext {
  readonly problems: Problem[] = []
  readonly notes: string[] = []

  constructor(
    private readonly document: JsonDocument,
    /** Path of the description inside the document. */
    private readonly prefix: JsonPath,
    /** CPUs of the machine; null: any CPU is taken. */
    readonly cpus: number | null,
  ) {}

  problem(offset: number, path: JsonPath, message: string, remedy: string): void {
    const whole = formatPath([...this.prefix, ...path])
    this.problems.push({
      file: this.document.file,
      ...this.document.positionAt(offset),
      ...(whole === '' ? {} : { path: whole }),
      message,
      remedy,
    })
  }

  note(offset: number, text: string): void {
    this.notes.push(`${this.document.file}:${this.document.positionAt(offset).line}: ${text}`)
  }

  /** `node` as an object; null, with a problem, where it is none. */
  object(node: JsonNode, path: JsonPath, what: string): JsonObject | null {
    if (node.kind === 'object') return node
    this.problem(
      node.offset,
      path,
      `${what} is ${describe(node)}, not an object.`,
      'Write { "key": value, … }.',
    )
    return null
  }

  /** The value of `key`; a problem where it is there twice, since the order of the two would mean nothing. */
  field(object: JsonObject, path: JsonPath, key: string): JsonEntry | null {
    const found = object.entries.filter((entry) => entry.key === key)
    const last = found[found.length - 1] ?? null
    if (found.length > 1 && last !== null) {
      const message = `"${key}" is set ${found.length} times in one object.`
      this.problem(last.keyOffset, [...path, key], message, 'Keep one of them.')
    }
    return last
  }

  /** A whole number in lo..hi; null where the key is absent, or (with a problem) where it is no such number. */
  integer(object: JsonObject, path: JsonPath, key: string, lo: number, hi: number, unit = ''): number | null {
    const entry = this.field(object, path, key)
    return entry === null ? null : this.integerOf(entry.value, [...path, key], lo, hi, unit)
  }

  integerOf(node: JsonNode, path: JsonPath, lo: number, hi: number, unit = ''): number | null {
    const key = String(path[path.length - 1])
    const value = node.kind === 'scalar' ? node.value : undefined
    const of = unit === '' ? '' : ` of ${unit}`
    const range = hi === MAX_INT ? `${lo} or more` : `${lo} to ${hi}`
    const remedy = `"${key}" takes a whole number${of}, ${range}.`
    if (typeof value === 'number' && Number.isInteger(value)) {
      if (value >= lo && value <= hi) return value === 0 ? 0 : value
      this.problem(node.offset, path, `"${key}" is ${value}, out of range.`, remedy)
    } else {
      const shown = typeof value === 'number' ? String(value) : describe(node)
      this.problem(node.offset, path, `"${key}" is ${shown}, not a whole number.`, remedy)
    }
    return null
  }

  /** A text; null where the key is absent or (with a problem) is no text. */
  text(object: JsonObject, path: JsonPath, key: string): { value: string; offset: number } | null {
    const entry = this.field(object, path, key)
    if (entry === null) return null
    const { value: node } = entry
    if (node.kind === 'scalar' && typeof node.value === 'string')
      return { value: node.value, offset: node.offset }
    this.problem(
      node.offset,
      [...path, key],
      `"${key}" is ${describe(node)}, not text.`,
      'Give text in quotes.',
    )
    return null
  }

  /**
   * A key that rt-app does not know. rt-app skips it without a word, so a slip of the pen silently changes the
   * workload: what looks like one is a problem, anything else a note. The remedy lists of `known` what is modelled.
   */
  unknownKey(entry: JsonEntry, path: JsonPath, known: readonly string[], where: string): void {
    const near = suggest(entry.key, known)
    if (near === null) {
      this.note(
        entry.keyOffset,
        `the key ${quote(entry.key)} of ${where} is unknown and ignored, as by rt-app`,
      )
      return
    }
    const accepted = offered(known)
    const hint = accepted.includes(near) ? `"${near}"` : `"${near}", which is not modelled`
    this.problem(
      entry.keyOffset,
      [...path, entry.key],
      `${where} has the unknown key ${quote(entry.key)}.`,
      `Did you mean ${hint}? Known: ${listWords(accepted)}.`,
    )
  }
}

export function describe(node: JsonNode): string {
  if (node.kind === 'array') return 'a list'
  if (node.kind === 'object') return 'an object'
  return typeof node.value === 'string' ? `the text ${quote(node.value)}` : kindOf(node.value)
}
