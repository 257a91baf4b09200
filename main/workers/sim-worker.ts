// A simulating thread of the pool: one run per task, watched and stopped through shared memory.
// What the engine throws comes back as data; so a rejected task means that the thread itself died.
import { performance } from 'node:perf_hooks'
import { toErrorData } from '../../contract/errors'
import { simulate } from '../../engine'
import { createRunControl } from '../backend/run-control'
import type { SimReply, SimTask } from '../backend/sim-task'

export default function runTask({ spec, shared }: SimTask): SimReply {
  const control = createRunControl(shared)
  control.report(0, 0)
  const begin = performance.now()
  try {
    const result = simulate(spec, { onProgress: control.report, shouldStop: control.isStopped })
    if (result === null) return { kind: 'stopped' }
    return { kind: 'done', result, wallMs: performance.now() - begin }
  } catch (error) {
    return { kind: 'failed', error: toErrorData(error) }
  }
}
