// From what the user points at to an experiment with its runs planned, or to the list of what is wrong.
import { basename } from 'node:path'
import type { ExperimentPreview, Source } from '../../contract/api'
import { VlagError, type Problem } from '../../contract/errors'
import type { PlannedRun, ResolvedExperiment } from '../../contract/results'
import { MAX_PROBLEMS, planRuns, readSource, resolveExperiment } from './experiment'

export interface OpenedSource {
  readonly sourceName: string
  readonly text: string
  readonly format: ExperimentPreview['format']
  readonly experiment: ResolvedExperiment | null
  readonly plan: readonly PlannedRun[]
  readonly problems: readonly Problem[]
  /** Whether the problems lie in data (an rt-app file, given itself or named by the experiment) and nowhere else. */
  readonly areOfData: boolean
}

/** Never throws for a bad file; what is wrong is in `problems`. */
export function openSource(source: Source, examplesDir: string): OpenedSource {
  const failed = { format: 'experiment', experiment: null, plan: [], areOfData: false } as const
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
    return { ...failed, sourceName: name, text, ...resolution }
  }
  const { format, experiment } = resolution
  return {
    sourceName: name,
    text,
    format,
    experiment,
    plan: planRuns(experiment),
    problems: [],
    areOfData: false,
  }
}

/** The problems of a source as one error: `bad-data` where all lie in data, else `bad-spec`. */
export function sourceError({ sourceName, problems, areOfData }: OpenedSource): VlagError {
  const [first] = problems
  // A file that cannot be read at all has no place in it to point at.
  if (problems.length === 1 && first !== undefined && first.line === undefined && first.file === undefined) {
    return new VlagError(
      'bad-spec',
      first.message,
      first.remedy === undefined ? {} : { remedy: first.remedy },
    )
  }
  const most = problems.length > MAX_PROBLEMS ? `more than ${MAX_PROBLEMS}` : problems.length
  const count = problems.length === 1 ? 'a problem' : `${most} problems`
  return new VlagError(areOfData ? 'bad-data' : 'bad-spec', `${sourceName} cannot be run: it has ${count}.`, {
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
