// The database's public face: open a library, then read and write it through these functions. All are synchronous
// and meant for one worker thread; nobody outside this folder sees SQL.
export { openLibrary, type Library, type LibraryOptions } from './library'
export {
  changedSince,
  countRuns,
  experimentTexts,
  getExperiment,
  latestExperimentId,
  listExperiments,
  runningElsewhere,
  type Counts,
  type ExperimentTexts,
} from './experiment-reads'
export {
  finishExperiment,
  insertExperiment,
  renameExperiment,
  requeueExperiment,
  setExperimentRunning,
  setExperimentsDeleted,
  type NewExperiment,
  type Slot,
} from './experiment-writes'
export {
  claimRun,
  countStoredRuns,
  failedRuns,
  mergedHistograms,
  recordRuns,
  storedKeys,
  type FinishedRun,
  type Reuse,
  type RunEnd,
  type RunHistograms,
} from './runs'
export { decisionFile, removeStrayDecisionFiles } from './decision-files'
export { doneRun, doneRuns, type VariantRun } from './run-reads'
export { makeFolder } from './make-folder'
