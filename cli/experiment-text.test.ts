// The head of a printed result and its table of parameters.
import { expect, test } from 'vitest'
import type { ResolvedVariant } from '../contract/results'
import { machines, policies } from '../engine'
import { withDefaults } from '../engine/model/defaults'
import type { ParamValues } from '../engine/model/run-spec'
import { fakeExperiment } from '../tests/fakes/results'
import { buildHead, buildParameters, describeMachine } from './experiment-text'

function machine(given: ParamValues) {
  const generic = machines.find(({ id }) => id === 'generic')
  if (generic === undefined) throw new Error('the generic machine is gone')
  return generic.build(withDefaults(generic.params, given, 1))
}

function variant(name: string, policy: string, given: ParamValues = {}): ResolvedVariant {
  const descriptor = policies.find(({ id }) => id === policy)
  if (descriptor === undefined) throw new Error(`the policy ${policy} is gone`)
  return {
    name,
    policy,
    params: withDefaults(descriptor.params, given, 1),
    given: Object.keys(given),
  }
}

test.each([
  [{}, 'tick 250 Hz, its phase drawn per seed; no scheduling costs'],
  [{ hz: '1000', costs: 'quiet' }, 'tick 1000 Hz, its phase drawn per seed; scheduling costs "quiet"'],
  [
    { costs: 'traced-vm', tickPhase: 500_000 },
    'tick 250 Hz, its phase fixed at 500 us; scheduling costs "traced-vm"',
  ],
  [
    { costs: 'quiet', contextSwitch: 7, wakePlacement: 'stay' },
    'tick 250 Hz, its phase drawn per seed; woken tasks stay on their CPU; own scheduling costs',
  ],
])('a machine of %j', (given, text) => {
  expect(describeMachine(machine(given))).toBe(text)
})

test('the head has the description, wrapped and without control characters', () => {
  const description = `${'word '.repeat(30)}\nevil\u001b[2J`
  const spec = { ...fakeExperiment(), description }
  const head = buildHead({ schema: 1, engineVersion: '0', specHash: '', spec, variants: [], comparisons: [] })
  expect(head.slice(0, 4)).toEqual([
    'Two hogs',
    `  ${'word '.repeat(20).trim()}`,
    `  ${'word '.repeat(10).trim()}`,
    '  evil\ufffd[2J',
  ])
  expect(head[4]).toBe('Ideal machine, 1 CPU; 10 s; 2 seeds; engine 0')
})

test('the head has a line for each control group', () => {
  const spec = { ...fakeExperiment(), groupSummary: ['user: weight 100; typing', 'user/build: idle; make'] }
  const head = buildHead({ schema: 1, engineVersion: '0', specHash: '', spec, variants: [], comparisons: [] })
  expect(head.slice(-2)).toEqual(['  group user: weight 100; typing', '  group user/build: idle; make'])
})

test('parameters that differ, with those that a policy lacks', () => {
  const lines = buildParameters([
    variant('stock', 'eevdf'),
    variant('long', 'eevdf', { baseSlice: 6_000_000, hz: '1000' }),
    variant('CFS', 'cfs'),
  ])
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['Parameters that differ', 'stock', 'long', 'CFS'],
    ['', 'policy', 'eevdf', 'eevdf', 'cfs'],
    ['', 'hz', 'machine', '1000 Hz', 'machine'],
    ['', 'baseSlice', '700us', '6ms', 'not in policy'],
  ])
})

test('no table for one variant, and a word where nothing differs', () => {
  expect(buildParameters([variant('a', 'eevdf')])).toEqual([])
  expect(buildParameters([variant('a', 'eevdf'), variant('b', 'eevdf')])).toEqual([
    'Parameters that differ: none',
  ])
})
