// Experiment files: reading, resolving, planning their runs.
export { engineCatalog, type Catalog } from './catalog'
export { planRuns, runKey, specHash } from './plan'
export { MAX_PROBLEMS } from './problem-list'
export { listExamples, MAX_FILE_BYTES, readSource, type SourceText } from './read-source'
export { resolveExperiment, type Resolution } from './resolve'
