// The window's page comes from app://vlag/, served from the built renderer and nothing else: a real origin for the
// sender checks, and response headers for the content security policy. All permissions are denied.
import { net, protocol, session } from 'electron'
import { pathToFileURL } from 'node:url'
import { APP_ORIGIN, APP_SCHEME, fileOf, originOf, typeOf } from './page-files'

export const APP_PAGE = `${APP_ORIGIN}/index.html`

/** The dev server's page while `electron-vite dev` runs; never in a packaged app. */
export const devPage: string | undefined = process.env['ELECTRON_RENDERER_URL']

/** Whether an address is that of the app's own page. */
export function isAppPage(url: string): boolean {
  const origins = devPage === undefined ? [APP_ORIGIN] : [APP_ORIGIN, originOf(devPage)]
  return origins.some((origin) => url.startsWith(`${origin}/`))
}

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

/** Before the app is ready: app:// behaves as https does (secure context, fetch, its own storage). */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

export function serveRenderer(folder: string): void {
  protocol.handle(APP_SCHEME, async (request) => {
    const path = fileOf(request.url, folder)
    if (path === null) return new Response(null, { status: 404 })
    const file = await net.fetch(pathToFileURL(path).toString())
    return new Response(file.body, {
      status: file.status,
      headers: {
        'content-type': typeOf(path),
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
