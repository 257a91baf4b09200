// JSON as people write it: comments and trailing commas allowed, positions kept, duplicate keys visible and in order.
// A syntax error is one problem with its place and what to do; no input throws or overflows the stack.
import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { Problem } from '../../contract/errors'
import { quote } from '../wording/wording'

/** 1-based; columns count UTF-16 units, as editors do. */
export interface Position {
  readonly line: number
  readonly column: number
}

export type JsonPath = readonly (string | number)[]

export interface JsonEntry {
  readonly key: string
  readonly keyOffset: number
  readonly value: JsonNode
}

/** `offset` is where the value begins in the text, after a byte order mark. */
export type JsonNode =
  | { readonly kind: 'object'; readonly offset: number; readonly entries: readonly JsonEntry[] }
  | { readonly kind: 'array'; readonly offset: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'scalar'; readonly offset: number; readonly value: string | number | boolean | null }

export interface JsonDocument {
  readonly file: string
  readonly root: JsonNode
  positionAt(offset: number): Position
  /** The value at `path`, or of the nearest ancestor that is there. Of a duplicate key: the last. */
  locate(path: JsonPath): Position
  /** The key that ends `path`; where it is not there, as `locate`. */
  locateKey(path: JsonPath): Position
  /** Null where nothing is at `path`. */
  nodeAt(path: JsonPath): JsonNode | null
}

export type JsonResult =
  { readonly ok: true; readonly document: JsonDocument } | { readonly ok: false; readonly problem: Problem }

/** No file that people write nests deeper; the parser recurses, so the limit also guards the stack. */
export const MAX_DEPTH = 100

// Values of jsonc-parser's `SyntaxKind`, a const enum that isolated modules cannot read.
const OPEN_BRACE = 1
const CLOSE_BRACE = 2
const OPEN_BRACKET = 3
const CLOSE_BRACKET = 4
const UNKNOWN = 16
const END_OF_FILE = 17

interface SyntaxFault {
  readonly offset: number
  readonly message: string
  readonly remedy: string
}

/** Parses `text`; `file` is only its name for messages. */
export function parseJsonc(text: string, file: string): JsonResult {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  const positionAt = createPositionIndex(body)
  const fail = (fault: SyntaxFault): JsonResult => ({
    ok: false,
    problem: { file, ...positionAt(fault.offset), message: fault.message, remedy: fault.remedy },
  })
  const early = unreadable(body) ?? tooDeep(body)
  if (early !== null) return fail(early)

  const errors: ParseError[] = []
  const tree = parseTree(body, errors, { allowTrailingComma: true })
  const first = errors.reduce<ParseError | null>((a, b) => (a === null || b.offset < a.offset ? b : a), null)
  if (first !== null) return fail(explain(body, first))
  if (tree === undefined) return fail({ offset: 0, ...emptyFile })
  const huge = nonFinite(tree)
  if (huge !== null) return fail(huge)
  return { ok: true, document: createDocument(file, toJsonNode(tree), positionAt) }
}

const emptyFile = {
  message: 'The file is empty.',
  remedy: 'Expected a JSON object, such as an experiment file or an rt-app description.',
}

/** What is no text at all. */
function unreadable(body: string): SyntaxFault | null {
  const nul = body.indexOf('\u0000')
  if (nul >= 0) {
    return {
      offset: nul,
      message: 'The file holds binary data, not text.',
      remedy: 'Open a JSON text file in UTF-8.',
    }
  }
  return null
}

/** Checks the nesting without recursion. */
function tooDeep(body: string): SyntaxFault | null {
  const scanner = createScanner(body, true)
  let depth = 0
  for (let token: number = scanner.scan(); token !== END_OF_FILE; token = scanner.scan()) {
    if (token === OPEN_BRACE || token === OPEN_BRACKET) depth++
    else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) depth--
    if (depth > MAX_DEPTH) {
      return {
        offset: scanner.getTokenOffset(),
        message: `The nesting is deeper than ${MAX_DEPTH} levels.`,
        remedy: 'Neither experiments nor rt-app descriptions need this; check that it is the right file.',
      }
    }
  }
  return null
}

