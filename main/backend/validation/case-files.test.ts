// Directories of cases: what is found, and what is said of one that cannot be used.
import { join, relative } from 'node:path'
import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VlagError } from '../../../contract/errors'
import { readCases } from './case-files'
import { caseFiles, hog, makeDirectory, oneCpuFacts, periodic, realTask } from './test-cases'

const good = { tasks: { hogA: hog }, real: [{ hogA: realTask() }] }
const bounded = (files: Record<string, unknown>, ...folders: string[]) =>
  Object.fromEntries([
    ...folders.flatMap((folder) => Object.entries(caseFiles(folder, good))),
    ...Object.entries(files),
  ])

function errorOf(work: () => unknown): VlagError {
  try {
    work()
  } catch (error) {
    if (error instanceof VlagError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

test('cases are found at any depth, other folders and files are left alone', () => {
  const directory = makeDirectory(bounded({ 'tools/summarise.py': '#', 'README.md': '' }, 'b', 'stock/a'))
  expect(readCases(directory).map(({ name }) => name)).toEqual(['b', 'a'])
})

test('the folder of a case is a directory of one', () => {
  const directory = makeDirectory(bounded({}, 'cases/a'))
  expect(readCases(join(directory, 'cases', 'a')).map(({ name }) => name)).toEqual(['a'])
})

test('cases of the same name are told apart by their paths', () => {
  const directory = makeDirectory(bounded({}, 'a', 'stock/a', 'stock/b'))
  expect(readCases(directory).map(({ name }) => name)).toEqual(['a', join('stock', 'a'), 'b'])
})

test('cases are chosen by name or pattern; those that are not chosen are not even read', () => {
  const directory = makeDirectory(bounded({ 'broken/case.json': '{' }, 'hog', 'hog-long', 'per.A'))
  expect(readCases(directory, ['hog*']).map(({ name }) => name)).toEqual(['hog', 'hog-long'])
  expect(readCases(directory, ['hog', 'per.A']).map(({ name }) => name)).toEqual(['hog', 'per.A'])
  const error = errorOf(() => readCases(directory, ['hog-lonk']))
  expect(error).toMatchObject({ code: 'usage' })
  expect(error.remedy).toContain('Did you mean hog-long?')
})

test('tasks, repetitions and facts are read', () => {
  const real = [
    { hogA: realTask({ share: 1 }), perA: realTask() },
    { hogA: realTask({ share: 2 }), perA: realTask() },
  ]
  const directory = makeDirectory(caseFiles('a', { tasks: { hogA: hog, perA: periodic }, real }))
  const [recorded] = readCases(directory)
  expect(recorded?.facts).toEqual(oneCpuFacts)
  expect(recorded?.tasks.map((task) => task.name)).toEqual(['hogA', 'perA'])
  expect(recorded?.repetitions.map(({ tasks }) => tasks['hogA']?.share)).toEqual([1, 2])
})

test('figures of tasks that are not of the workload are left out, which is said', () => {
  const real = [{ hogA: realTask(), kworker: realTask() }]
  const [recorded] = readCases(makeDirectory(caseFiles('a', { tasks: { hogA: hog }, real })))
  expect(recorded?.notes).toEqual([expect.stringContaining('kworker')])
})

test.each<[string, (directory: string) => string, RegExp]>([
  ['is not there', (directory) => join(directory, 'none'), /none" is not there/],
  ['is a file', (directory) => join(directory, 'file'), /file" is no directory/],
  ['holds no case', (directory) => join(directory, 'empty'), /holds no recorded case/],
  ['lacks case.json', (directory) => join(directory, 'half'), /has a real.json, but no case.json/],
])('a directory that %s', (_, pathOf, message) => {
  const directory = makeDirectory({ file: 'x', 'half/a/real.json': {} })
  mkdirSync(join(directory, 'empty'))
  const error = errorOf(() => readCases(pathOf(directory)))
  expect(error.code).toBe('bad-data')
  expect(error.message).toMatch(message)
  expect(error.remedy).not.toBeNull()
})

test.each<[string, string, unknown, string, RegExp]>([
  ['a missing file', 'a/real.json', null, 'a/real.json', /is not there/],
  ['broken JSON', 'a/case.json', '{ "seconds": }', 'a/case.json', /./],
  ['a missing key', 'a/case.json', { ...oneCpuFacts, hz: undefined }, 'a/case.json', /"hz" is missing/],
  ['text for a number', 'a/case.json', { ...oneCpuFacts, hz: '250' }, 'a/case.json', /"hz" is "250"/],
  ['a tick rate of no kernel', 'a/case.json', { ...oneCpuFacts, hz: 60 }, 'a/case.json', /"hz" is 60/],
  ['no phases', 'a/case.json', { ...oneCpuFacts, tickPhaseUs: [] }, 'a/case.json', /is an empty list/],
  ['no repetitions', 'a/real.json', {}, 'a/real.json', /has no repetitions/],
  [
    'a task without figures',
    'a/real.json',
    { r1: { duration_s: 10, tasks: {} } },
    'a/real.json',
    /"hogA" of the workload has no figures/,
  ],
  [
    'a figure that is none',
    'a/real.json',
    { r1: { duration_s: 10, tasks: { hogA: { ...realTask(), share: null } } } },
    'a/real.json',
    /"share" is null/,
  ],
  [
    'a CPU that is not there',
    'a/workload.rtapp.json',
    { tasks: { hogA: { ...hog, cpus: [3] } } },
    'a/workload.rtapp.json',
    /3/,
  ],
])('%s is told with its place and a remedy', (_, path, content, file, message) => {
  const files = bounded({}, 'a')
  const { [path]: __, ...others } = files
  const directory = makeDirectory(content === null ? others : { ...others, [path]: content })
  const error = errorOf(() => readCases(directory))
  expect(error.code).toBe('bad-data')
  expect(error.problems).toHaveLength(1)
  const [problem] = error.problems
  expect(problem?.file).toBe(relative('.', file))
  expect(problem?.message).toMatch(message)
  expect(problem?.remedy).toBeTruthy()
})

test('problems of all cases come together', () => {
  const directory = makeDirectory(
    bounded({ 'a/case.json': { ...oneCpuFacts, hz: 1 }, 'b/real.json': {} }, 'a', 'b'),
  )
  expect(errorOf(() => readCases(directory)).problems.map(({ file }) => file)).toEqual([
    join('a', 'case.json'),
    join('b', 'real.json'),
  ])
})
