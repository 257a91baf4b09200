// The files of the checkout that people write.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')
const NOT_WRITTEN = new Set(['node_modules', 'out', 'dist', 'coverage', '.git', 'package-lock.json'])
const TEXT = /\.(ts|mjs|cjs|js|vue|css|html|json|jsonc|md|yml|yaml|txt|h|svg|sql|sh)$|^\.ci\/run$|^LICENSE$/

export interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** Every text file that is not generated, in no set order. */
export function sourceFiles(): SourceFile[] {
  return pathsBelow('')
    .filter((path) => TEXT.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function pathsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_WRITTEN.has(entry.name)) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (path === 'tests/e2e/out') return []
    return entry.isDirectory() ? pathsBelow(path) : [path]
  })
}
