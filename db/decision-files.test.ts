// A run's file of decisions: where it is, that a run without it has no decisions, and which files are cleared away.
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { decisionFile, removeStrayDecisionFiles } from './decision-files'
import { finishedRun, keyOf, openTestLibrary, saveExperiment } from './library.test-data'
import { doneRun, doneRuns } from './run-reads'
import { recordRuns, storedKeys, type FinishedRun } from './runs'

const DAY_MS = 24 * 3600 * 1000

function withDecisions(run: FinishedRun): FinishedRun {
  return { ...run, record: { ...run.record, decisions: { recorded: 7, dropped: 0 } } }
}

test('a run answers a request for decisions only where they were recorded and their file is there', () => {
  const { db, ...library } = openTestLibrary()
  const id = saveExperiment({ db, ...library }, 1)
  const [a, b] = [finishedRun(keyOf(0, 1), 1), finishedRun(keyOf(1, 1), 1)]
  recordRuns(
    db,
    id,
    [a, withDecisions(b)].map((run) => ({ kind: 'done', run })),
    5,
  )
  const stored = (reuse: 'none' | 'results' | 'decisions'): string[] => storedKeys(db, [a.key, b.key], reuse)
  expect(stored('decisions')).toEqual([])
  const file = decisionFile(db.path, b.key)
  mkdirSync(dirname(file))
  writeFileSync(file, 'rows')
  expect([stored('none'), stored('results').length, stored('decisions')]).toEqual([[], 2, [b.key]])
  expect(doneRuns(db, id).map(({ record }) => record.decisions)).toEqual([
    undefined,
    { recorded: 7, dropped: 0 },
  ])
  expect(doneRun(db, id, 0, 1)).toEqual({ key: a.key, hasDecisions: false })
  expect(doneRun(db, id, 1, 2)).toBeNull()
  // Computed again for the sake of decisions: the stored run gets them.
  recordRuns(db, id, [{ kind: 'done', run: withDecisions(a) }], 6)
  expect(doneRun(db, id, 0, 1)).toEqual({ key: a.key, hasDecisions: true })
})

test('files that no run has any more are removed once they are a day old, others stay', () => {
  const library = openTestLibrary()
  const { db } = library
  const id = saveExperiment(library, 1)
  recordRuns(db, id, [{ kind: 'done', run: withDecisions(finishedRun(keyOf(0, 1), 1)) }], 5)
  expect(removeStrayDecisionFiles(db, Date.now())).toEqual([])
  const kept = decisionFile(db.path, keyOf(0, 1))
  const young = decisionFile(db.path, keyOf(0, 2))
  const gone = decisionFile(db.path, keyOf(1, 1))
  const unfinished = `${kept}.17-1.unfinished`
  const other = decisionFile(db.path.replace('library', 'other'), keyOf(1, 1))
  mkdirSync(dirname(kept))
  const old = new Date(Date.now() - 2 * DAY_MS)
  for (const path of [kept, young, gone, unfinished, other]) {
    writeFileSync(path, 'rows')
    if (path !== young) utimesSync(path, old, old)
  }
  expect(removeStrayDecisionFiles(db, Date.now()).sort()).toEqual(
    [basename(unfinished), basename(gone)].sort(),
  )
  expect(readdirSync(dirname(kept))).toHaveLength(3)
  expect([kept, young, other].every((path) => existsSync(path))).toBe(true)
})
