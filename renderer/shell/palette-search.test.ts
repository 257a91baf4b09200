// What the palette finds, in which order, and what it marks.
import { describe, expect, it } from 'vitest'
import { searchItems } from './palette-search'

const find = (items: string[], query: string) => searchItems(items, (text) => text, query)

describe('searchItems', () => {
  it('keeps everything in order without a query', () => {
    expect(find(['b', 'a'], ' ').map((f) => f.item)).toEqual(['b', 'a'])
  })
  it('puts starts of words before middles', () => {
    expect(find(['Recompute', 'Go to Compare', 'Compare'], 'comp').map((f) => f.item)).toEqual([
      'Compare',
      'Go to Compare',
      'Recompute',
    ])
  })
  it('asks for every word, in any order', () => {
    expect(find(['Typing during a build', 'Typing'], 'build typ').map((f) => f.item)).toEqual([
      'Typing during a build',
    ])
  })
  it('marks what was met and loses no letter', () => {
    const [found] = find(['Go to Compare'], 'com go')
    expect(found?.parts.filter((p) => p.hit).map((p) => p.text)).toEqual(['Go', 'Com'])
    expect(found?.parts.map((p) => p.text).join('')).toBe('Go to Compare')
  })
  it('does not mark overlapping words twice', () => {
    const [found] = find(['Compare'], 'comp com')
    expect(found?.parts.map((p) => p.text).join('')).toBe('Compare')
  })
})
