// vlag run SPEC: simulates what the library lacks, stores it, and prints the comparison.
import { basename } from 'node:path'
import { VlagError } from '../../contract/errors'
import type { ExperimentDetail, ExperimentResult } from '../../contract/results'
import type { Ending } from '../../main/backend'
import { defineCommand, type CommandContext } from '../command'
import { buildComparisonText } from '../comparison'
import { EXIT, exitCodeOf } from '../exit-codes'
import { createProgressLine } from '../progress-line'

export default defineCommand({
  name: 'run',
  operands: 'SPEC',
  summary: 'run an experiment file, or a bare rt-app file (EEVDF against CFS)',
  help: [
    'Runs that the library has already are taken from there: the same file again costs nothing.',
    'Ctrl-C stops it, as do SIGTERM and SIGHUP: finished runs are kept, the exit code is 130, and the next',
    '`vlag run` does the rest. A second one ends it at once.',
  ],
  options: [
    {
      name: 'fresh',
      type: 'boolean',
      help: 'compute everything again and check that the results are the same',
    },
    { name: 'quiet', type: 'boolean', help: 'no progress on standard error' },
    {
      name: 'workers',
      type: 'string',
      value: 'N',
      help: 'simulating threads (default: CPUs - 1, at least 1)',
    },
  ],
  count: [1, 1],
  run,
})

async function run(context: CommandContext): Promise<number> {
  const { terminal, flags, json } = context
  const path = context.positionals[0] ?? ''
  if (path === '') throw new VlagError('usage', 'run: SPEC is empty.', { remedy: 'Name an experiment file.' })
  const source = { kind: 'path', path } as const
  const fresh = flags.has('fresh')
  const interrupted = armInterrupt(context)
  const backend = await context.openBackend()
  interrupted.throwIfAborted()
  const { runsCached } = await backend.handlers['experiments.preview']({ source })
  interrupted.throwIfAborted()
  const line = createProgressLine(terminal)
  if (!flags.has('quiet')) backend.events.on('experiments.progress', line.show)
  const { id } = await backend.start(source, { fresh })
  const cancel = (): void => void backend.handlers['experiments.cancel']({ id })
  if (interrupted.aborted) cancel()
  else interrupted.addEventListener('abort', cancel)
  const ending = await backend.finished(id)
  line.end()
  const detail = await backend.handlers['experiments.get']({ id })
  const { readOnly } = await backend.handlers['app.info']({})
  throwWhereCutShort(ending, detail, readOnly === null)
  if (json) terminal.print(JSON.stringify(detail.result, null, 2))
  else for (const text of buildComparisonText(detail.result, detail.failures)) terminal.print(text)
  const report = buildReport(detail, fresh, runsCached)
  if (!json) terminal.print(report)
  else if (!flags.has('quiet')) terminal.say(report)
  for (const { message } of json ? detail.failures.slice(0, 1) : [])
    terminal.say(`vlag: a run failed: ${message}`)
  return exitCodeFor(detail)

  function buildReport({ row }: ExperimentDetail, isFresh: boolean, cached: number): string {
    const stored = isFresh ? 'were computed again, with the same digests' : 'came from the library'
    const reuse = cached > 0 && row.runsFailed === 0 ? ` ${cached} of ${row.runsTotal} runs ${stored}.` : ''
    return `Saved as ${id}.${reuse} Show it again with: vlag show ${id}`
  }
}

/** Aborted by the first signal; from before the library is opened, so that a signal at any time ends cleanly. */
function armInterrupt({ onInterrupt }: CommandContext): AbortSignal {
  const controller = new AbortController()
  onInterrupt(() => {
    controller.abort(new VlagError('cancelled', 'Interrupted.', { remedy: 'Nothing was started.' }))
  })
  return controller.signal
}

/** `isKept`: the library is still there. One that was moved away while it was open keeps nothing that can be found. */
function throwWhereCutShort({ id, state, error }: Ending, { row }: ExperimentDetail, isKept: boolean): void {
  if (error !== null && !isKept) throw VlagError.fromData(error)
  const kept = `${row.runsDone} of ${row.runsTotal} runs of ${basename(row.name)} are done and kept (${id}).`
  const remedy = `${kept} The same command again does the rest.`
  if (error !== null) {
    throw new VlagError(error.code, error.message, {
      remedy: [error.remedy, remedy].filter((text) => text !== null).join('\n'),
      problems: error.problems,
    })
  }
  if (state === 'cancelled' || state === 'interrupted')
    throw new VlagError('cancelled', 'Interrupted.', { remedy })
}

function exitCodeFor({ result, failures }: ExperimentDetail): number {
  if (failures.length > 0) return exitCodeOf('worker-died')
  return hasStalled(result) ? EXIT.stalled : EXIT.done
}

export function hasStalled({ variants }: ExperimentResult): boolean {
  return variants.some(({ runs }) => runs.some((run) => run.outcome === 'stalled'))
}
