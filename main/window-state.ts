// Size, place and background of the window between starts, in a small JSON file. A file that cannot be read or makes
// no sense is the same as none.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface WindowState {
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly isMaximized: boolean
  /** Of the theme that was on show, so that the next start does not flash. */
  readonly background: string
}

const FIRST: WindowState = { width: 1280, height: 800, isMaximized: false, background: '#111317' }

/** Keeps of any parsed JSON what makes sense. */
export function parseWindowState(parsed: unknown): WindowState {
  if (typeof parsed !== 'object' || parsed === null) return FIRST
  const fields = new Map<string, unknown>(Object.entries(parsed))
  const number = (name: string): number | undefined => {
    const value = fields.get(name)
    return typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : undefined
  }
  const x = number('x')
  const y = number('y')
  const background = fields.get('background')
  return {
    ...(x === undefined || y === undefined ? {} : { x, y }),
    width: Math.max(number('width') ?? FIRST.width, 400),
    height: Math.max(number('height') ?? FIRST.height, 300),
    isMaximized: fields.get('isMaximized') === true,
    background:
      typeof background === 'string' && /^#[0-9a-f]{6}$/i.test(background) ? background : FIRST.background,
  }
}

export function readWindowState(file: string): WindowState {
  try {
    return parseWindowState(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return FIRST
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(state)}\n`)
  } catch {
    // A read-only disk: the next start opens where the first did. The library says that it is read-only.
  }
}

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * The stored place where a screen still shows a good part of it, else the size alone. `workAreaOf` gives the usable
 * part of the screen nearest to a rectangle.
 */
export function visiblePlace(
  { x, y, width, height }: WindowState,
  workAreaOf: (place: Area) => Area,
): Partial<Area> {
  if (x === undefined || y === undefined) return { width, height }
  const workArea = workAreaOf({ x, y, width, height })
  const across = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x)
  const down = Math.min(y + height, workArea.y + workArea.height) - Math.max(y, workArea.y)
  return across > 200 && down > 100 ? { x, y, width, height } : { width, height }
}
