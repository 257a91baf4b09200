// For the tests of this folder: a library in a folder of its own, and a saved experiment in it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { RunRecord } from '../contract/results'
import { fakeExperiment, fakeRunResult, type FakeRun } from '../tests/fakes/results'
import type { Slot } from './experiment-writes'
import { insertExperiment } from './experiment-writes'
import { openLibrary, type Library } from './library'
import type { FinishedRun } from './runs'

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vlag-db-test-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export function openTestLibrary(path = join(temporaryFolder(), 'library.sqlite')): Library {
  const library = openLibrary({ path, program: 'test', headlineMetrics: ['wakeup_latency_p99'] })
  onTestFinished(() => {
    if (library.db.isOpen()) library.close()
  })
  return library
}

export const idOf = (n: number): string => `exp_${String(n).padStart(26, '0')}`
export const keyOf = (variant: number, seed: number): string => `${variant}f${seed}`.padStart(64, '0')

/** Two variants and two seeds unless said otherwise. */
export function saveExperiment(library: Library, n: number, slots: readonly Slot[] = fourSlots()): string {
  const entry = {
    id: idOf(n),
    experiment: fakeExperiment(),
    specHash: 'a'.repeat(64),
    engineVersion: '0.1.0',
    source: '{ "version": 1 }',
    sourceName: 'two-hogs.json',
    slots,
    reuse: 'results' as const,
  }
  insertExperiment(library.db, entry, library.session().id, 1000 * n)
  return entry.id
}

export function fourSlots(): Slot[] {
  return [0, 1].flatMap((variant) => [1, 2].map((seed) => ({ variant, seed, key: keyOf(variant, seed) })))
}

export function finishedRun(key: string, seed: number, fake: FakeRun = {}): FinishedRun {
  const { histograms, ...result } = fakeRunResult(fake)
  const record: RunRecord = {
    seed,
    digest: result.digest,
    outcome: result.outcome,
    outcomeDetail: result.outcomeDetail,
    events: result.events,
    simulatedNs: result.simulatedNs,
    wallMs: 12.5,
    metrics: result.metrics,
    counters: result.counters,
    tasks: result.tasks,
  }
  return { key, engineVersion: '0.1.0', record, histograms }
}
