// Opening a source never throws for its content; as an error it tells whose fault it is.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSource, sourceError } from './open-source'

const examples = 'examples'

const text = (content: string) => ({ kind: 'text', name: 'pasted', text: content }) as const

test('an example opens with its runs planned', () => {
  const opened = openSource({ kind: 'example', id: 'two-hogs-nice' }, examples)
  expect(opened).toMatchObject({ sourceName: 'two-hogs-nice.json', format: 'experiment', problems: [] })
  expect(opened.plan).toHaveLength(6)
})

test('a bare rt-app text is wrapped', () => {
  const opened = openSource(text('{ "tasks": { "t": { "run": 1000, "sleep": 1000 } } }'), examples)
  expect(opened.format).toBe('rt-app')
  expect(opened.experiment?.variants.map((variant) => variant.policy)).toEqual(['eevdf', 'cfs'])
})

test('a file that is not there is the message itself', () => {
  const opened = openSource({ kind: 'path', path: '/no/such/file.json' }, examples)
  expect(opened).toMatchObject({ sourceName: 'file.json', experiment: null, text: '' })
  expect(sourceError(opened).toData()).toEqual({
    code: 'bad-spec',
    message: '"/no/such/file.json" is not there.',
    remedy: 'Check the path.',
    problems: [],
  })
})

test('a wrong experiment is a bad spec with all its problems', () => {
  const opened = openSource(text('{ "version": 1 }'), examples)
  const error = sourceError(opened)
  expect(error.code).toBe('bad-spec')
  expect(error.message).toBe(`pasted cannot be run: it has ${opened.problems.length} problems.`)
  expect(error.problems).toEqual(opened.problems)
})

test('a wrong rt-app file is bad data, also where an experiment names it', () => {
  const bad = '{ "tasks": { "t": { "run": "long" } } }'
  expect(sourceError(openSource(text(bad), examples)).code).toBe('bad-data')
  const folder = mkdtempSync(join(tmpdir(), 'vlag-source-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  writeFileSync(join(folder, 'load.json'), bad)
  const spec = {
    version: 1,
    name: 'x',
    machine: 'generic',
    workload: [{ rtApp: 'load.json' }],
    variants: [{ name: 'A', policy: 'cfs' }],
    duration: '1s',
    seeds: 1,
  }
  const path = join(folder, 'spec.json')
  writeFileSync(path, JSON.stringify(spec))
  expect(sourceError(openSource({ kind: 'path', path }, examples)).code).toBe('bad-data')
  writeFileSync(path, JSON.stringify({ ...spec, seeds: 0 }))
  expect(sourceError(openSource({ kind: 'path', path }, examples)).code).toBe('bad-spec')
  // The experiment is right, the file that it names is not: told at the place that names it.
  const missing = { ...spec, workload: [{ rtApp: 'missing.json' }] }
  writeFileSync(path, JSON.stringify(missing))
  const error = sourceError(openSource({ kind: 'path', path }, examples))
  expect(error.code).toBe('bad-data')
  expect(error.problems).toMatchObject([{ file: 'spec.json', line: 1, path: 'workload[0].rtApp' }])
  writeFileSync(path, JSON.stringify({ ...missing, seeds: 0 }))
  expect(sourceError(openSource({ kind: 'path', path }, examples)).code).toBe('bad-spec')
})

test('of a file that is wrong all over the number of problems is not made up', () => {
  const keys = Array.from({ length: 300 }, (_, i) => `"k${i}": 1`).join()
  const error = sourceError(openSource(text(`{ "version": 1, ${keys} }`), examples))
  expect(error.message).toBe('pasted cannot be run: it has more than 100 problems.')
})
