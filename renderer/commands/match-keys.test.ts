// Key presses as people make them, on layouts as they are.
import { describe, expect, it } from 'vitest'
import { commands } from '../../contract/commands'
import { createKeyMatcher, writtenKey } from './match-keys'

const press = (key: string, held: Partial<Record<'mod' | 'shift' | 'alt', boolean>> = {}) =>
  writtenKey({ key, mod: false, shift: false, alt: false, ...held })

describe('writtenKey', () => {
  it('writes letters in capitals, without regard to caps lock', () => {
    expect(press('j')).toBe('J')
    expect(press('J')).toBe('J')
    expect(press('k', { mod: true })).toBe('Mod+K')
    expect(press('l', { mod: true, shift: true })).toBe('Mod+Shift+L')
  })
  it('writes what Shift produced for signs, and Shift itself for named keys', () => {
    expect(press('?', { shift: true })).toBe('?')
    expect(press('/')).toBe('/')
    expect(press('Enter', { mod: true })).toBe('Mod+Enter')
    expect(press(' ')).toBe('Space')
    expect(press('Enter', { shift: true })).toBe('Shift+Enter')
  })
  it('is silent for a modifier alone', () => {
    expect(press('Control', { mod: true })).toBeNull()
  })
})

describe('createKeyMatcher', () => {
  it('finds a sequence within its time and forgets it after', () => {
    const matcher = createKeyMatcher([{ id: 'go', keys: ['G L'] }])
    expect(matcher.press('G', 0)).toEqual([])
    expect(matcher.press('L', 500)).toEqual(['go'])
    expect(matcher.press('L', 600)).toEqual([])
    expect(matcher.press('G', 1000)).toEqual([])
    expect(matcher.press('L', 3000)).toEqual([])
  })
  it('lets a key after a broken sequence count for itself', () => {
    const matcher = createKeyMatcher([
      { id: 'go', keys: ['G L'] },
      { id: 'next', keys: ['J'] },
    ])
    matcher.press('G', 0)
    expect(matcher.press('J', 10)).toEqual(['next'])
  })
})

describe('the table of commands', () => {
  it('has a key twice only on screens that are never on show together', () => {
    const perScreen = new Set(['Library', 'Experiment'])
    const owners = new Map<string, string>()
    for (const { id, group, keys } of commands) {
      for (const key of keys) {
        const other = owners.get(key)
        const shared = perScreen.has(group) && other !== undefined && perScreen.has(other) && other !== group
        expect(other === undefined || shared, `${key} of ${id}`).toBe(true)
        owners.set(key, group)
      }
    }
  })
  it('has no key that also begins a sequence', () => {
    const all = commands.flatMap((command) => [...command.keys])
    const starts = new Set(all.filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0]))
    expect(all.filter((keys) => starts.has(keys))).toEqual([])
  })
  it('has each id once', () => {
    expect(new Set(commands.map((command) => command.id)).size).toBe(commands.length)
  })
})
