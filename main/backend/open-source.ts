// From what the user points at to an experiment with its runs planned, or to the list of what is wrong.
import { basename } from 'node:path'
import type { ExperimentPreview, Source } from '../../contract/api'
import { VlagError, type Problem } from '../../contract/errors'
import type { PlannedRun, ResolvedExperiment } from '../../contract/results'
import { planRuns, readSource, resolveExperiment } from './experiment'

export interface OpenedSource {
  readonly sourceName: string
  readonly text: string
  readonly format: ExperimentPreview['format']
  readonly experiment: ResolvedExperiment | null
  readonly plan: readonly PlannedRun[]
  readonly problems: readonly Problem[]
}

/** Never throws for a bad file; what is wrong is in `problems`. */
export function openSource(source: Source, examplesDir: string): OpenedSource {
  const failed = { format: 'experiment', experiment: null, plan: [] } as const
  let text: string
  let name: string
  let dir: string | null
  try {
    ;({ text, name, dir } = readSource(source, examplesDir))
  } catch (error) {
    if (!(error instanceof VlagError)) throw error
    return { ...failed, sourceName: nameOf(source), text: '', problems: problemsOf(error) }
  }
  const resolution = resolveExperiment(text, name, dir)
  if ('problems' in resolution) {
    const { format, problems } = resolution
    return { ...failed, sourceName: name, text, format, problems }
  }
  const { format, experiment } = resolution
  return { sourceName: name, text, format, experiment, plan: planRuns(experiment), problems: [] }
}

/**
 * The problems of a source as one error: `bad-data` where all lie in a file of data (an rt-app file, given itself or
 * named by the experiment), else `bad-spec`.
 */
export function sourceError({ sourceName, format, problems }: OpenedSource): VlagError {
  const isData =
    format === 'rt-app' || problems.every(({ file }) => file !== undefined && file !== sourceName)
  const [first] = problems
  // A file that cannot be read at all has no place in it to point at.
  if (problems.length === 1 && first !== undefined && first.line === undefined && first.file === undefined) {
    return new VlagError(
      'bad-spec',
      first.message,
      first.remedy === undefined ? {} : { remedy: first.remedy },
    )
  }
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
  return new VlagError(isData ? 'bad-data' : 'bad-spec', `${sourceName} cannot be run: it has ${count}.`, {
    problems,
  })
}

function nameOf(source: Source): string {
  if (source.kind === 'example') return source.id
  return source.kind === 'path' ? basename(source.path) : source.name
}

function problemsOf({ message, remedy, problems }: VlagError): readonly Problem[] {
  return problems.length > 0 ? problems : [{ message, ...(remedy === null ? {} : { remedy }) }]
}
