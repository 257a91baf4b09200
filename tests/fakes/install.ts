// Entry of the script that a browser runs before the page: puts the fake bridge where the preload puts the real one.
// Options come from `window.__fake`, set by an earlier init script.
import { createFakeBridge } from './bridge'
import type { FakeOptions } from './bridge'

declare global {
  interface Window {
    __fake?: Partial<FakeOptions>
  }
}

Object.defineProperty(window, 'vlag', {
  value: createFakeBridge({ rows: 8, mode: 'full', ...window.__fake }),
})
