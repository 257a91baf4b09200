// The engine's one entry: a run spec in, a run result out. Pure and deterministic.
import { metrics, policies } from './catalog'
import { Simulation } from './core/simulation'
import type { MetricValue, Outcome, RunResult } from './model/run-result'
import type { Hz, RunSpec } from './model/run-spec'

export interface SimulateOptions {
  /**
   * Called now and then with the fraction of simulated time done, 0..1, the events so far, and how many wait in the
   * queue. Must not throw.
   */
  readonly onProgress?: (fraction: number, events: number, queued: number) => void
  /** Asked now and then; true abandons the run, and `simulate` returns null. */
  readonly shouldStop?: () => boolean
}

/** A runnable task that has waited this long at the end of a run, and half of it, is starved. */
const STARVED_AFTER_NS = 1_000_000_000

/** Runs `spec` to its end; null only where `shouldStop` said so. Throws on an unknown policy or an endless program. */
export function simulate(spec: RunSpec, options: SimulateOptions = {}): RunResult | null {
  const policy = policies.find((p) => p.id === spec.policy.id)
  if (policy === undefined) throw new Error(`unknown policy "${spec.policy.id}"`)
  const simulation = new Simulation(withPolicyHz(spec), policy.create, spec.policy.params)
  const end = spec.warmupNs + spec.durationNs
  const every = (s: Simulation): boolean => {
    options.onProgress?.(s.now / end, s.events, s.queued)
    return options.shouldStop?.() !== true
  }
  if (spec.warmupNs > 0 && !simulation.run(spec.warmupNs, every)) return null
  simulation.recorder.startMeasuring(spec.warmupNs)
  if (!simulation.run(end, every)) return null
  return buildResult(simulation, spec, end)
}

/** The tick rate is the kernel's; where the policy's parameters name one it replaces the machine's. */
function withPolicyHz(spec: RunSpec): RunSpec {
  const hz = Number(spec.policy.params['hz'])
  return Number.isNaN(hz) ? spec : { ...spec, machine: { ...spec.machine, hz: hz as Hz } }
}

function buildResult(simulation: Simulation, spec: RunSpec, end: number): RunResult {
  const { recorder } = simulation
  recorder.finish(simulation.running, end)
  const [outcome, outcomeDetail] = judge(simulation, spec, end)
  const tasks = recorder.taskResults(end, spec.record?.taskHistograms === true)
  const base: Omit<RunResult, 'metrics'> = {
    outcome,
    outcomeDetail,
    digest: recorder.digestHex(),
    events: simulation.events,
    simulatedNs: spec.durationNs,
    tasks,
    counters: recorder.countersOf(tasks),
    ...(simulation.decisions === null
      ? {}
      : { decisions: simulation.decisions.table(simulation.tasks.names) }),
    cpus: recorder.cpuResults(),
    activations: recorder.activations,
    histograms: recorder.mergedWaits(),
  }
  const values: Record<string, MetricValue> = {}
  for (const metric of metrics) values[metric.id] = metric.compute(base, spec)
  return { ...base, metrics: values }
}

function judge(simulation: Simulation, spec: RunSpec, end: number): [Outcome, string | null] {
  const { tasks, recorder } = simulation
  if (!recorder.anyRan) return ['empty', 'No task ever ran: all start after the end of the run.']
  const limit = Math.max(STARVED_AFTER_NS, (spec.warmupNs + spec.durationNs) / 2)
  for (let task = 0; task < tasks.count; task++) {
    const waited = recorder.waitingFor(task, end)
    if (waited >= limit)
      return [
        'starved',
        `${tasks.names[task] ?? ''} has waited for a CPU since ${((end - waited) / 1e9).toFixed(3)} s.`,
      ]
  }
  return ['completed', null]
}
