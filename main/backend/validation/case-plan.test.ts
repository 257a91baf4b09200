// What a case is simulated as: each of the recorded ones, the defaults, and what case.json cannot ask for.
import { expect, test } from 'vitest'
import { costPresets } from '../../../engine/model/cost-presets'
import { readCases } from './case-files'
import { planCase } from './case-plan'
import { parseOverrides } from './overrides'
import { caseFiles, hog, makeDirectory, planOf, realTask } from './test-cases'

const good = { tasks: { hogA: hog }, real: [{ hogA: realTask() }] }
const free = { tasks: { hogA: { run: 1000, loop: -1 } }, real: [{ hogA: realTask() }] }

function planAll(set: readonly string[] = []) {
  return readCases('tests/fixtures/groundtruth').map((recorded) => {
    const planned = planCase(recorded, parseOverrides(set))
    if ('problems' in planned) throw new Error(JSON.stringify(planned.problems))
    return planned.plan
  })
}

/** The preset of costs that a machine has, by its name. */
const presetOf = (costs: unknown): string | undefined =>
  Object.entries(costPresets).find(([, preset]) => JSON.stringify(preset) === JSON.stringify(costs))?.[0]

const expectations: readonly [pattern: RegExp, expected: object][] = [
  [/^cfs61-8cpu/, { model: 'cfs', params: { latency: 24e6, minGranularity: 3e6, wakeupGranularity: 4e6 } }],
  [/^cfs61-(?!8cpu|eight|three)/, { model: 'cfs', params: { latency: 6e6, wakeupGranularity: 1e6 } }],
  [/^cfs61-(eight|three)/, { model: 'cfs', params: { latency: 12e6, minGranularity: 1.5e6 } }],
  [/^eevdf612-base-07ms/, { model: 'eevdf 6.12-stable', params: { baseSlice: 700_000 } }],
  [/^eevdf612-base-15ms/, { params: { baseSlice: 1_500_000 } }],
  [/^eevdf612-(base-3ms|3ms)/, { params: { baseSlice: 3_000_000 } }],
  [/^eevdf612-(base-6ms|6ms)/, { params: { baseSlice: 6_000_000 } }],
  [/^eevdf612-(hog|two-hogs-nice|eight|three)/, { params: { baseSlice: 1_400_000 } }],
  [/no-run-to-parity/, { params: { runToParity: false, placeLag: true, delayDequeue: true } }],
  [/no-place-lag/, { params: { placeLag: false, runToParity: true } }],
  [/no-delay-dequeue/, { params: { delayDequeue: false } }],
  [/no-preempt-short/, { params: { preemptShort: false } }],
  [/^(?!cfs61|eevdf612)/, { model: 'eevdf 6.18', cpus: 2, costs: 'traced-vm', placement: 'stay' }],
  [/^(cfs61|eevdf612)/, { placement: 'stock' }],
  [/^(cfs61|eevdf612)-(eight|three)/, { cpus: 2, costs: 'emulated-parallel' }],
  [/^(cfs61|eevdf612)(?!-(eight|three))/, { cpus: 1, costs: 'quiet' }],
  [/(eight-periodic-light|three-hogs-two-cpus)$/, { judged: false, oneCpu: false }],
  [/(?<!eight-periodic-light|three-hogs-two-cpus)$/, { judged: true, oneCpu: true }],
]

