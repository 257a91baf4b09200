// Reading what the user points at: a bundled example, a file, or given text. Every way in which a file cannot be read
// is one error with its cause and what to do; decoding is strict, so that no broken text comes through as text.
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  type Stats,
} from 'node:fs'
import path from 'node:path'
import type { ExampleInfo, Source } from '../../../contract/api'
import { VlagError, type ErrorCode } from '../../../contract/errors'
import { parseJsonc, toValue } from '../../../formats/jsonc/jsonc'
import { quote } from '../../../formats/wording/wording'

export interface SourceText {
  /** For messages and titles: the file's name without its folder. */
  readonly name: string
  readonly text: string
  /** Folder that relative paths in the text start from; null for text that comes from no file. */
  readonly dir: string | null
}

/** As much as a pasted text may have. Descriptions that people write are a thousand times smaller. */
export const MAX_FILE_BYTES = 4_000_000
const CHUNK_BYTES = 256 * 1024

/** Throws a VlagError: `bad-spec` for a file that cannot be read, `not-found` for an unknown example. */
export function readSource(source: Source, examplesDir: string): SourceText {
  switch (source.kind) {
    case 'text':
      return { name: source.name, text: source.text, dir: null }
    case 'path': {
      const file = path.resolve(source.path)
      return { name: path.basename(file), text: readTextFile(file, 'bad-spec'), dir: path.dirname(file) }
    }
    case 'example': {
      const file = path.join(examplesDir, `${source.id}.json`)
      if (!/^[\w-]+$/.test(source.id) || !exists(file)) {
        const known = exampleIds(examplesDir).join(', ')
        throw new VlagError('not-found', `There is no example ${quote(source.id)}.`, {
          remedy: `Examples: ${known}.`,
        })
      }
      return { name: path.basename(file), text: readTextFile(file, 'bad-spec'), dir: examplesDir }
    }
  }
}

/** The bundled examples, by id. One that cannot be read is a fault of the build and throws. */
export function listExamples(examplesDir: string): readonly ExampleInfo[] {
  return exampleIds(examplesDir).map((id) => {
    const { name, text } = readSource({ kind: 'example', id }, examplesDir)
    const parsed = parseJsonc(text, name)
    if (!parsed.ok) throw new VlagError('internal', parsed.problem.message, { problems: [parsed.problem] })
    const value = toValue(parsed.document.root) as {
      readonly name?: string
      readonly description?: string
      readonly variants?: readonly { readonly policy: string }[]
    }
    return {
      id,
      name: value.name ?? id,
      description: value.description ?? '',
      policies: [...new Set(value.variants?.map(({ policy }) => policy))],
    }
  })
}

const exampleIds = (examplesDir: string): readonly string[] =>
  readdirSync(examplesDir)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort()

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined
}

type Fail = (message: string, remedy: string) => never

/** The UTF-8 text of `file`; `code` is that of the VlagError that is thrown where there is none. */
export function readTextFile(file: string, code: ErrorCode): string {
  const fail: Fail = (message, remedy) => {
    throw new VlagError(code, `${quote(file, 200)} ${message}`, { remedy })
  }
  try {
    // Before it is opened, since opening alone sets off some devices.
    refuseUnlessRegular(statSync(file), fail)
    return decode(readAtMost(file, fail), fail)
  } catch (error) {
    if (error instanceof VlagError) throw error
    const [message, remedy] = explain(error)
    return fail(message, remedy)
  }
}

/** Never waits and never takes more than the limit: files of /proc give their size as 0 and may have no end. */
function readAtMost(file: string, fail: Fail): Uint8Array {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor)
    refuseUnlessRegular(stats, fail)
    if (stats.size > MAX_FILE_BYTES) tooLarge(`(${megabytes(stats.size)})`, fail)
    const chunks: Buffer[] = []
    let total = 0
    for (;;) {
      const chunk = Buffer.alloc(CHUNK_BYTES)
      const length = readSync(descriptor, chunk)
      if (length === 0) return Buffer.concat(chunks, total)
      chunks.push(chunk.subarray(0, length))
      total += length
      if (total > MAX_FILE_BYTES) tooLarge('and gives no size', fail)
    }
  } finally {
    closeSync(descriptor)
  }
}

function refuseUnlessRegular(stats: Stats, fail: Fail): void {
  if (stats.isDirectory()) fail('is a folder.', 'Name a file in it.')
  if (!stats.isFile()) fail('is no ordinary file.', 'Copy its content to a file first.')
}

function tooLarge(detail: string, fail: Fail): never {
  return fail(`is too large ${detail}.`, `The most is ${megabytes(MAX_FILE_BYTES)}; is it the right file?`)
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

function decode(bytes: Uint8Array, fail: Fail): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return fail('is text in UTF-16.', 'Save it as UTF-8.')
  }
  if (bytes.includes(0)) return fail('holds binary data, not text.', 'Name a JSON text file.')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return fail('is not valid UTF-8.', 'Save it as UTF-8, or check that it is a text file.')
  }
}

/** What went wrong in the file system, and what to do. */
function explain(error: unknown): [string, string] {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'ENOENT':
      return ['is not there.', 'Check the path.']
    case 'ENOTDIR':
      return ['is not there: a part of its path is a file.', 'Check the path.']
    case 'EACCES':
    case 'EPERM':
      return ['may not be read.', 'Check its permissions.']
    case 'ENAMETOOLONG':
      return ['has a name that is too long.', 'Check the path.']
    case 'ELOOP':
      return ['is a link that leads back to itself.', 'Name the file itself.']
    case 'EMFILE':
    case 'ENFILE':
      return ['cannot be opened: too many files are open.', 'Close something and try again.']
    case 'EAGAIN':
      return ['has nothing to read now.', 'Copy its content to a file first.']
    case 'ERR_INVALID_ARG_VALUE':
      return ['is no possible path.', 'Check the path.']
    default:
      return [
        `cannot be read (${error instanceof Error ? error.message : String(error)}).`,
        'Check the disk it is on.',
      ]
  }
}
