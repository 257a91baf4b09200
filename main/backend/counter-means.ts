// What a variant's runs counted, as means over seeds. Runs from before Vlag counted are left out, and where there is
// no other the mean is null: not measured.
import { counterInfos } from '../../contract/counters'
import type { RunRecord } from '../../contract/results'

type Counters = NonNullable<RunRecord['counters']>

/** By id of `counterInfos`. */
export function buildCounterMeans(runs: readonly RunRecord[]): Readonly<Record<string, number | null>> {
  const counted = runs.flatMap(({ counters }) => counters ?? [])
  return Object.fromEntries(counterInfos.map(({ id }) => [id, meanOf(counted, id)]))
}

function meanOf(counted: readonly Counters[], id: string): number | null {
  if (id === 'preemptSuccess') return preemptSuccess(counted)
  const values = counted.map((counters) =>
    id === 'migrations' ? migrationsOf(counters) : valueAt(counters, id),
  )
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : sum(known) / known.length
}

/** Granted checks over all checks of all runs, 0..1: a run with many checks counts for more. */
function preemptSuccess(counted: readonly Counters[]): number | null {
  const checks = sum(counted.map(({ preemptChecks }) => preemptChecks))
  return checks === 0 ? null : sum(counted.map(({ preemptGranted }) => preemptGranted)) / checks
}

const migrationsOf = ({ migrations }: Counters): number => sum(Object.values(migrations))

/** Null where the run is from before this was counted. */
function valueAt(counters: Counters, id: string): number | null {
  let place: unknown = counters
  for (const part of id.split('.')) {
    place = typeof place === 'object' && place !== null ? new Map(Object.entries(place)).get(part) : undefined
  }
  return typeof place === 'number' ? place : null
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