test.each(planAll())('$recorded.name is simulated as it was recorded', ({ recorded, specs, ...plan }) => {
  const [first] = specs
  const { machine, policy } = first!
  const actual = {
    ...plan,
    params: policy.params,
    cpus: machine.cpus,
    costs: presetOf(machine.costs),
    placement: machine.wakePlacement,
  }
  const applying = expectations.filter(([pattern]) => pattern.test(recorded.name))
  expect(applying.length).toBeGreaterThan(1)
  for (const [, expected] of applying) expect(actual).toMatchObject(expected)
  expect(specs).toHaveLength(12)
  expect(specs.map(({ seed }) => seed)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
  expect(first!.durationNs).toBe(recorded.facts.seconds * 1e9)
})

test('overrides reach the cases of their policy, over what these had', () => {
  for (const { recorded, specs } of planAll(['placeLag=true', 'cfs.latency=7ms'])) {
    const { id, params } = specs[0]!.policy
    if (id === 'cfs') expect(params).toMatchObject({ latency: 7_000_000 })
    else expect(params, recorded.name).toMatchObject({ placeLag: true })
  }
})

test.each<[string, object, object]>([
  ['costs', { costs: 'ideal' }, { costs: 'ideal' }],
  ['wake-up placement', { wakePlacement: 'stay' }, { placement: 'stay' }],
  ['a machine of its own', { virtualMachine: false }, { costs: 'quiet' }],
  ['any other', {}, { costs: 'traced-vm', placement: 'stock' }],
  ['an emulated one', { emulated: true }, { costs: 'quiet' }],
  ['6.18 of a distribution', { kernel: '6.18.2', virtualMachine: true }, { placement: 'stock' }],
  ['another tick rate', { hz: 1000 }, { hz: 1000 }],
])('%s', (_, facts, expected) => {
  const { machine } = planOf({ ...good, facts }).specs[0]!
  const { costs, hz, wakePlacement: placement } = machine
  expect({ costs: presetOf(costs), hz, placement }).toMatchObject(expected)
})

test('a case is judged where its tasks share one CPU, unless it says otherwise', () => {
  expect(planOf(good)).toMatchObject({ judged: true, oneCpu: true })
  expect(planOf({ ...good, facts: { cpus: 2 } })).toMatchObject({ judged: true, oneCpu: true })
  expect(planOf({ ...free, facts: { cpus: 2 } })).toMatchObject({ judged: false, oneCpu: false })
  expect(planOf({ ...free, facts: { cpus: 2, informative: false } }).judged).toBe(true)
  expect(planOf({ ...good, facts: { informative: true } }).judged).toBe(false)
})

test('a kernel that another stands for is noted', () => {
  expect(planOf({ ...good, facts: { kernel: '7.3.1' } })).toMatchObject({
    model: 'eevdf 7.0',
    notes: [expect.stringContaining('7.3.1')],
  })
})

test.each<[string, object, string, RegExp]>([
  ['a kernel without a version', { kernel: 'mine' }, 'kernel', /begins with no version/],
  ['an unknown feature', { featuresChanged: ['NO_RUN_TO_PARTY'] }, 'featuresChanged[0]', /NO_RUN_TO_PARTY/],
  ['unknown costs', { costs: 'cheap' }, 'costs', /"cheap"/],
  ['a tunable of CFS', { latencyNs: 6_000_000 }, 'latencyNs', /is of CFS/],
  ['a tunable of EEVDF', { kernel: '6.1.9', baseSliceNs: 6_000_000 }, 'baseSliceNs', /is of EEVDF/],
  ['a base slice out of range', { baseSliceNs: 5 }, 'baseSlice', /out of range/],
  [
    'a flag that the kernel lacks',
    { kernel: '6.6.1', featuresChanged: ['PREEMPT_SHORT'] },
    'preemptShort',
    /not in kernel/,
  ],
])('%s is told with its place', (_, facts, path, message) => {
  const [recorded] = readCases(makeDirectory(caseFiles('a', { ...good, facts })))
  const planned = planCase(recorded!, parseOverrides([]))
  if ('plan' in planned) throw new Error('it was planned')
  expect(planned.problems).toHaveLength(1)
  expect(planned.problems[0]).toMatchObject({ file: 'a/case.json', line: 1, path })
  expect(planned.problems[0]?.message).toMatch(message)
  expect(planned.problems[0]?.remedy).toBeTruthy()
})

test('the features that are known are named', () => {
  const [recorded] = readCases(
    makeDirectory(caseFiles('a', { ...good, facts: { featuresChanged: ['NO_X'] } })),
  )
  const planned = planCase(recorded!, parseOverrides([]))
  expect('problems' in planned && planned.problems[0]?.remedy).toMatch(/RUN_TO_PARITY.*DELAY_DEQUEUE/)
})
