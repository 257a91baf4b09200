// Adding a thing is adding one folder: each folder of the catalog has its descriptor, and a README that says what is
// modelled and what is not, under the same headings everywhere.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './sources'

const HEADINGS = ['What it models', 'When to use it', 'What it leaves out', 'Sources', 'Status']
const folders = ['policies', 'workloads', 'machines', 'metrics'].flatMap((kind) =>
  readdirSync(join(root, 'engine', kind), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `engine/${kind}/${entry.name}`),
)

describe.each(folders)('%s', (folder) => {
  test('has its descriptor', () => {
    expect(existsSync(join(root, folder, 'index.ts'))).toBe(true)
  })

  test('says what it models under the common headings', () => {
    const readme = readFileSync(join(root, folder, 'README.md'), 'utf8')
    expect([...readme.matchAll(/^## (.+)$/gm)].map((match) => match[1])).toEqual(
      expect.arrayContaining(HEADINGS),
    )
  })
})
