// Suggestions and lists: the right word for a typing slip, none for a word that is merely short.
import { describe, expect, it } from 'vitest'
import { kindOf, listWords, quote, suggest } from './wording'

describe('suggest', () => {
  it.each([
    ['polcy', 'policy'],
    ['plicy', 'policy'],
    ['ploicy', 'policy'],
    ['base_slice', 'baseSlice'],
    ['BASESLICE', 'baseSlice'],
    ['evdf', 'eevdf'],
    ['cfss', 'cfs'],
  ])('%s means %s', (word, meant) => {
    expect(suggest(word, ['name', 'policy', 'params', 'baseSlice', 'eevdf', 'cfs'])).toBe(meant)
  })

  it.each(['x', '', 'completely-different', 'ab', 'z'.repeat(100_000)])('has nothing for %.20s', (word) => {
    expect(suggest(word, ['name', 'policy', 'cfs'])).toBeNull()
  })

  it('takes the first of equally near words', () => {
    expect(suggest('barse', ['parse', 'horse', 'bars'])).toBe('parse')
  })
})

describe('listWords', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('%j', (words, text) => expect(listWords(words)).toBe(text))

  it('says how many it leaves out', () => expect(listWords(['a', 'b', 'c'], 2)).toBe('a, b and 1 more'))
})

describe('quote', () => {
  it('shows control characters and cuts', () => {
    expect(quote('a\u0000b')).toBe('"a\ufffdb"')
    expect(quote('x'.repeat(50))).toBe(`"${'x'.repeat(40)}…"`)
    expect(quote('\ud800')).toBe('"\ufffd"')
    expect(quote('a\u202eb\u2066c')).toBe('"a\ufffdb\ufffdc"')
    expect(quote('😀')).toBe('"😀"')
  })
})

describe('kindOf', () => {
  it.each([
    [null, 'null'],
    [[], 'a list'],
    [{}, 'an object'],
    ['a', 'text'],
    [1, 'a number'],
    [true, 'true'],
    [undefined, 'missing'],
  ])('%j is %s', (value, text) => expect(kindOf(value)).toBe(text))
})
