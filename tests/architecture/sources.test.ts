// What holds for every written file: its size, and that it speaks of nothing outside the repository.
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './sources'

const files = sourceFiles()
/** The prompt is 400 lines (a lint rule in the product); past this a file is too long whatever the reason. */
const HARD_LIMIT = 1000
const LIMITED = /\.(ts|mjs|js|vue|css|md)$/

/** The one file that must name what is forbidden. */
const SELF = 'tests/architecture/sources.test.ts'
const FORBIDDEN: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a machine path', /(^|[^\w.])\/work(\/|\b)/],
  ['a machine path', /(^|[^\w.])\/root\/[\w.]/],
  ['a folder beside the repository', /\.\.\/shared\b/],
  ['a folder beside the repository', /\bshared\/(design|spec|mock|groundtruth|hooks|samples)/],
  ['a folder beside the repository', /(^|[\s'"`(/])\.library\//],
  ['how the work was organised', /mock-?ups?\b/i],
  ['how the work was organised', /\bissue #?\d/i],
  ['a registry host', /\bregistry\.[a-z]+\.(org|com|io)\b/],
]

function forbiddenIn(text: string): string[] {
  return FORBIDDEN.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
}

describe('every file', () => {
  test(`has at most ${HARD_LIMIT} lines`, () => {
    const long = files
      .filter(({ path }) => LIMITED.test(path))
      .map(({ path, text }) => [path, text.split('\n').length] as const)
      .filter(([, lines]) => lines > HARD_LIMIT)
    expect(long).toEqual([])
  })

  test('names nothing outside the repository', () => {
    const found = files
      .filter(({ path }) => path !== SELF)
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, index) => forbiddenIn(line).map((what) => `${path}:${index + 1}: ${what}`)),
      )
    expect(found).toEqual([])
  })

  test('begins with a comment that says what it is', () => {
    const bare = files
      .filter(({ path }) => /\.(ts|mjs)$/.test(path) && !path.startsWith('tests/fixtures/'))
      .filter(({ text }) => !/^(#!.*\n)?\s*(\/\/|\/\*)/.test(text))
      .map(({ path }) => path)
    expect(bare).toEqual([])
  })
})

describe('the search for forbidden words', () => {
  test.each([
    ['see /work/main/README.md', 'a machine path'],
    ['cd /work/', 'a machine path'],
    ['/root/.cache', 'a machine path'],
    ['../shared/design.md', 'a folder beside the repository'],
    ['as the mock-up shows', 'how the work was organised'],
    ['fixes issue 2', 'how the work was organised'],
  ])('finds %s', (text, what) => {
    expect(forbiddenIn(text)).toContain(what)
  })

  test.each([
    'engine/workloads/x',
    'shared memory',
    'contract.library',
    'open an issue',
    'framework/main',
    './root/x',
  ])('leaves %s alone', (text) => {
    expect(forbiddenIn(text)).toEqual([])
  })
})
