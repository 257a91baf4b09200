// Sources in routes: examples and paths as they are; text by a number, kept for the session, since it may be large.
import type { RouteLocationRaw } from 'vue-router'
import type { Source } from '../../contract/api'

const texts = new Map<string, Source>()
const KEY = 'vlag.text.'

/** The route that shows a source. */
export function routeOfSource(source: Source): RouteLocationRaw {
  return { name: 'opened', query: { source: writeSource(source) } }
}

function writeSource(source: Source): string {
  if (source.kind === 'example') return `example:${source.id}`
  if (source.kind === 'path') return `path:${source.path}`
  const key = Date.now().toString(36)
  texts.set(key, source)
  try {
    sessionStorage.setItem(KEY + key, JSON.stringify(source))
  } catch {
    // Over the storage's limit: it is still there until the window reloads.
  }
  return `text:${key}`
}

/** The source of a route's query; null where it names none, or a text that is gone. */
export function readSource(written: string): Source | null {
  const at = written.indexOf(':')
  const kind = written.slice(0, at)
  const rest = written.slice(at + 1)
  if (at < 0 || rest === '') return null
  if (kind === 'example') return { kind, id: rest }
  if (kind === 'path') return { kind, path: rest }
  if (kind !== 'text') return null
  const kept = texts.get(rest)
  if (kept !== undefined) return kept
  const stored = sessionStorage.getItem(KEY + rest)
  // Written by writeSource above, in this session; nothing else writes there.
  return stored === null ? null : (JSON.parse(stored) as Source)
}
