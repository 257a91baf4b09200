// A simulating thread of the pool: one run per task, watched and stopped through shared memory.
// What the engine throws comes back as data; so a rejected task means that the thread itself died.
import { performance } from 'node:perf_hooks'
import { toErrorData } from '../../contract/errors'
import { simulate } from '../../engine'
import { writeDecisionFile } from '../backend/decisions/decision-file'
import { createRunControl } from '../backend/run-control'
import type { SimReply, SimTask } from '../backend/sim-task'

export default function runTask({ spec, shared, decisionFile }: SimTask): SimReply {
  const control = createRunControl(shared)
  control.report(0, 0)
  const begin = performance.now()
  try {
    const simulated = simulate(spec, { onProgress: control.report, shouldStop: control.isStopped })
    if (simulated === null) return { kind: 'stopped' }
    const wallMs = performance.now() - begin
    const { decisions: table, ...result } = simulated
    if (table === undefined) return { kind: 'done', result, wallMs }
    // Written here, where it keeps nobody waiting; only the counts go back.
    const groupNames = (spec.groups ?? []).map(({ name }) => name)
    writeDecisionFile(decisionFile, { table, groupNames })
    const decisions = { recorded: table.timeNs.length, dropped: table.dropped }
    return { kind: 'done', result, wallMs, decisions }
  } catch (error) {
    return { kind: 'failed', error: toErrorData(error) }
  }
}
