// The field guide must name exactly the keys that the schema takes, and have words for each of them.
import { describe, expect, it } from 'vitest'
import { ExperimentFile, VariantFile } from '../../../contract/experiment'
import { guideTo, knownKeys, notYet, placeOf } from './field-guide'

describe('the field guide', () => {
  it.each([
    ['', Object.keys(ExperimentFile.shape)],
    ['variants[]', Object.keys(VariantFile.shape)],
  ])('knows the keys of %j', (place, keys) => {
    expect([...(knownKeys.get(place) ?? [])].sort()).toEqual([...keys].sort())
  })

  it('names nothing as missing that the schema takes', () => {
    for (const [place, keys] of notYet) {
      for (const key of keys) expect(knownKeys.get(place)).not.toContain(key)
    }
  })

  it('has words for each top-level key of its own', () => {
    const texts = (knownKeys.get('') ?? []).map((key) => guideTo([key]))
    expect(new Set(texts).size).toBe(texts.length)
    expect(guideTo(['variants', 3, 'name'])).toContain('1 to 80 characters')
    expect(guideTo(['variants', 3, 'params', 'x'])).toBe(guideTo(['variants', 3, 'params']))
  })

  it('turns a path into a place', () => {
    expect(placeOf(['variants', 1, 'params', 'x'])).toBe('variants[].params.x')
    expect(placeOf([])).toBe('')
  })
})
