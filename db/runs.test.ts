// Runs come back exactly as they went in, are shared by key, and a run that disagrees with the library is a fault.
import { expect, test } from 'vitest'
import { countRuns, getExperiment } from './experiment-reads'
import { finishExperiment } from './experiment-writes'
import { doneRuns } from './run-reads'
import { claimRun, failedRuns, mergedHistograms, recordRuns, storedKeys } from './runs'
import { finishedRun, keyOf, openTestLibrary, saveExperiment } from './library.test-data'

test('a run is read back as it was stored', () => {
  const library = openTestLibrary()
  const id = saveExperiment(library, 1)
  const run = finishedRun(keyOf(0, 2), 2, { latencyNs: 1 / 3 })
  recordRuns(library.db, id, [{ kind: 'done', run }], 5)
  expect(doneRuns(library.db, id)).toEqual([{ variant: 0, record: run.record }])
  expect(mergedHistograms(library.db, id, 2)[0]).toEqual(run.histograms)
  // Order of tasks and metrics is part of it.
  expect(JSON.stringify(doneRuns(library.db, id)[0]?.record)).toBe(JSON.stringify(run.record))
})

test('what was not measured stays so, with its reason', () => {
  const library = openTestLibrary()
  const id = saveExperiment(library, 1)
  recordRuns(library.db, id, [{ kind: 'done', run: finishedRun(keyOf(0, 1), 1, { latencyNs: null }) }], 5)
  expect(doneRuns(library.db, id)[0]?.record.metrics['wakeup_latency_p99']).toEqual({
    value: null,
    unit: 'ns',
    reason: 'no task was woken',
  })
})

test('a second experiment finds the runs of the first', () => {
  const library = openTestLibrary()
  const first = saveExperiment(library, 1)
  recordRuns(library.db, first, [{ kind: 'done', run: finishedRun(keyOf(0, 1), 1) }], 5)
  expect(storedKeys(library.db, [keyOf(0, 1), keyOf(1, 1)], 'results')).toEqual([keyOf(0, 1)])
  const second = saveExperiment(library, 2)
  expect(countRuns(library.db, second)).toEqual({
    state: 'queued',
    total: 4,
    failed: 0,
    cached: 1,
    donePerVariant: [1, 0],
  })
})

test('a claim is refused where another process has stored the run meanwhile', () => {
  const library = openTestLibrary()
  const [a, b] = [saveExperiment(library, 1), saveExperiment(library, 2)]
  expect(claimRun(library.db, a, keyOf(0, 1), 'results')).toBe(true)
  recordRuns(library.db, a, [{ kind: 'done', run: finishedRun(keyOf(0, 1), 1) }], 5)
  expect(claimRun(library.db, b, keyOf(0, 1), 'results')).toBe(false)
  expect(countRuns(library.db, b)?.cached).toBe(1)
  expect(claimRun(library.db, b, keyOf(0, 1), 'none')).toBe(true)
})

test('another digest for the same key is a determinism fault, and the stored run stays', () => {
  const library = openTestLibrary()
  const id = saveExperiment(library, 1)
  const run = finishedRun(keyOf(0, 1), 1)
  recordRuns(library.db, id, [{ kind: 'done', run }], 5)
  expect(recordRuns(library.db, id, [{ kind: 'done', run }], 5)).toEqual([])
  const other = finishedRun(keyOf(0, 1), 1, { digest: 'ffffffffffffffff' })
  const faults = recordRuns(library.db, id, [{ kind: 'done', run: other }], 6)
  expect(faults).toEqual([
    { key: keyOf(0, 1), message: expect.stringContaining('Determinism fault') as string },
  ])
  expect(failedRuns(library.db, id)[0]?.message).toContain('0123456789abcdef')
  expect(library.db.get('SELECT digest FROM runs')).toEqual({ digest: '0123456789abcdef' })
})

test('NaN fails its run and leaves the others of the batch', () => {
  const library = openTestLibrary()
  const id = saveExperiment(library, 1)
  const faults = recordRuns(
    library.db,
    id,
    [
      { kind: 'done', run: finishedRun(keyOf(0, 1), 1, { latencyNs: NaN }) },
      { kind: 'done', run: finishedRun(keyOf(0, 2), 2) },
      { kind: 'failed', key: keyOf(1, 1), message: 'The worker died.' },
    ],
    5,
  )
  expect(faults).toHaveLength(1)
  expect(failedRuns(library.db, id)).toEqual([
    { variant: 0, seed: 1, message: 'The engine gave NaN for run.metrics.wakeup_latency_p99.value.' },
    { variant: 1, seed: 1, message: 'The worker died.' },
  ])
  expect(countRuns(library.db, id)).toMatchObject({ failed: 2, donePerVariant: [1, 0] })
})

test('an end leaves counts, the worst outcome and headline means for the list', () => {
  const library = openTestLibrary()
  const id = saveExperiment(library, 1)
  recordRuns(
    library.db,
    id,
    [
      { kind: 'done', run: finishedRun(keyOf(0, 1), 1, { latencyNs: 100 }) },
      { kind: 'done', run: finishedRun(keyOf(0, 2), 2, { latencyNs: 300, outcome: 'starved' }) },
      { kind: 'done', run: finishedRun(keyOf(1, 1), 1, { latencyNs: null }) },
    ],
    5,
  )
  finishExperiment(library.db, id, 'cancelled', library.headlineMetrics, 7)
  expect(getExperiment(library.db, id)).toMatchObject({
    state: 'cancelled',
    runsDone: 3,
    runsTotal: 4,
    runsFailed: 0,
    outcome: 'starved',
    headline: [{ wakeup_latency_p99: 200 }, { wakeup_latency_p99: null }],
    finishedAt: new Date(7).toISOString(),
  })
})
