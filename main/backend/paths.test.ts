// Where the library lives, on each platform.
import { expect, test } from 'vitest'
import { homeFolder } from './paths'

test.each([
  [{ VLAG_HOME: '/x' }, 'linux', '/x'],
  [{ VLAG_HOME: '' }, 'linux', '/home/me/.local/share/vlag'],
  [{}, 'linux', '/home/me/.local/share/vlag'],
  [{ XDG_DATA_HOME: '/data' }, 'linux', '/data/vlag'],
  [{ XDG_DATA_HOME: 'relative' }, 'linux', '/home/me/.local/share/vlag'],
  [{}, 'darwin', '/home/me/Library/Application Support/Vlag'],
  [{ APPDATA: '/roaming' }, 'win32', '/roaming/Vlag'],
] as const)('%j on %s is %s', (env, platform, folder) => {
  expect(homeFolder(env, platform, '/home/me')).toBe(folder)
})
