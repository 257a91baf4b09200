// Who may import whom, checked on the real sources and, so that the check itself cannot go blind, on made-up ones.
import { describe, expect, test } from 'vitest'
import { importsOf } from './imports'
import { sourceFiles } from './sources'
import { isTest, violationsOf } from './zones'

// Not layered: configuration at the root, and the stand-in that runs inside Electron.
const LAYERED = /^(contract|engine|formats|db|main|preload|renderer|cli|scripts|tests|[^/]+\/)/
const code = sourceFiles().filter(
  ({ path }) =>
    /\.(ts|mjs|vue)$/.test(path) && path.includes('/') && LAYERED.test(path) && !path.endsWith('.d.ts'),
)

describe('the sources', () => {
  test('are found', () => {
    const product = code.filter(({ path }) => !isTest(path))
    for (const folder of [
      'contract',
      'engine',
      'formats',
      'db',
      'main',
      'preload',
      'renderer',
      'cli',
      'scripts',
    ])
      expect(
        product.some(({ path }) => path.startsWith(`${folder}/`)),
        folder,
      ).toBe(true)
    expect(product.flatMap(({ path, text }) => importsOf(path, text)).length).toBeGreaterThan(100)
  })

  test('import only what their layer may', () => {
    const violations = code.flatMap(({ path, text }) => violationsOf(path, text))
    expect(violations.map(({ path, line, message }) => `${path}:${line}: ${message}`)).toEqual([])
  })
})

describe('the reader of imports', () => {
  test('sees every way to import', () => {
    const text = [
      "import a from './a'",
      "import type { B } from './b'",
      "import { type C } from './c'",
      "import './d.css'",
      "export * from './e'",
      "export type { F } from './f'",
      "const g = await import('./g?raw')",
      "type H = import('./h').H",
      "const i = require('./i')",
      "const j = import.meta.glob('./j/*.ts', { eager: true })",
      "const k = import.meta.glob(['./k/*.ts', './l/*.ts'])",
    ].join('\n')
    expect(importsOf('x.ts', text).map(({ specifier, typeOnly }) => [specifier, typeOnly])).toEqual([
      ['./a', false],
      ['./b', true],
      ['./c', false],
      ['./d.css', false],
      ['./e', false],
      ['./f', true],
      ['./g', false],
      ['./h', true],
      ['./i', false],
      ['./j/*.ts', false],
      ['./k/*.ts', false],
      ['./l/*.ts', false],
    ])
  })

  test('reads the scripts of a Vue file, with its line numbers', () => {
    const text = [
      '<template><p>import x from "./no"</p></template>',
      '<script lang="ts">',
      "import a from './a'",
      '</script>',
      '<script setup lang="ts">',
      "import B from './B.vue'",
      '</script>',
    ].join('\n')
    expect(importsOf('X.vue', text)).toEqual([
      { specifier: './a', typeOnly: false, line: 3 },
      { specifier: './B.vue', typeOnly: false, line: 6 },
    ])
  })
})

describe('the table refuses', () => {
  test.each([
    ['engine/core/clock.ts', "import fs from 'node:fs'", /must not import the package "node:fs"/],
    ['engine/core/clock.ts', "import { z } from 'zod'", /must not import the package "zod"/],
    ['engine/model/task.ts', "import type { Run } from '../../contract/results'", /must not import contract/],
    ['engine/core/loop.ts', "import eevdf from '../policies/eevdf'", /must not import engine\/policies/],
    ['engine/policies/cfs/index.ts', "import { pick } from '../eevdf/pick'", /sibling eevdf/],
    ['engine/policies/cfs/index.ts', "import type { P } from '../eevdf/pick'", /sibling eevdf/],
    [
      'engine/metrics/latency/index.ts',
      "import x from '../../policies/cfs'",
      /must not import engine\/policies/,
    ],
    [
      'contract/results.ts',
      "import { simulate } from '../engine'",
      /write "import type"|must not import engine/,
    ],
    ['contract/results.ts', "import { version } from '../engine/version'", /write "import type"/],
    ['formats/rt-app/index.ts', "import { ipcMain } from 'electron'", /package "electron"/],
    ['formats/rt-app/index.ts', "import { readFileSync } from 'node:fs'", /package "node:fs"/],
    ['db/runs.ts', "import Database from 'better-sqlite3'", /package "better-sqlite3"/],
    ['db/runs.ts', "import type Database from 'better-sqlite3'", /package "better-sqlite3"/],
    ['db/runs.ts', "import { app } from 'electron'", /package "electron"/],
    ['main/backend/service.ts', "import { app } from 'electron'", /package "electron"/],
    ['main/backend/service.ts', "import { menu } from '../menu'", /must not import main\/menu/],
    ['main/backend/service.ts', "import { x } from '../../renderer/api/client'", /must not import renderer/],
    ['cli/run.ts', "import { createWindow } from '../main/windows'", /must not import main\/windows/],
    ['main/windows.ts', "import { format } from '../renderer/format'", /must not import renderer/],
    ['main/index.ts', "import { simulate } from '../engine/simulate'", /must not import engine/],
    ['preload/index.ts', "import { log } from '../main/backend/log'", /must not import main/],
    ['preload/index.ts', "import fs from 'node:fs'", /package "node:fs"/],
    ['renderer/main.ts', "import { ipcRenderer } from 'electron'", /package "electron"/],
    ['renderer/main.ts', "import { join } from 'node:path'", /package "node:path"/],
    ['renderer/api/client.ts', "import { simulate } from '../../engine/simulate'", /write "import type"/],
    ['renderer/api/client.ts', "import { loop } from '../../engine/core/loop'", /write "import type"/],
    ['renderer/api/client.ts', "import { openLibrary } from '../../db'", /must not import db/],
    [
      'renderer/features/run/RunView.vue',
      '<script setup>\nimport C from "../compare/C.vue"\n</script>',
      /sibling/,
    ],
    ['renderer/ui/x.ts', "import { data } from './x.test-data'", /test code/],
    ['scripts/setup/files.mjs', "import ts from 'typescript'", /package "typescript"/],
    ['helpers/x.ts', 'export {}', /no place in the table/],
  ])('%s: %s', (path, text, message) => {
    expect(violationsOf(path, text).map((violation) => violation.message)).toEqual([
      expect.stringMatching(message),
    ])
  })
})

describe('the table allows', () => {
  test.each([
    ['contract/results.ts', "import type { Outcome } from '../engine/model/run-result'"],
    ['engine/policies/eevdf/index.ts', "import { weightOf } from '../../model/weights'\nimport './pick'"],
    ['engine/simulate.ts', "import { policies } from './catalog'"],
    ['formats/rt-app/index.ts', "import type { TaskSpec } from '../../engine/model/run-spec'"],
    ['db/driver.ts', "import Database from 'better-sqlite3'"],
    ['cli/run.ts', "import { createBackend } from '../main/backend'\nimport { simulate } from '../engine'"],
    [
      'renderer/stores/catalog.ts',
      "import { policies } from '../../engine/catalog'\nimport { ref } from 'vue'",
    ],
    ['renderer/features/run/RunView.vue', "<script setup>\nimport V from '../../ui/VButton.vue'\n</script>"],
    ['engine/core/clock.test.ts', "import fs from 'node:fs'"],
  ])('%s: %s', (path, text) => {
    expect(violationsOf(path, text)).toEqual([])
  })
})
