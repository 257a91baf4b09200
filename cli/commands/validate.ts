// vlag validate [DIR]: simulates recorded schedules and holds the simulation against them.
import { statSync } from 'node:fs'
import { VlagError } from '../../contract/errors'
import type { ValidationResult } from '../../contract/validation'
import { createValidationJob, planValidation } from '../../main/backend/validation'
import { defineCommand, type CommandContext } from '../command'
import { EXIT } from '../exit-codes'
import { createProgressLine } from '../progress-line'
import { buildValidationMarkdown, buildValidationText } from '../validation-text'

const PROGRESS_MS = 100

export default defineCommand({
  name: 'validate',
  operands: '[DIR]',
  summary: 'hold the simulation against recorded schedules',
  help: [
    'DIR holds recorded cases, or is the folder of one; without it: the recordings that come with Vlag.',
    'docs/validation.md describes the folders, the cells, their bounds, and how to record.',
    'The exit code is 1 where less than 95 % of the judged cells hold, or less than 80 % of those of a case.',
  ],
  options: [
    {
      name: 'case',
      type: 'string',
      value: 'NAME',
      isList: true,
      help: 'only this case; * stands for any text',
    },
    {
      name: 'set',
      type: 'string',
      value: '[POLICY.]PARAM=VALUE',
      isList: true,
      help: 'this policy parameter in all cases of the policy (eevdf unless named)',
    },
    { name: 'verbose', type: 'boolean', help: 'every cell, not only the worst misses' },
    { name: 'markdown', type: 'boolean', help: 'a table in Markdown' },
    { name: 'quiet', type: 'boolean', help: 'no progress on standard error' },
    { name: 'workers', type: 'string', value: 'N', help: 'simulating threads (default: one per CPU)' },
  ],
  count: [0, 1],
  run,
})

async function run(context: CommandContext): Promise<number> {
  const { terminal, flags, lists, json } = context
  if (json && flags.has('markdown')) {
    throw new VlagError('usage', 'validate: --json and --markdown are two forms of the same result.', {
      remedy: 'Give one of them.',
    })
  }
  const plan = planValidation({
    directory: directoryOf(context),
    cases: lists.get('case') ?? [],
    set: lists.get('set') ?? [],
  })
  const job = createValidationJob(plan, context.openPool())
  context.onInterrupt(() => job.stop())
  const line = createProgressLine(terminal)
  const timer = setInterval(() => {
    if (!flags.has('quiet')) line.show(job.progress())
  }, PROGRESS_MS)
  let result: ValidationResult
  try {
    result = await job.ended
  } finally {
    clearInterval(timer)
    line.end()
  }
  if (json) terminal.print(JSON.stringify(result, null, 2))
  else {
    const lines = flags.has('markdown')
      ? buildValidationMarkdown(result)
      : buildValidationText(result, flags.has('verbose'))
    for (const text of lines) terminal.print(text)
  }
  return result.holds === false ? EXIT.missed : EXIT.done
}

function directoryOf({ positionals, recordingsDir }: CommandContext): string {
  const [given] = positionals
  if (given === '') {
    throw new VlagError('usage', 'validate: DIR is empty.', { remedy: 'Name a directory of recorded cases.' })
  }
  if (given !== undefined) return given
  if (statSync(recordingsDir, { throwIfNoEntry: false }) === undefined) {
    throw new VlagError(
      'bad-data',
      'The recordings that come with the source of Vlag are not part of this installation.',
      {
        remedy: 'Name a directory of recorded cases, or run it in a checkout of the source.',
      },
    )
  }
  return recordingsDir
}
