// The JSON reader: values, positions, and one clear problem for each way in which a file can be broken.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPath, MAX_DEPTH, parseJsonc, toValue, type JsonDocument } from './jsonc'

function read(text: string): JsonDocument {
  const result = parseJsonc(text, 'f.json')
  if (!result.ok) throw new Error(result.problem.message)
  return result.document
}
function problemOf(text: string) {
  const result = parseJsonc(text, 'f.json')
  if (result.ok) throw new Error('was read')
  return result.problem
}

describe('parseJsonc', () => {
  it('takes comments and trailing commas', () => {
    const text = '// first\n{ "a": [1, 2,], /* b */ "b": { "c": "x", }, }\n// last'
    expect(toValue(read(text).root)).toEqual({ a: [1, 2], b: { c: 'x' } })
  })

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('counts lines that end in %s', (_, end) => {
    const document = read(`{${end}  "a": 1,${end}  "b": [10,${end}20]${end}}`)
    expect(document.locate(['b', 1])).toEqual({ line: 4, column: 1 })
    expect(document.locateKey(['b'])).toEqual({ line: 3, column: 3 })
    expect(document.locate(['b'])).toEqual({ line: 3, column: 8 })
  })

  it('does not count a byte order mark', () => {
    expect(read('\ufeff{"a":1}').locateKey(['a'])).toEqual({ line: 1, column: 2 })
  })

  it('locates the nearest thing that is there', () => {
    const document = read('{"a": {"b": 1}}')
    expect(document.locate(['a', 'x', 'y'])).toEqual({ line: 1, column: 7 })
    expect(document.locateKey(['a', 'x'])).toEqual({ line: 1, column: 7 })
    expect(document.nodeAt(['a', 'x'])).toBeNull()
    expect(document.nodeAt(['a', 0])).toBeNull()
  })

  it('keeps duplicate keys in order; the value has the last', () => {
    const document = read('{"run": 1, "sleep": 2, "run": 3}')
    const { root } = document
    expect(root.kind === 'object' && root.entries.map(({ key }) => key)).toEqual(['run', 'sleep', 'run'])
    expect(toValue(root)).toEqual({ run: 3, sleep: 2 })
    expect(document.locateKey(['run'])).toEqual({ line: 1, column: 24 })
  })

  it('leaves prototypes alone', () => {
    const value = toValue(read('{"__proto__": {"polluted": 1}, "constructor": 2}').root)
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
    expect('polluted' in {}).toBe(false)
  })

  it('reads a wide document', () => {
    const text = `[${'{"a":1},'.repeat(30_000)}]`
    const { root } = read(text)
    expect(root.kind === 'array' && root.items.length).toBe(30_000)
  })
})

describe('a broken document', () => {
  it.each([
    ['nothing', '', 1, 1, 'The file is empty.'],
    ['only space', ' \n\n', 1, 1, 'The file is empty.'],
    ['only a comment', '\n// x', 1, 1, 'The file is empty.'],
    ['only an open comment', '/* x', 1, 1, 'A comment is not closed.'],
    ['binary', '{"a": "\u0000\u0001"}', 1, 8, 'binary data'],
    ['NaN', '{\n"a": NaN}', 2, 6, 'NaN is no JSON value.'],
    ['Infinity', '{"a": -Infinity}', 1, 7, 'Infinity'],
    ['a number that is no number', '{"a": 1.2.3}', 1, 10, ''],
    ['an overflow', '{"a": 1e999}', 1, 7, 'too large'],
    ['a missing comma', '{"a": 1\n "b": 2}', 2, 2, 'A comma is missing before "b".'],
    ['a missing colon', '{"a" 1}', 1, 6, 'Expected a colon after the key, found "1".'],
    ['a missing value', '{"a": }', 1, 7, 'Expected a value, found "}".'],
    ['a key without quotes', '{version: 1}', 1, 2, '"version"'],
    ['single quotes', "{'a': 1}", 1, 2, 'single quotes'],
    ['a word as value', '{"a": yes}', 1, 7, '"yes" is no JSON value.'],
    ['an open text', '{"a": "x\n}', 1, 7, 'A text is not closed'],
    ['an open comment', '{"a": 1} /* x', 1, 10, 'A comment is not closed.'],
    ['an open object', '{\n "a": {"b": 1\n', 2, 7, 'The { here is never closed.'],
    ['an open list', '{"a": [1, 2', 1, 7, 'The [ here is never closed.'],
    ['the wrong bracket', '{"a": [1, 2}', 1, 12, 'Expected ], found "}".'],
    ['two documents', '{} {}', 1, 4, 'more text after the end'],
    ['a bad escape', '{"a": "\\q"}', 1, 7, 'escape'],
    ['a tab in a text', '{"a": "x\ty"}', 1, 7, 'control character'],
  ])('%s', (_, text, line, column, words) => {
    const problem = problemOf(text)
    expect(problem).toMatchObject({ file: 'f.json', line, column })
    expect(problem.message).toContain(words)
    expect(problem.remedy).toMatch(/\w/)
  })

  it.each(['[', '{"a":'])('nested too deep with %s is refused, not a stack overflow', (opener) => {
    expect(problemOf(opener.repeat(200_000)).message).toContain(`deeper than ${MAX_DEPTH}`)
  })

  it(`takes ${MAX_DEPTH} levels`, () => {
    expect(read('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH)).root.kind).toBe('array')
  })
})

describe('any text', () => {
  it('is read or is one problem with a place inside it', () => {
    const fragments = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '//',
      '/*',
      '\n',
      'NaN',
      '\\u12',
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fragments).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const result = parseJsonc(text, 'f.json')
        if (result.ok) return
        expect(result.problem.line).toBeGreaterThan(0)
        expect(result.problem.column).toBeGreaterThan(0)
        expect(result.problem.line).toBeLessThanOrEqual(text.split(/\r\n|\n|\r/).length)
        expect(result.problem.message).toMatch(/\w/)
      }),
      { numRuns: 500 },
    )
  })

  it('that JSON.parse takes is read to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(toValue(read(text).root)).toEqual(JSON.parse(text))
      }),
    )
  })
})

describe('formatPath', () => {
  it('reads like the place in the document', () => {
    expect(formatPath(['variants', 1, 'params', 'baseSlice'])).toBe('variants[1].params.baseSlice')
    expect(formatPath(['tasks', 'a b', 'run0'])).toBe('tasks["a b"].run0')
    expect(formatPath([])).toBe('')
  })
})
