// What can be asked of the database's thread: one function per request, each one short and synchronous there.
// The client's types derive from this table.
import { statSync } from 'node:fs'
import { VlagError } from '../../contract/errors'
import type { ExperimentDetail, ExperimentRow, ExperimentState } from '../../contract/results'
import * as store from '../../db'

type Stored = Pick<ExperimentDetail, 'row' | 'source' | 'sourceName' | 'histograms' | 'failures'> & {
  readonly spec: store.ExperimentTexts['spec']
  readonly runs: readonly store.VariantRun[]
}

export type StoredExperiment = Stored

export function buildDbHandlers(library: store.Library) {
  const { db, headlineMetrics } = library
  // Every write asks for the session first, which throws the reason where the library is read-only.
  const own = (): string => library.session().id
  const writes = {
    insert: (entry: store.NewExperiment): number => store.insertExperiment(db, entry, own(), Date.now()),
    requeue: (entry: Pick<store.NewExperiment, 'id' | 'slots' | 'engineVersion' | 'reuse'>): number =>
      db.immediate(() => {
        refuseWhereOpenElsewhere(library, entry.id)
        return store.requeueExperiment(db, entry.id, entry, own(), Date.now())
      }),
    setRunning: (id: string): void => {
      own()
      store.setExperimentRunning(db, id, Date.now())
    },
    claim: (run: { id: string; key: string; reuse: store.Reuse }): boolean => {
      own()
      return store.claimRun(db, run.id, run.key, run.reuse)
    },
    record: (batch: { id: string; ends: readonly store.RunEnd[] }) => {
      own()
      return store.recordRuns(db, batch.id, batch.ends, Date.now())
    },
    finish: (end: { id: string; state: ExperimentState }): void => {
      own()
      store.finishExperiment(db, end.id, end.state, headlineMetrics, Date.now())
    },
    rename: (change: { id: string; name: string }): void => {
      own()
      store.renameExperiment(db, change.id, change.name, Date.now())
    },
    setDeleted: (change: { ids: readonly string[]; isDeleted: boolean }): string[] => {
      own()
      return store.setExperimentsDeleted(db, change.ids, change.isDeleted, Date.now())
    },
    beat: (): void => {
      library.beat(Date.now())
    },
    removeStrayDecisionFiles: (): string[] => {
      own()
      return store.removeStrayDecisionFiles(db, Date.now())
    },
    adoptOrphans: (): string[] => library.adoptOrphans(Date.now()),
  }
  const reads = {
    status: () => ({ readOnly: library.readOnly, notices: library.notices }),
    size: () => ({ runs: store.countStoredRuns(db), bytes: fileBytes(db.path) }),
    storedKeys: (wanted: { keys: readonly string[]; reuse: store.Reuse }): string[] =>
      store.storedKeys(db, wanted.keys, wanted.reuse),
    doneRun: (slot: { id: string; variant: number; seed: number }) =>
      store.doneRun(db, slot.id, slot.variant, slot.seed),
    list: (bin: boolean): ExperimentRow[] => store.listExperiments(db, bin),
    row: (id: string): ExperimentRow => store.getExperiment(db, id),
    latestId: (): string | null => store.latestExperimentId(db),
    spec: (id: string) => store.experimentTexts(db, id).spec,
    counts: (id: string) => store.countRuns(db, id),
    /** Throws `busy` where another living process runs it. */
    refuseWhereOpenElsewhere: (id: string): void => {
      refuseWhereOpenElsewhere(library, id)
    },
    /** Ids of experiments that changed since, where another process wrote anything since the last question. */
    changes: createChangeWatch(library),
    experiment: (id: string): Stored =>
      db.snapshot(() => {
        const { source, sourceName, spec } = store.experimentTexts(db, id)
        return {
          row: store.getExperiment(db, id),
          source,
          sourceName,
          spec,
          runs: store.doneRuns(db, id),
          histograms: store.mergedHistograms(db, id, spec.variants.length),
          failures: store.failedRuns(db, id),
        }
      }),
  }
  return { ...writes, ...reads }
}

export type DbHandlers = ReturnType<typeof buildDbHandlers>

function refuseWhereOpenElsewhere(library: store.Library, id: string): void {
  library.adoptOrphans(Date.now())
  const other = store.runningElsewhere(library.db, id, library.session().id)
  if (other === null) return
  const who = other.program === 'cli' ? 'a command line' : 'another window'
  throw new VlagError('busy', `${id} is being run by ${who} (process ${other.pid}).`, {
    remedy: 'Stop it there, or wait until it is done.',
  })
}

/** data_version moves when another connection has committed; then `updated_at` tells what. */
function createChangeWatch({ db }: store.Library): () => string[] {
  let version = db.pragma('data_version')
  let sinceMs = Date.now()
  return () => {
    const current = db.pragma('data_version')
    if (current === version) return []
    const from = sinceMs
    version = current
    sinceMs = Date.now()
    // Another process may have taken its time between its clock and its commit.
    return store.changedSince(db, from - 2000)
  }
}

/** Of the file and what is not yet moved into it. */
function fileBytes(path: string): number {
  const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return sizeOf(path) + sizeOf(`${path}-wal`)
}