/** The bracket that is still open at `end`, or is closed wrongly there; null where all are closed. */
function openBracket(body: string, end: number): number | null {
  const scanner = createScanner(body, true)
  const open: number[] = []
  for (let token: number = scanner.scan(); token !== END_OF_FILE; token = scanner.scan()) {
    if (scanner.getTokenOffset() >= end) break
    if (token === OPEN_BRACE || token === OPEN_BRACKET) open.push(scanner.getTokenOffset())
    else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) open.pop()
  }
  return open.pop() ?? null
}

/** The parser's error in plain words. */
function explain(body: string, error: ParseError): SyntaxFault {
  const found = tokenAt(body, error.offset)
  const at = (message: string, remedy: string): SyntaxFault => ({ offset: error.offset, message, remedy })
  const code = printParseErrorCode(error.error)
  switch (code) {
    case 'InvalidSymbol':
      return explainSymbol(error.offset, found)
    case 'InvalidNumberFormat':
    case 'UnexpectedEndOfNumber':
      return at(`${quote(found)} is no JSON number.`, 'Write it like 1, -2 or 0.5.')
    case 'PropertyNameExpected':
      if (found === '') return unclosed(body, error.offset)
      return at(`Expected a key in double quotes, found ${shown(found)}.`, `Write "key": value.`)
    case 'ValueExpected':
      if (found === '') return unclosed(body, error.offset)
      return at(`Expected a value, found ${shown(found)}.`, valueRemedy)
    case 'ColonExpected':
      return at(`Expected a colon after the key, found ${shown(found)}.`, 'Write "key": value.')
    case 'CommaExpected':
      if (/^[}\]]?$/.test(found)) return unclosed(body, error.offset)
      return at(`A comma is missing before ${shown(found)}.`, 'Separate entries with commas.')
    case 'CloseBraceExpected':
    case 'CloseBracketExpected':
      return unclosed(body, error.offset)
    case 'EndOfFileExpected':
      return at(
        `There is more text after the end of the document: ${shown(found)}.`,
        'A file holds one JSON object; look for a brace that closes too early.',
      )
    case 'UnexpectedEndOfComment':
    case 'InvalidCommentToken':
      return at('A comment is not closed.', 'End it with */.')
    case 'UnexpectedEndOfString':
      return at(`A text is not closed: ${shown(found)}.`, 'End it with a double quote on the same line.')
    case 'InvalidUnicode':
    case 'InvalidEscapeCharacter':
      return at(
        `A text has an escape that JSON does not know: ${shown(found)}.`,
        'Write \\\\ for a backslash.',
      )
    case 'InvalidCharacter':
      return at('A text holds a control character.', 'Write \\t for a tab and \\n for a line end.')
    default:
      return at(`The JSON is broken at ${quote(found)}.`, 'Check the syntax here.')
  }
}

/** A token for a message; a text has its quotes already. */
const shown = (token: string): string =>
  token.startsWith('"') ? quote(token.replace(/^"|"$/g, '')) : quote(token)

const valueRemedy = 'A value is a text in double quotes, a number, true, false, null, a list or an object.'

function explainSymbol(offset: number, found: string): SyntaxFault {
  if (/^[-+]?(NaN|Infinity)$/i.test(found)) {
    return { offset, message: `${found} is no JSON value.`, remedy: 'Give a finite number.' }
  }
  if (found.startsWith("'")) {
    return { offset, message: `${quote(found)} is in single quotes.`, remedy: 'JSON takes double quotes.' }
  }
  return {
    offset,
    message: `${quote(found)} is no JSON value.`,
    remedy: `${valueRemedy} Keys need quotes too.`,
  }
}

function unclosed(body: string, offset: number): SyntaxFault {
  const open = openBracket(body, offset)
  const found = tokenAt(body, offset)
  if (open === null && found === '') return { offset: 0, ...emptyFile }
  const character = open === null ? '{' : (body[open] ?? '{')
  const close = character === '[' ? ']' : '}'
  if (open === null || found !== '') {
    return {
      offset,
      message: `Expected ${close}, found ${shown(found)}.`,
      remedy: 'Check the brackets before it.',
    }
  }
  return {
    offset: open,
    message: `The ${character} here is never closed.`,
    remedy: `Add the missing ${close}; perhaps the file was cut off.`,
  }
}

