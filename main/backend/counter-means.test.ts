// Means of what runs counted: every line of the table is found in a run's counters, and what is not there is not 0.
import { expect, test } from 'vitest'
import { counterInfos } from '../../contract/counters'
import type { RunRecord } from '../../contract/results'
import { fakeCounters, fakeRunResult } from '../../tests/fakes/results'
import { buildCounterMeans } from './counter-means'

function run(counters: RunRecord['counters']): RunRecord {
  const { digest, outcome, outcomeDetail, events, simulatedNs, metrics, tasks } = fakeRunResult()
  return { seed: 1, digest, outcome, outcomeDetail, events, simulatedNs, wallMs: 1, metrics, counters, tasks }
}

/** Every number of the counters, by its place. */
function places(value: object, above = ''): string[] {
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    typeof part === 'object' && part !== null ? places(part, `${above}${key}.`) : [`${above}${key}`],
  )
}

test('the table has each counter once, besides a sum and a ratio', () => {
  const ids = counterInfos.map(({ id }) => id)
  expect(ids.filter((id) => id !== 'migrations' && id !== 'preemptSuccess').sort()).toEqual(
    places(fakeCounters).sort(),
  )
})

test('means are over the runs that counted; the ratio is of all checks', () => {
  const more = {
    ...fakeCounters,
    switches: 64,
    preemptChecks: 16,
    preemptGranted: 9,
    migrations: { ...fakeCounters.migrations, wakeup: 3, periodic: 5 },
    balance: { ...fakeCounters.balance, periodic: { attempts: 10, pulls: 4 } },
  }
  const means = buildCounterMeans([run(fakeCounters), run(more), run(null)])
  expect(means).toMatchObject({
    switches: 63,
    preemptSuccess: 0.5,
    migrations: 4,
    'migrations.wakeup': 1.5,
    'balance.periodic.attempts': 5,
    'balance.periodic.pulls': 2,
  })
})

test('runs from before Vlag counted have no means, and no checks have no ratio', () => {
  expect(new Set(Object.values(buildCounterMeans([run(null)])))).toEqual(new Set([null]))
  const unchecked = { ...fakeCounters, preemptChecks: 0, preemptGranted: 0 }
  expect(buildCounterMeans([run(unchecked)])).toMatchObject({ preemptSuccess: null, preemptChecks: 0 })
})
