// The stored window: nonsense is the same as nothing, and a window never opens where no screen is.
import { expect, it } from 'vitest'
import { parseWindowState, visiblePlace } from './window-state'

const screen = { x: 0, y: 0, width: 1920, height: 1080 }

it('keeps what makes sense of a file', () => {
  const stored = { x: 10, y: 20.4, width: 1400, height: 900, isMaximized: true, background: '#f7f8fa' }
  expect(parseWindowState(stored)).toEqual({ ...stored, y: 20 })
})
it.each([null, 7, 'x', [], { width: 'wide', x: 4, background: 'red; x' }, { width: NaN, height: -5 }])(
  'makes a usable window of %j',
  (stored) => {
    const state = parseWindowState(stored)
    expect(state.width).toBeGreaterThanOrEqual(400)
    expect(state.height).toBeGreaterThanOrEqual(300)
    expect(state.x === undefined).toBe(state.y === undefined)
    expect(state.background).toMatch(/^#[0-9a-f]{6}$/)
  },
)
it('opens where it was while a screen shows a good part of it', () => {
  const state = parseWindowState({ x: 1600, y: 0, width: 1280, height: 800 })
  expect(visiblePlace(state, () => screen)).toEqual({ x: 1600, y: 0, width: 1280, height: 800 })
  const lost = parseWindowState({ x: 2500, y: 0, width: 1280, height: 800 })
  expect(visiblePlace(lost, () => screen)).toEqual({ width: 1280, height: 800 })
})
