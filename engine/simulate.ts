// The engine's one entry: a run spec in, a run result out. Pure and deterministic.
import type { RunResult } from './model/run-result'
import type { RunSpec } from './model/run-spec'

export interface SimulateOptions {
  /** Called now and then with the fraction of simulated time done, 0..1. Must not throw. */
  readonly onProgress?: (fraction: number, events: number) => void
  /** Asked now and then; true abandons the run, and `simulate` returns null. */
  readonly shouldStop?: () => boolean
}

/** Runs `spec` to its end; null only where `shouldStop` said so. */
export function simulate(spec: RunSpec, options: SimulateOptions = {}): RunResult | null {
  void spec
  void options
  throw new Error('not built yet')
}
