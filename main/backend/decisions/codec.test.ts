// A record comes back from its bytes as it went in, and bytes that are no whole record are refused.
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { simulate } from '../../../engine'
import { planRuns, resolveExperiment } from '../experiment'
import { decodeDecisions, encodeDecisions } from './codec'
import type { DecisionRecord } from './decision-record'
import { describeDecision, findDecisions } from './describe'

function recordOf(): DecisionRecord {
  const text = `{ "version": 1, "name": "N", "machine": "generic", "duration": "200ms", "seeds": 1,
    "groups": { "build": { "weight": 50 } },
    "workload": [{ "id": "cpu-hogs", "params": { "count": 6 }, "group": "build" }, { "id": "periodic" }],
    "variants": [{ "name": "A", "policy": "eevdf" }], "record": { "decisions": true } }`
  const resolution = resolveExperiment(text, 'f.json', null)
  if ('problems' in resolution) throw new Error(JSON.stringify(resolution.problems))
  const spec = planRuns(resolution.experiment)[0]?.spec
  const table = spec === undefined ? undefined : simulate(spec)?.decisions
  if (spec === undefined || table === undefined) throw new Error('nothing was recorded')
  return { table, groupNames: (spec.groups ?? []).map(({ name }) => name) }
}

test('a record is read back as it was written', () => {
  const record = recordOf()
  expect(record.table.timeNs.length).toBeGreaterThan(50)
  expect(decodeDecisions(encodeDecisions(record))).toEqual(record)
})

test('what is cut off, longer or something else is refused', () => {
  const whole = gunzipSync(encodeDecisions(recordOf()))
  expect(() => decodeDecisions(gzipSync(whole.subarray(0, -1)))).toThrow('it is cut off')
  expect(() => decodeDecisions(gzipSync(Buffer.concat([whole, Buffer.of(0)])))).toThrow('longer')
  expect(() => decodeDecisions(gzipSync('no record'))).toThrow('its first line is missing')
  expect(() => decodeDecisions(gzipSync('{ "format": "other" }\n'))).toThrow('vlag-decisions')
  expect(() => decodeDecisions(Buffer.from('not even gzip'))).toThrow()
})

test('a group stands in the queue of its CPU, and its tasks in its own', () => {
  const record = recordOf()
  const decisions = Array.from({ length: record.table.timeNs.length }, (_, i) => describeDecision(record, i))
  const inGroup = decisions.find(({ queues }) => queues.length === 2)
  expect(inGroup?.queues[0]).toMatchObject({ group: 'build' })
  expect(inGroup?.queues[1]).toMatchObject({ group: null })
  expect(inGroup?.queues[1]?.entities).toContainEqual(
    expect.objectContaining({ entity: { group: 'build' }, picked: true }),
  )
  for (const { picked, queues } of decisions) {
    const [leaf] = queues
    if (picked === null) expect(leaf).toBeUndefined()
    else expect(leaf?.entities.find((entity) => entity.picked)?.entity).toEqual(picked)
  }
})

test('decisions of a time are found, its ends included', () => {
  const record = recordOf()
  const { timeNs } = record.table
  const [fromNs, toNs] = [timeNs[10] ?? NaN, timeNs[20] ?? NaN]
  const { first, end } = findDecisions(record, fromNs, toNs)
  expect([timeNs[first], timeNs[end - 1]]).toEqual([fromNs, toNs])
  expect(first === 0 || (timeNs[first - 1] ?? NaN) < fromNs).toBe(true)
  expect(timeNs[end]).toBeGreaterThan(toNs)
  expect(findDecisions(record, 1e12, 2e12)).toEqual({ first: timeNs.length, end: timeNs.length })
})
