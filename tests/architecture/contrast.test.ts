// Contrast of the tokens, computed from the style sheet itself (WCAG 2.1: 4.5 for text, 3 for graphics and controls).
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../../renderer/styles/tokens.css', import.meta.url), 'utf8')

function tokensOf(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', (match[2] ?? '').trim()]),
  )
}

const blockAfter = (selector: string): string => {
  const start = css.indexOf(selector)
  expect(start, selector).toBeGreaterThanOrEqual(0)
  return css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start))
}

const dark = tokensOf(blockAfter(':root {'))
const lightOnly = tokensOf(blockAfter(":root[data-theme='light'] {"))
const light = new Map([...dark, ...lightOnly])

type Rgb = readonly [number, number, number]

/** A hex colour, with its alpha laid over `under`. */
function rgb(hex: string, under: Rgb = [0, 0, 0]): Rgb {
  const channel = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  expect(hex).toMatch(/^#[0-9a-f]{6}([0-9a-f]{2})?$/i)
  const alpha = hex.length === 9 ? channel(7) / 255 : 1
  const mix = (top: number, below: number): number => top * alpha + below * (1 - alpha)
  return [mix(channel(1), under[0]), mix(channel(3), under[1]), mix(channel(5), under[2])]
}

function luminance([r, g, b]: Rgb): number {
  const linear = (channel: number): number => {
    const c = channel / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

function contrast(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const SURFACES = ['surface-0', 'surface-1', 'surface-2', 'surface-3', 'surface-4'] as const

describe.each([
  ['dark', dark],
  ['light', light],
])('%s', (_theme, tokens) => {
  const color = (name: string, under?: Rgb): Rgb => rgb(tokens.get(name) ?? `no token ${name}`, under)
  const check = (front: string, back: string, least: number): void => {
    const value = contrast(color(front), color(back))
    expect(value, `${front} on ${back}: ${value.toFixed(2)}`).toBeGreaterThanOrEqual(least)
  }

  it('has readable text on every surface up to hover', () => {
    for (const surface of SURFACES)
      for (const text of ['text-1', 'text-2', 'text-3']) check(text, surface, 4.5)
  })
  it('has readable links, verdicts and states on page and panels', () => {
    for (const surface of ['surface-0', 'surface-1', 'surface-2', 'surface-3'])
      for (const text of ['accent', 'good', 'bad', 'warn', 'error', 'info']) check(text, surface, 4.5)
  })
  it('has readable words inside tinted chips and notices', () => {
    for (const tone of ['good', 'bad', 'warn', 'error', 'info', 'accent']) {
      const back = color(`${tone}-soft`, color('surface-2'))
      expect(contrast(color(tone), back), `${tone} on its tint`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(color('text-2'), back), `text-2 on ${tone}`).toBeGreaterThanOrEqual(4.5)
    }
  })
  it('has readable words on the primary button, at rest, hovered and pressed', () => {
    for (const fill of ['accent-fill', 'accent-fill-hover', 'accent-fill-press'])
      check('text-on-accent', fill, 4.5)
  })
  it('has visible field borders and focus rings', () => {
    for (const surface of ['surface-1', 'surface-2', 'surface-inset']) {
      check('line-3', surface, 3)
      check('accent', surface, 3)
    }
  })
  it('has a visible colour for every policy on panels', () => {
    const policies = [...tokens.keys()].filter((name) => /^policy-[a-z0-9]+$/.test(name))
    expect(policies.length).toBeGreaterThan(8)
    for (const policy of policies) check(policy, 'surface-2', 3)
  })
})

it('is the same light theme by choice and by the preference of the system', () => {
  const bySystem = tokensOf(blockAfter(':root:not([data-theme]) {'))
  expect(Object.fromEntries(bySystem)).toEqual(Object.fromEntries(lightOnly))
})
