// Bad experiment files: each fixture says in its first lines what must be reported, and nothing else may be.
// `// expect LINE:COLUMN PATH | words of the message or the remedy`
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../../contract/errors'
import { VlagError } from '../../../contract/errors'
import { MAX_FILE_BYTES, readSource, resolveExperiment } from './index'

const fixtures = path.resolve(import.meta.dirname, '../../../tests/fixtures/experiments/bad')

function problemsOf(text: string, name = 'f.json', dir: string | null = fixtures): readonly Problem[] {
  const result = resolveExperiment(text, name, dir)
  if ('experiment' in result) throw new Error('was resolved')
  return result.problems
}

describe('a bad experiment file is refused:', () => {
  it.each(readdirSync(fixtures).filter((file) => file.endsWith('.json')))('%s', (file) => {
    const text = readFileSync(path.join(fixtures, file), 'utf8')
    const expected = [...text.matchAll(/^\/\/ expect (\S+) ?(.*?) ?\| ?(.*)$/gm)].map(
      ([, place = '', where = '', words = '']) => ({ place: `${place} ${where}`, words }),
    )
    const problems = problemsOf(text, file)
    expect(problems.map(({ line, column, path: where = '' }) => `${line}:${column} ${where}`)).toEqual(
      expected.map(({ place }) => place),
    )
    problems.forEach((problem, index) => {
      expect(problem.file).toBe(file)
      expect(problem.remedy).toMatch(/\w/)
      expect(`${problem.message} ${problem.remedy ?? ''}`).toContain(expected[index]?.words)
    })
  })

  it('suggests what was meant and lists what there is', () => {
    const text = (kind: string): string => readFileSync(path.join(fixtures, `unknown-${kind}.json`), 'utf8')
    expect(problemsOf(text('policy'))[0]?.remedy).toMatch(/^Did you mean "eevdf"\? Known: cfs/)
    expect(problemsOf(text('parameter'))[0]?.remedy).toMatch(
      /^Did you mean "kernel"\? Parameters: .*baseSlice/,
    )
    expect(problemsOf(text('machine'))[0]?.remedy).toContain('Did you mean "celeron-2c"?')
    expect(problemsOf(text('workload'))[0]?.remedy).toContain('Did you mean "cpu-hogs"?')
    expect(problemsOf(text('choice'))[0]?.remedy).toMatch(/Choices: .*6\.12/)
  })

  it.each([
    ['an empty text', '', 'The file is empty.'],
    ['a binary text', '\u0000\u0001', 'binary data'],
    ['deep nesting', '['.repeat(200_000), 'nesting is deeper'],
    ['a text with CRLF and a byte order mark', '\ufeff{\r\n"version": 2 }', '"version" is 2'],
  ])('%s', (_, text, words) => {
    expect(
      problemsOf(text)
        .map(({ message }) => message)
        .join(),
    ).toContain(words)
  })

  it('gives problems of an rt-app file under its name, after those of the experiment', () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'vlag-'))
    writeFileSync(path.join(dir, 'w.json'), '{\n"tasks": { "a": { "run": "x", "cpus": [9] } } }')
    const text = `{ "version": 1, "name": "N", "machine": "celeron-2c", "workload": [{ "rtApp": "w.json" }],
      "variants": [{ "name": "A", "policy": "nope" }], "duration": "1s", "seeds": 1 }`
    const places = problemsOf(text, 'e.json', dir).map((p) => `${p.file} ${p.line}:${p.column} ${p.path}`)
    rmSync(dir, { recursive: true })
    expect(places).toEqual([
      'e.json 2:45 variants[0].policy',
      'w.json 2:26 tasks.a.run',
      'w.json 2:40 tasks.a.cpus[0]',
    ])
  })

  it.each(['workload.rtapp.json', '/etc/passwd'])('reads no file for a text without a file: %s', (file) => {
    const missing = readFileSync(path.join(fixtures, 'rt-app-missing.json'), 'utf8')
    const text = missing.replace('no-such.rtapp.json', file)
    expect(problemsOf(text, 'pasted', null)[0]?.message).toContain(
      'cannot be read, since this text comes from no file',
    )
  })
})

describe('a file that cannot be read is one error:', () => {
  let dir = ''
  beforeAll(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'vlag-'))
    writeFileSync(path.join(dir, 'large'), Buffer.alloc(MAX_FILE_BYTES + 500_000, 32))
    writeFileSync(path.join(dir, 'utf16'), Buffer.from('\ufeff{}', 'utf16le'))
    writeFileSync(path.join(dir, 'binary'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]))
    writeFileSync(path.join(dir, 'latin1'), Buffer.from([0x22, 0xe9, 0x22]))
    mkdirSync(path.join(dir, 'folder'))
    symlinkSync('loop', path.join(dir, 'loop'))
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  it.each([
    ['missing', 'is not there.'],
    ['large', 'is too large (4.5 MB).'],
    ['utf16', 'is text in UTF-16.'],
    ['binary', 'holds binary data'],
    ['latin1', 'is not valid UTF-8.'],
    ['folder', 'is a folder.'],
    ['large/x', 'a part of its path is a file'],
    ['loop', 'leads back to itself'],
    ['a'.repeat(300), 'name that is too long'],
    ['nul\u0000', 'is no possible path'],
  ])('%.10s', (file, words) => {
    let error: unknown
    try {
      readSource({ kind: 'path', path: path.join(dir, file) }, fixtures)
    } catch (caught) {
      error = caught
    }
    expect(error).toBeInstanceOf(VlagError)
    const { code, message, remedy } = (error as VlagError).toData()
    expect(code).toBe('bad-spec')
    expect(message).toContain(words)
    expect(remedy).toMatch(/\w/)
  })

  it.each([
    ['a file of /proc without end', '/proc/self/pagemap', /is too large and gives no size|holds binary data/],
    ['a device', '/dev/zero', /is no ordinary file/],
    ['a pipe', 'pipe', /is no ordinary file/],
  ])('%s', (_, name, words) => {
    const file = path.resolve(dir, name)
    if (name === 'pipe') execFileSync('mkfifo', [file])
    expect(() => readSource({ kind: 'path', path: file }, fixtures)).toThrow(words)
  })

  it.each(['no-such', '../two-hogs-nice', ''])('the example %j', (id) => {
    expect(() => readSource({ kind: 'example', id }, fixtures)).toThrow(/There is no example/)
  })

  it('text that was given is taken as it is', () => {
    const source = readSource({ kind: 'text', name: 'pasted', text: 'x' }, fixtures)
    expect(source).toEqual({ name: 'pasted', text: 'x', dir: null })
  })
})
