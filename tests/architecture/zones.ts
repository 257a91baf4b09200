// Who may import whom: the table of docs/architecture.md as data, and the check of one file against it.
import { importsOf, targetOf, type Import } from './imports'

interface Zone {
  readonly name: string
  /** Files of this zone, as paths from the root; the first zone that matches owns the file. */
  readonly files: RegExp
  /** Own code that it may load. */
  readonly own: RegExp
  /** Own code of which it may use the types. */
  readonly ownTypes?: RegExp
  /** npm packages and Node modules that it may load. */
  readonly packages: RegExp
}

const NONE = /^(?!)/
const NODE = /^node:/
const ENGINE_PARTS = ['policies', 'workloads', 'machines', 'metrics']
/** What UI code may take from npm; the backend's packages, Electron and Node are not among them. */
const UI_PACKAGES =
  /^(vue|pinia|vue-router|reka-ui|echarts|vue-echarts|@lucide\/vue|@tanstack\/[\w-]+|@fontsource-variable\/[\w-]+)(\/|$)/

export const zones: readonly Zone[] = [
  {
    name: 'contract',
    files: /^contract\//,
    own: /^contract(\/|$)/,
    ownTypes: /^engine(\/|$)/,
    packages: /^zod$/,
  },
  {
    name: 'engine core and model',
    files: /^engine\/(core|model)\//,
    own: /^engine\/(core|model)\//,
    packages: NONE,
  },
  ...ENGINE_PARTS.map((part) => ({
    name: `engine ${part}`,
    files: new RegExp(`^engine/${part}/`),
    // A sibling is refused below: which folder is the own one depends on the file.
    own: new RegExp(`^engine/(core|model|${part})/`),
    packages: NONE,
  })),
  { name: 'engine', files: /^engine\//, own: /^engine\//, packages: NONE },
  {
    name: 'formats',
    files: /^formats\//,
    own: /^formats(\/|$)/,
    ownTypes: /^(engine|contract)(\/|$)/,
    packages: /^jsonc-parser$/,
  },
  {
    name: 'db driver',
    files: /^db\/driver\.ts$/,
    own: /^(db|contract)(\/|$)/,
    ownTypes: /^engine(\/|$)/,
    packages: /^(node:|better-sqlite3$)/,
  },
  { name: 'db', files: /^db\//, own: /^(db|contract)(\/|$)/, ownTypes: /^engine(\/|$)/, packages: NODE },
  {
    name: 'backend, workers, cli',
    files: /^(main\/(backend|workers)|cli)\//,
    own: /^(contract|engine|formats|db|main\/(backend|workers)|cli)(\/|$)/,
    packages: /^(node:|zod$|piscina$|safe-stable-stringify$|@stdlib\/)/,
  },
  {
    name: 'main process',
    files: /^main\//,
    own: /^(main|contract)(\/|$)/,
    packages: /^(node:|electron$)/,
  },
  { name: 'preload', files: /^preload\//, own: /^(preload|contract)(\/|$)/, packages: /^electron$/ },
  {
    name: 'renderer',
    files: /^renderer\//,
    own: /^(renderer|contract)(\/|$)|^engine\/(catalog|model|search|policies|workloads|machines|metrics)(\/|$)/,
    ownTypes: /^engine(\/|$)/,
    packages: UI_PACKAGES,
  },
  // Runs before anything is installed.
  { name: 'set-up scripts', files: /^scripts\/setup\//, own: /^scripts\/setup\//, packages: NODE },
  {
    name: 'scripts',
    files: /^scripts\//,
    own: /^scripts\//,
    packages: /^(node:|playwright-core$|electron$)/,
  },
]

/** Folders of which one must not reach into another: <folder>/<one>/... */
const SEPARATE = [...ENGINE_PARTS.map((part) => `engine/${part}`), 'renderer/features']
/** Everything in this folder sees the whole product: tests of the whole, and tests beside their code. */
const UNBOUND = /^tests\/|\.(test|test-data|bench)\.ts$|\/test-[\w-]+\.ts$/

export interface Violation {
  readonly path: string
  readonly line: number
  readonly message: string
}

/** Whether tests rather than the product own this file; its imports are free. */
export function isTest(path: string): boolean {
  return UNBOUND.test(path)
}

/** What in this file breaks the table. `path` is relative to the root, with forward slashes. */
export function violationsOf(path: string, text: string): Violation[] {
  if (isTest(path)) return []
  const zone = zones.find(({ files }) => files.test(path))
  if (zone === undefined)
    return [{ path, line: 1, message: 'lies in a folder that has no place in the table' }]
  return importsOf(path, text).flatMap((found) => {
    const message = fault(zone, path, found)
    return message === null ? [] : [{ path, line: found.line, message }]
  })
}

function fault(zone: Zone, path: string, { specifier, typeOnly }: Import): string | null {
  const target = targetOf(path, specifier)
  if (target === null) {
    return zone.packages.test(specifier) ? null : `${zone.name} must not import the package "${specifier}"`
  }
  if (isTest(target) || isTest(`${target}.ts`)) return `the product must not import the test code ${target}`
  for (const folder of SEPARATE) {
    const from = partOf(folder, path)
    const to = partOf(folder, target)
    if (from !== null && to !== null && from !== to)
      return `${folder}/${from} must not import its sibling ${to}`
  }
  if (zone.own.test(target)) return null
  const types = zone.ownTypes?.test(target) ?? false
  if (types && typeOnly) return null
  return types
    ? `${zone.name} may only use the types of ${target}: write "import type"`
    : `${zone.name} must not import ${target}`
}

function partOf(folder: string, path: string): string | null {
  return path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] ?? null) : null
}
