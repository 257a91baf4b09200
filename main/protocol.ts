// The window's page comes from app://vlag/, served from the built renderer and nothing else: a real origin for the
// sender checks, and response headers for the content security policy. All permissions are denied.
import { net, protocol, session } from 'electron'
import { extname, join, normalize, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const SCHEME = 'app'
export const APP_ORIGIN = `${SCHEME}://vlag`
export const APP_PAGE = `${APP_ORIGIN}/index.html`

/** The dev server's page while `electron-vite dev` runs; never in a packaged app. */
export const devPage: string | undefined = process.env['ELECTRON_RENDERER_URL']

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Vue and ECharts set style attributes from script, which CSP counts as inline.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Before the app is ready: app:// behaves as https does (secure context, fetch, its own storage). */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** The file of a page's URL inside `folder`; null for anything outside it or of an unknown kind. */
export function fileOf(url: string, folder: string): string | null {
  const { origin, host, protocol: scheme, pathname } = new URL(url)
  if (origin !== APP_ORIGIN && `${scheme}//${host}` !== APP_ORIGIN) return null
  const path = normalize(join(folder, decodeURIComponent(pathname)))
  return path.startsWith(folder + sep) && extname(path) in TYPES ? path : null
}

export function serveRenderer(folder: string): void {
  protocol.handle(SCHEME, async (request) => {
    const path = fileOf(request.url, folder)
    if (path === null) return new Response(null, { status: 404 })
    const file = await net.fetch(pathToFileURL(path).toString())
    return new Response(file.body, {
      status: file.status,
      headers: {
        'content-type': TYPES[extname(path)] ?? '',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      },
    })
  })
}

/** Copying text is all that a page may do beyond drawing. */
const ALLOWED = 'clipboard-sanitized-write'

export function guardSession(): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, permission, answer) => {
    answer(permission === ALLOWED)
  })
  defaultSession.setPermissionCheckHandler((_contents, permission) => permission === ALLOWED)
}
