// Recorded decisions through the whole backend and the command line: each pick is recomputed from the rows alone, and
// what was recorded before is told from what was not.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Decision, QueuedEntity } from '../../contract/decisions'
import type { Source } from '../../contract/api'
import { describeDecision, type DecisionRecord } from '../../main/backend'
import { digestsOf, openBackend, runCli, runToEnd, temporaryFolder } from './harness'

/** Two hogs of nice 0 and -4 on one CPU, for 2 s. */
const hogsText = (record: object | null): string =>
  JSON.stringify({
    version: 1,
    name: 'Two hogs',
    machine: { id: 'generic', params: { cpus: 1 } },
    workload: [
      { id: 'cpu-hogs', name: 'plain' },
      { id: 'cpu-hogs', name: 'keen', params: { nice: -4 } },
    ],
    variants: [{ name: 'EEVDF', policy: 'eevdf' }],
    duration: '2s',
    seeds: 2,
    ...(record === null ? {} : { record }),
  })
const hogs = (record: object | null): Source => ({ kind: 'text', name: 'hogs.json', text: hogsText(record) })
const recorded = { decisions: true }

const decisionsOf = (record: DecisionRecord): Decision[] =>
  Array.from({ length: record.table.timeNs.length }, (_, i) => describeDecision(record, i))

/** Its virtual run time is at most the weighted mean of all: no product here passes 2^53. */
const isEligible = ({ vruntime }: QueuedEntity, queue: readonly QueuedEntity[]): boolean =>
  queue.reduce((sum, other) => sum + (other.vruntime - vruntime) * other.weight, 0) >= 0

test('each pick is the eligible entity with the earliest deadline, recomputed from the rows', async () => {
  const backend = await openBackend()
  const { row, result } = await runToEnd(backend, hogs(recorded))
  const record = await backend.decisions(row.id, 0, 1)
  const decisions = decisionsOf(record)
  expect(result.variants[0]?.runs[0]?.decisions).toEqual({ recorded: decisions.length, dropped: 0 })
  const contested = decisions.filter(({ queues }) => queues[0]?.entities.length === 2)
  expect(contested.length).toBeGreaterThan(100)
  for (const { queues, picked } of contested) {
    const entities = queues[0]?.entities ?? []
    expect(entities.map(({ weight }) => weight).sort()).toEqual([1024, 2501])
    for (const entity of entities) expect(entity.eligible).toBe(isEligible(entity, entities))
    const [best] = entities
      .filter((entity) => isEligible(entity, entities))
      .sort((a, b) => (a.deadline ?? NaN) - (b.deadline ?? NaN))
    expect(best?.entity).toEqual(picked)
    expect(entities.filter((entity) => entity.picked)).toEqual([best])
  }
  // The first: idle, and the only task there is gets the CPU.
  expect(decisions[0]).toMatchObject({
    timeNs: 0,
    cpu: 0,
    cause: 'wake-up',
    previous: null,
    rule: 'the only one',
  })
  const switches = decisions.filter(({ previous, picked }) => previous?.task !== picked?.task)
  expect(switches).toHaveLength(result.variants[0]?.runs[0]?.counters?.switches ?? NaN)
})

test('digests are the same with and without, but a run without decisions does not answer a request for them', async () => {
  const backend = await openBackend()
  const plain = await runToEnd(backend, hogs(null))
  await expect(backend.decisions(plain.row.id, 0, 1)).rejects.toThrow('No decisions were recorded')
  const cached = async (source: Source): Promise<number> =>
    (await backend.handlers['experiments.preview']({ source })).runsCached
  expect(await cached(hogs(recorded))).toBe(0)
  const detail = await runToEnd(backend, hogs(recorded))
  expect(detail.failures).toEqual([])
  expect(detail.result.specHash).toBe(plain.result.specHash)
  expect(digestsOf(detail)).toEqual(digestsOf(plain))
  expect([await cached(hogs(recorded)), await cached(hogs(null))]).toEqual([2, 2])
  // Runs are shared, so the first experiment has them now as well.
  expect((await backend.decisions(plain.row.id, 0, 2)).table.timeNs.length).toBeGreaterThan(100)
})

test('a file that is gone is missed by name and made anew; one that is damaged is not read', async () => {
  const home = temporaryFolder()
  const backend = await openBackend({ home })
  const { row } = await runToEnd(backend, hogs(recorded))
  const folder = join(home, 'decisions')
  const names = readdirSync(folder)
  expect(names).toHaveLength(2)
  for (const name of names) rmSync(join(folder, name))
  await expect(backend.decisions(row.id, 0, 1)).rejects.toThrow(`their file is missing: ${folder}`)
  await runToEnd(backend, hogs(recorded))
  expect(readdirSync(folder)).toEqual(names)
  expect((await backend.decisions(row.id, 0, 1)).table.timeNs.length).toBeGreaterThan(100)
  for (const name of names) writeFileSync(join(folder, name), 'nothing of the kind')
  await expect(backend.decisions(row.id, 0, 1)).rejects.toMatchObject({ code: 'bad-data' })
})

test('vlag show --decisions prints them for people and as lines of JSON', async () => {
  const home = temporaryFolder()
  const spec = join(temporaryFolder(), 'hogs.json')
  writeFileSync(spec, hogsText(recorded))
  expect((await runCli(['run', spec, '--quiet'], home)).code).toBe(0)
  const show = (...options: string[]) => runCli(['show', 'last', '--decisions', ...options], home)
  const text = await show('--from', '1s', '--to', '1.1s', '--limit', '2')
  expect(text).toMatchObject({ code: 0, stderr: '' })
  expect(text.stdout).toMatch(
    /^1\.0\d{8} s {2}CPU 0 {2}(plain|keen) -> (plain|keen) {2}by tick: request used up$/m,
  )
  expect(text.stdout).toMatch(
    /^ {2}entity +weight +vruntime +deadline +lag +slice +eligible +delayed +current +picked$/m,
  )
  expect(text.stdout).toMatch(/^ {2}keen +2501 /m)
  expect(text.stdout).toMatch(/^2 of \d+ decisions are shown/m)
  const json = await show('--variant', 'EEVDF', '--seed', '2', '--from', '1s', '--to', '1.1s', '--json')
  const decisions = json.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Decision)
  expect(decisions.length).toBeGreaterThan(10)
  expect(decisions.every(({ timeNs }) => timeNs >= 1e9 && timeNs <= 1.1e9)).toBe(true)
  for (const [options, message] of [
    [['--variant', 'EEVDFF'], 'There is no variant "EEVDFF"'],
    [['--seed', '7'], 'There is no run with seed "7"'],
    [['--from', '1'], '--from is "1", a number without a unit'],
    [['--limit', '0'], '--limit takes a whole number'],
  ] as const) {
    const outcome = await show(...options)
    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(message)
  }
  expect((await runCli(['show', 'last', '--seed', '1'], home)).stderr).toContain(
    '--seed goes with --decisions',
  )
})
