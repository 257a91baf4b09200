// Which file of the built page an app:// address means, and of what type it is. Pure, so that it can be tested.
import { extname, join, normalize, sep } from 'node:path'

export const APP_SCHEME = 'app'
export const APP_ORIGIN = `${APP_SCHEME}://vlag`

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Scheme and host of an address; `URL.origin` is 'null' for schemes that Node does not know. */
export function originOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** The file inside `folder`; null for another origin, a path outside, or a kind of file that the page has not. */
export function fileOf(url: string, folder: string): string | null {
  if (originOf(url) !== APP_ORIGIN) return null
  const path = normalize(join(folder, decodeURIComponent(new URL(url).pathname)))
  return path.startsWith(folder + sep) && extname(path) in TYPES ? path : null
}

export function typeOf(path: string): string {
  return TYPES[extname(path)] ?? 'application/octet-stream'
}
