// Which experiment is meant, and what is said where none or several are.
import { expect, test } from 'vitest'
import { VlagError } from '../contract/errors'
import type { ExperimentRow } from '../contract/results'
import { pickExperiment } from './find-experiment'

const row = (id: string, name: string): ExperimentRow => ({
  id: `exp_${id.padEnd(26, '0')}`,
  name,
  state: 'completed',
  createdAt: '2026-12-01T12:00:00.000Z',
  finishedAt: null,
  engineVersion: '0',
  specHash: '',
  machine: { id: 'generic', title: 'Generic', cpus: 1 },
  workloadSummary: [],
  variants: [],
  seeds: 1,
  runsDone: 1,
  runsTotal: 1,
  runsFailed: 0,
  headline: [],
  outcome: 'completed',
  deletedAt: null,
})

const hogs = row('01a', 'Two hogs')
const desk = row('01b', 'Desk')
const otherDesk = row('02', 'Desk')
const binnedHogs = row('03', 'Two hogs')
const saved = [hogs, desk, otherDesk]

test.each([
  ['exp_01a', hogs],
  ['exp_02', otherDesk],
  ['exp_03', binnedHogs],
  // Those in the bin do not get in the way.
  ['Two hogs', hogs],
])('%s is found', (wanted, found) => {
  expect(pickExperiment(saved, [binnedHogs], wanted)).toBe(found)
})

function errorOf(wanted: string, rows = saved): VlagError {
  try {
    pickExperiment(rows, [], wanted)
  } catch (error) {
    if (error instanceof VlagError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

test.each(['exp_01', 'Desk'])('%s could be two, which are listed', (wanted) => {
  const { code, message, remedy } = errorOf(wanted)
  expect([code, message]).toEqual(['usage', `"${wanted}" may be any of 2 experiments.`])
  expect(remedy).toContain(`${desk.id}  Desk `)
  expect(remedy?.split('\n')).toHaveLength(3)
})

test('of many candidates the first are listed', () => {
  const many = Array.from({ length: 20 }, (_, i) => row(`1${i}`, 'Desk'))
  expect(errorOf('Desk', many).remedy).toContain('and 12 more')
})

test.each(['42', 'Two hog', 'exp_9', '01a', ''])('%j is none', (wanted) => {
  const { code, message, remedy } = errorOf(wanted)
  expect([code, message]).toEqual([
    'not-found',
    `The library has no experiment with the id or name "${wanted}".`,
  ])
  expect(remedy?.includes('Did you mean "Two hogs"?')).toBe(wanted === 'Two hog')
})