/** The text of the token at or after `offset`; empty at the end. */
function tokenAt(body: string, offset: number): string {
  const scanner = createScanner(body, true)
  scanner.setPosition(offset)
  const token: number = scanner.scan()
  if (token === END_OF_FILE) return ''
  const start = scanner.getTokenOffset()
  if (token !== UNKNOWN) return body.slice(start, start + scanner.getTokenLength())
  return /^[^\s,:{}[\]]+/.exec(body.slice(start, start + 200))?.[0] ?? body.charAt(start)
}

/** A number such as 1e999, which reads as infinity. */
function nonFinite(node: Node): SyntaxFault | null {
  if (node.type === 'number' && !Number.isFinite(node.value)) {
    return { offset: node.offset, message: 'The number is too large.', remedy: 'Give a finite number.' }
  }
  for (const child of node.children ?? []) {
    const fault = nonFinite(child)
    if (fault !== null) return fault
  }
  return null
}

function toJsonNode(node: Node): JsonNode {
  const children = node.children ?? []
  if (node.type === 'array') return { kind: 'array', offset: node.offset, items: children.map(toJsonNode) }
  if (node.type !== 'object') {
    return { kind: 'scalar', offset: node.offset, value: node.value as string | number | boolean | null }
  }
  const entries: JsonEntry[] = []
  for (const property of children) {
    const [key, value] = property.children ?? []
    if (key === undefined || value === undefined) continue
    entries.push({ key: String(key.value), keyOffset: key.offset, value: toJsonNode(value) })
  }
  return { kind: 'object', offset: node.offset, entries }
}

/** Line starts once, then a binary search per question. Ends of line: LF, CRLF, CR. */
function createPositionIndex(body: string): (offset: number) => Position {
  const starts: number[] = [0]
  for (const end of body.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

function createDocument(
  file: string,
  root: JsonNode,
  positionAt: (offset: number) => Position,
): JsonDocument {
  const step = (node: JsonNode, part: string | number): { offset: number; node: JsonNode } | null => {
    if (node.kind === 'object') {
      const last = node.entries.reduce<JsonEntry | null>((found, e) => (e.key === part ? e : found), null)
      return last === null ? null : { offset: last.keyOffset, node: last.value }
    }
    const item = node.kind === 'array' && typeof part === 'number' ? node.items[part] : undefined
    return item === undefined ? null : { offset: item.offset, node: item }
  }
  /** Follows `path` as far as it goes. */
  const walk = (path: JsonPath): { node: JsonNode; keyOffset: number; complete: boolean } => {
    let node = root
    let keyOffset = root.offset
    for (const part of path) {
      const next = step(node, part)
      if (next === null) return { node, keyOffset: node.offset, complete: false }
      node = next.node
      keyOffset = next.offset
    }
    return { node, keyOffset, complete: true }
  }
  return {
    file,
    root,
    positionAt,
    locate: (path) => positionAt(walk(path).node.offset),
    locateKey: (path) => positionAt(walk(path).keyOffset),
    nodeAt: (path) => {
      const { node, complete } = walk(path)
      return complete ? node : null
    },
  }
}

/** The plain value. Of a duplicate key the last counts; a key `__proto__` is an ordinary property. */
export function toValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.items.map(toValue)
  const object: Record<string, unknown> = {}
  for (const { key, value } of node.entries) {
    const property = { value: toValue(value), enumerable: true, writable: true, configurable: true }
    Object.defineProperty(object, key, property)
  }
  return object
}

/** `variants[1].params.baseSlice`; keys that are no plain names are quoted. */
export function formatPath(path: JsonPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`
      if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(part)) return `[${quote(part)}]`
      return index === 0 ? part : `.${part}`
    })
    .join('')
}
