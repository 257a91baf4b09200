// At which instants the first tick comes in the runs of a case. The phase of the tick against the workload decides many
// results, so runs take the recorded phases in turn, each spread a little, or all phases where none is known.

/** Fewer runs show too little of noise and start order. */
const MIN_RUNS = 12
/** How exactly a phase can be read from a trace, either way. */
const ACCURACY_NS = 30_000

/** One phase in ns per run, 0 <= phase < tick. `recordedUs`: one per repetition; null: not known. */
export function tickPhasesNs(recordedUs: readonly number[] | null, hz: number): readonly number[] {
  const tickNs = 1e9 / hz
  if (recordedUs === null) {
    return Array.from({ length: MIN_RUNS }, (_, run) => Math.floor((run * tickNs) / MIN_RUNS))
  }
  const rounds = Math.ceil(MIN_RUNS / recordedUs.length)
  return Array.from({ length: rounds * recordedUs.length }, (_, run) => {
    const round = Math.floor(run / recordedUs.length)
    const offset = rounds === 1 ? 0 : ((2 * round) / (rounds - 1) - 1) * ACCURACY_NS
    const phase = (recordedUs[run % recordedUs.length] ?? 0) * 1000 + offset
    return Math.round(((phase % tickNs) + tickNs) % tickNs) % tickNs
  })
}
