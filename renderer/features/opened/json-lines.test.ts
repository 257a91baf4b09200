// Colouring loses no character and knows comments, keys and values.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitJsonLines } from './json-lines'

const kinds = (text: string) =>
  splitJsonLines(text).map((line) => line.filter((p) => p.kind !== 'plain').map((p) => [p.kind, p.text]))

it('tells keys from strings, numbers from words', () => {
  expect(kinds('{ "a" : "b", "c": -1.5e3, "d": true }')).toEqual([
    [
      ['key', '"a"'],
      ['string', '"b"'],
      ['key', '"c"'],
      ['figure', '-1.5e3'],
      ['key', '"d"'],
      ['word', 'true'],
    ],
  ])
})

it('follows a block comment over lines and leaves strings that look like comments', () => {
  expect(kinds('/* a\n b */ 1\n"http://x" // y')).toEqual([
    [['comment', '/* a']],
    [
      ['comment', ' b */'],
      ['figure', '1'],
    ],
    [
      ['string', '"http://x"'],
      ['comment', '// y'],
    ],
  ])
})

it('loses no character of any text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('"', '\\', '/', '*', '{', ':', ',', '1', 'true', ' ', '\n', 'ß')),
      (parts) => {
        const text = parts.join('')
        const back = splitJsonLines(text).map((line) => line.map((piece) => piece.text).join(''))
        expect(back.join('\n')).toBe(text)
      },
    ),
  )
})
