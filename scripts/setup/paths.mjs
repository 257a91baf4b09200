// The places that the set-up knows: the checkout, its stamps, and the per-user cache for what is expensive to get
// (a runtime, a compiled addon). The cache may be deleted at any time.
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const modules = join(root, 'node_modules')
export const out = join(root, 'out')

/** Shared by all checkouts of this user; `VLAG_RUNTIME_CACHE` moves it. */
export const cacheRoot = process.env.VLAG_RUNTIME_CACHE ?? join(userCache(), 'vlag')

function userCache() {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local')
  return process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
}
