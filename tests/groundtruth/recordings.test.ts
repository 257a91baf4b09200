// Every recorded workload as an experiment file: it completes, and on one CPU shares and switch rates come out as
// recorded. Each case runs at the recorded phases of the tick, with several seeds for noise and start order.
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ResolvedExperiment } from '../../contract/results'
import { simulate, type RunResult } from '../../engine'
import { planRuns, resolveExperiment } from '../../main/backend/experiment'
import {
  recordedCase,
  recordedFigures,
  recordingNames,
  workloadPath,
  type RecordedCase,
} from '../support/recordings'

const SEEDS_PER_PHASE = 3
const BOUND = 0.15

/**
 * Cells that miss the bound, and the likely cause. With PLACE_LAG off this workload can lock into two patterns (the
 * periodic task waits 2 ms or 10 ms). In the recording, kernel threads take the CPU for 10 us now and then, and after
 * such a moment it stays in the slower pattern; the model has no such threads and stays in the faster one.
 */
const KNOWN_MISSES: readonly string[] = [
  'eevdf612-6ms-no-place-lag--hog-periodic hogA switches',
  'eevdf612-6ms-no-place-lag--hog-periodic perA share',
  'eevdf612-6ms-no-place-lag--hog-periodic perA switches',
]

const featureParams: Readonly<Record<string, string>> = {
  NO_PLACE_LAG: 'placeLag',
  NO_RUN_TO_PARITY: 'runToParity',
  NO_DELAY_DEQUEUE: 'delayDequeue',
  NO_PREEMPT_SHORT: 'preemptShort',
}

/** The variant that stands for the kernel of a recording. */
function variantOf(recorded: RecordedCase): object {
  const ns = (value: number): string => `${String(value)}ns`
  if (recorded.kernel.startsWith('6.1.'))
    return {
      name: 'v',
      policy: 'cfs',
      params: {
        latency: ns(recorded.latencyNs!),
        minGranularity: ns(recorded.minGranularityNs!),
        wakeupGranularity: ns(recorded.wakeupGranularityNs!),
      },
    }
  const params: Record<string, string | boolean> = {
    kernel: recorded.kernel.startsWith('6.12') ? '6.12-stable' : '6.18',
  }
  if (recorded.baseSliceNs !== undefined) params['baseSlice'] = ns(recorded.baseSliceNs)
  for (const feature of recorded.featuresChanged ?? []) {
    const param = featureParams[feature]
    if (param === undefined) throw new Error(`${recorded.name}: no parameter for ${feature}`)
    params[param] = false
  }
  return { name: 'v', policy: 'eevdf', params }
}

function resolve(name: string, file: object): ResolvedExperiment {
  const text = JSON.stringify({ version: 1, name, workload: [{ rtApp: workloadPath(name) }], ...file })
  const resolution = resolveExperiment(text, name, dirname(workloadPath(name)))
  if ('problems' in resolution) throw new Error(JSON.stringify(resolution.problems))
  return resolution.experiment
}

const runAll = (experiment: ResolvedExperiment): RunResult[] =>
  planRuns(experiment).map(({ spec }) => {
    const result = simulate(spec)
    if (result === null) throw new Error('stopped')
    return result
  })

describe('every recorded workload completes under EEVDF of 6.18 on two CPUs', () => {
  test.each(recordingNames)('%s', (name) => {
    const machine = { id: 'generic', params: { cpus: 2, hz: 250 } }
    const variants = [{ name: 'EEVDF', policy: 'eevdf', params: { kernel: '6.18' } }]
    const [result] = runAll(resolve(name, { machine, variants, duration: '2s', seeds: 1 }))
    expect(result!.outcome).toBe('completed')
    for (const task of result!.tasks) expect(task.cpuTimeNs).toBeGreaterThan(0)
  })
})

/** Share and switch rate of every task, simulated at the recorded phases, over the recorded time. */
function simulatedFigures(recorded: RecordedCase, recordedSeconds: number) {
  const phases = recorded.tickPhaseUs ?? [0, 1000, 2000, 3000]
  const costs = recorded.emulated === true ? 'quiet' : 'traced-vm'
  const results = phases.flatMap((phaseUs) =>
    runAll(
      resolve(recorded.name, {
        machine: {
          id: 'generic',
          params: { cpus: recorded.cpus, hz: recorded.hz, costs, tickPhase: `${String(phaseUs)}us` },
        },
        variants: [variantOf(recorded)],
        duration: `${String(recorded.seconds)}s`,
        seeds: SEEDS_PER_PHASE,
      }),
    ),
  )
  // The recording holds the start-up before the tasks' common start, in which they do nothing.
  const scale = recorded.seconds / recordedSeconds
  const mean = (task: string, of: (t: RunResult['tasks'][number]) => number): number =>
    (scale * results.reduce((sum, r) => sum + of(r.tasks.find((t) => t.name === task)!), 0)) / results.length
  return (task: string) => ({
    share: mean(task, (t) => t.cpuShare),
    switches: mean(task, (t) => t.switchesPerSecond),
  })
}

describe('shares and switch rates on one CPU are as recorded, within 15 %', () => {
  const misses: string[] = []
  const judged = recordingNames.map(recordedCase).filter((c) => !c.informative)

  test.each(judged)('$name ($kernel)', (recorded) => {
    const { seconds, tasks } = recordedFigures(recorded.name)
    const simulated = simulatedFigures(recorded, seconds)
    for (const real of tasks) {
      const got = simulated(real.name)
      const cells = [
        ['share', got.share, real.share],
        ['switches', got.switches, real.switchesPerSecond],
      ] as const
      for (const [figure, value, want] of cells) {
        if (Math.abs(value / want - 1) <= BOUND) continue
        const cell = `${recorded.name} ${real.name} ${figure}`
        misses.push(cell)
        expect(KNOWN_MISSES, `${cell}: simulated ${String(value)}, recorded ${String(want)}`).toContain(cell)
      }
    }
  })

  test('the known misses are still misses', () => {
    expect(misses.sort()).toEqual([...KNOWN_MISSES].sort())
  })
})
