// vlag bench: how fast the engine simulates on this machine, beside its bare event queue, and what memory it needs.
import { VlagError } from '../../contract/errors'
import { policies } from '../../engine'
import { quote, suggest } from '../../formats/wording/wording'
import { benchCases, memoryCase, runBench, type BenchCase } from '../../main/backend/bench'
import { buildBenchText } from '../bench-text'
import { defineCommand, type CommandContext } from '../command'
import { EXIT } from '../exit-codes'

const REPETITIONS = 5
const HOLDS = 500_000

export default defineCommand({
  name: 'bench',
  operands: '',
  summary: 'measure how fast the engine is on this machine',
  help: [
    'Events per second of CPU time, beside the rate of the bare event queue at the same length: one event taken out,',
    'one put in. Both are medians of runs that alternate in this process. An event is one that was taken from the',
    'queue. docs/performance.md tells how to read the figures.',
    `Cases: ${[...benchCases, memoryCase].map(({ id, title }) => `${id} (${title})`).join('; ')}.`,
  ],
  options: [
    { name: 'case', type: 'string', value: 'ID', isList: true, help: 'only this case' },
    { name: 'policy', type: 'string', value: 'ID', help: 'the policy that schedules (default: eevdf)' },
    { name: 'quiet', type: 'boolean', help: 'no progress on standard error' },
  ],
  count: [0, 0],
  run,
})

function run({ terminal, flags, values, lists, json }: CommandContext): Promise<number> {
  const chosen = lists.get('case') ?? []
  for (const id of chosen)
    pick(
      'case',
      id,
      [...benchCases, memoryCase].map((c) => c.id),
    )
  const isChosen = ({ id }: BenchCase): boolean => chosen.length === 0 || chosen.includes(id)
  const policy = values.get('policy') ?? 'eevdf'
  pick(
    'policy',
    policy,
    policies.map(({ id }) => id),
  )
  const result = runBench({
    policy,
    cases: benchCases.filter(isChosen),
    memory: isChosen(memoryCase) ? memoryCase : null,
    repetitions: REPETITIONS,
    holds: HOLDS,
    onStep: (title) => {
      if (flags.has('quiet')) return
      if (terminal.canOverwrite) terminal.overwrite(title)
      else terminal.say(title)
    },
  })
  if (json) terminal.print(JSON.stringify(result, null, 2))
  else for (const line of buildBenchText(result)) terminal.print(line)
  return Promise.resolve(EXIT.done)
}

/** Throws unless `id` is one of `ids`. */
function pick(option: string, id: string, ids: readonly string[]): void {
  if (ids.includes(id)) return
  const near = suggest(id, ids)
  throw new VlagError('usage', `bench: there is no ${option} ${quote(id)}.`, {
    remedy: `${near === null ? '' : `Did you mean ${near}? `}There is: ${ids.join(', ')}.`,
  })
}
