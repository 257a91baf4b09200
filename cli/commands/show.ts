// vlag show ID|NAME: the comparison of a saved experiment again, as `run` printed it, or the decisions of one run.
import { ExperimentId } from '../../contract/ids'
import { VlagError } from '../../contract/errors'
import type { Backend } from '../../main/backend'
import { defineCommand } from '../command'
import { buildComparisonText } from '../comparison'
import { EXIT } from '../exit-codes'
import { pickExperiment } from '../find-experiment'
import { decisionOptions, refuseStrayOptions, showDecisions } from '../show-decisions'
import { hasStalled } from './run'

export default defineCommand({
  name: 'show',
  operands: 'ID|NAME|last',
  summary: 'show a saved experiment again; `last` is the newest',
  help: [
    'The beginning of an id is enough where only one experiment has it, and so is the name of only one.',
    'With --json the same object as `run --json` prints, of the runs that are done; with --decisions one object',
    'per line and decision. Decisions are there where the experiment file has "record": { "decisions": true }.',
  ],
  options: decisionOptions,
  count: [1, 1],
  async run({ terminal, positionals, flags, values, json, openBackend }) {
    refuseStrayOptions({ flags, values })
    const backend = await openBackend()
    const id = await findId(backend, positionals[0] ?? '')
    const detail = await backend.handlers['experiments.get']({ id })
    if (flags.has('decisions')) {
      await showDecisions(backend, detail, { terminal, values, json })
      return EXIT.done
    }
    const { row, result, failures } = detail
    if (json) {
      terminal.print(JSON.stringify(result, null, 2))
    } else {
      for (const line of buildComparisonText(result, failures)) terminal.print(line)
      const bin = row.deletedAt === null ? '' : ' (in the bin)'
      terminal.print(`${row.id}, ${row.state}, "${row.name}"${bin}`)
    }
    return hasStalled(result) ? EXIT.stalled : EXIT.done
  },
})

async function findId(backend: Backend, wanted: string): Promise<string> {
  if (wanted === 'last') {
    const id = await backend.latestId()
    if (id === null) {
      throw new VlagError('not-found', 'The library is empty.', { remedy: 'Fill it with: vlag run SPEC' })
    }
    return id
  }
  if (ExperimentId.safeParse(wanted).success) return wanted
  const list = backend.handlers['experiments.list']
  return pickExperiment(await list({ bin: false }), await list({ bin: true }), wanted).id
}
