// The printed comparison: the words follow the interval, and nothing that is missing looks like a number.
import { expect, test } from 'vitest'
import type { Comparison, ExperimentResult, VariantResult } from '../contract/results'
import { fakeExperiment, fakeRunResult, fakeTask } from '../tests/fakes/results'
import { buildComparisonText, describeDifference } from './comparison'
import { buildErrorText } from './error-text'
import { buildProgressText } from './progress-line'

const comparison = (change: Partial<Comparison>): Comparison => ({
  metric: 'wakeup_latency_p99',
  baseline: 'A',
  variant: 'B',
  ratio: 0.9,
  ci95: [0.8, 0.95],
  n: 5,
  significant: true,
  ...change,
})

test.each([
  [comparison({}), 'min', '↓ -10.0 % better'],
  [comparison({}), 'max', '↓ -10.0 % worse'],
  [comparison({}), 'none', '↓ -10.0 % changed'],
  [comparison({ ratio: 1.2, ci95: [0.9, 1.5], significant: false }), 'min', '↑ +20.0 % unclear'],
  [comparison({ ratio: 1, ci95: [1, 1], significant: false }), 'min', '= same'],
  [comparison({ ratio: 1, ci95: [0.9, 1.1], significant: false }), 'min', '0 % unclear'],
  [comparison({ ratio: 1.5, ci95: null, significant: null }), 'min', '↑ +50.0 % one seed'],
  [comparison({ ratio: 125, ci95: [100, 150] }), 'min', '↑ x125 worse'],
  [comparison({ ratio: 0.99996, ci95: [0.9, 1.1], significant: false }), 'min', '↓ <0.1 % unclear'],
  [comparison({ ratio: 1.00178, ci95: [1.001, 1.002] }), 'min', '↑ +0.2 % worse'],
  [comparison({ ratio: 1, ci95: null, significant: false }), 'min', '0 % unclear'],
  [comparison({ ratio: 1 / 425, ci95: [0, 0.1] }), 'min', '↓ ÷425 better'],
  [comparison({ ratio: null, ci95: null, significant: true }), 'min', 'baseline is 0 worse'],
  [comparison({ ratio: null, ci95: null, significant: false }), 'min', 'baseline is 0 unclear'],
  [comparison({ ratio: null, ci95: null, significant: null, n: 0 }), 'min', '–'],
  [undefined, 'min', '–'],
] as const)('%j with goal %s', (given, goal, text) => {
  expect(describeDifference(given, goal)).toBe(text)
})

function resultOf(change: Partial<VariantResult> = {}): ExperimentResult {
  const spec = fakeExperiment({ seeds: [1] })
  const { histograms, cpus, ...run } = fakeRunResult()
  expect(histograms.wakeup.counts).toHaveLength(cpus.length + 1)
  const variants = spec.variants.map((variant): VariantResult => ({
    ...variant,
    runs: [{ ...run, seed: 1, wallMs: 1 }],
    counterMeans: {
      switches: 62,
      runDelayNs: 2_469_000,
      preemptChecks: 4,
      preemptGranted: 1,
      preemptSuccess: 0.25,
    },
    summary: {
      wakeup_latency_p99: { unit: 'ns', mean: 1500, ci95: null, n: 1 },
      energy: { unit: 'J', mean: null, ci95: null, n: 0, reason: 'the machine has no power model' },
    },
    ...change,
  }))
  return { schema: 1, engineVersion: '0.1.0', specHash: 'h', spec, variants, comparisons: [] }
}

test('head, groups, shares and what was not measured', () => {
  const text = buildComparisonText(resultOf(), []).join('\n')
  expect(text).toContain('Ideal machine, 1 CPU; 10 s; 1 seed; engine 0.1.0')
  expect(text).toMatch(/^Latency\n {2}Wake-up latency, p99 +us +1\.50 +1\.50 +–$/m)
  expect(text).toMatch(/^Other\n {2}energy +J +– +– +–$/m)
  expect(text).toContain('– not measured, the machine has no power model: energy (EEVDF), energy (CFS)')
  expect(text).toMatch(/^ {2}hogA +% +70\.95 +70\.95$/m)
  expect(text).toContain('All 2 runs are done.')
})

test('times of a group share a unit, and zeros take it too', () => {
  const ns = (mean: number, half: number) => ({
    unit: 'ns',
    mean,
    ci95: [mean - half, mean + half] as const,
    n: 2,
  })
  const summary = {
    wakeup_latency_p50: ns(0, 0),
    wakeup_latency_p90: ns(6_000, 0.3),
    wakeup_latency_p99: ns(2_340_000, 960_000),
  }
  const text = buildComparisonText(resultOf({ summary }), []).join('\n')
  expect(text).toMatch(/p50 +us +0 ± 0 +0 ± 0 +=/)
  expect(text).toMatch(/p90 +us +6\.00 ± <0\.01 +6\.00 ± <0\.01 /)
  expect(text).toMatch(/p99 +us +2340 ± 960 +2340 ± 960 /)
})

test('runs that did not complete or gave no result are told', () => {
  const { histograms: _, cpus: __, ...run } = fakeRunResult({ outcome: 'starved' })
  const result = resultOf({ runs: [{ ...run, seed: 1, wallMs: 1 }] })
  const text = buildComparisonText(result, [{ variant: 1, seed: 2, message: 'The thread died.' }]).join('\n')
  expect(text).toContain('EEVDF, seed 1: starved: made to be starved')
  expect(text).toContain('CFS, seed 2: failed: The thread died.')
})

test('of many tasks the largest are shown, and how many are not', () => {
  const { histograms: _, cpus: __, ...run } = fakeRunResult()
  const tasks = Array.from({ length: 100 }, (___, i) => fakeTask(`task${i}`, i / 1000))
  const text = buildComparisonText(resultOf({ runs: [{ ...run, seed: 1, wallMs: 1, tasks }] }), []).join('\n')
  expect(text).toContain('task99')
  expect(text).not.toContain('task10 ')
  expect(text).toContain('and 76 tasks with smaller shares')
})

test('names cannot steer the terminal', () => {
  const result = resultOf()
  const spec = { ...result.spec, name: 'evil \u001b[2J\u202e name\u2069' }
  expect(buildComparisonText({ ...result, spec }, [])[0]).toBe('evil \ufffd[2J\ufffd name\ufffd')
})

test('an error names place, path and remedy of each problem', () => {
  const problems = [
    {
      file: 'a.json',
      line: 3,
      column: 7,
      path: 'variants[0].policy',
      message: 'No policy "x".',
      remedy: 'There is: cfs.',
    },
    { file: 'other.json', message: 'Is empty.' },
  ]
  const error = { code: 'bad-spec', message: 'a.json has 2 problems.', remedy: null, problems } as const
  expect(buildErrorText({ ...error, problems: [...problems] }, ['run', 'dir/a.json']).split('\n')).toEqual([
    'vlag: a.json has 2 problems.',
    'dir/a.json:3:7: variants[0].policy: No policy "x".',
    '    There is: cfs.',
    'other.json: Is empty.',
  ])
})

test('a remedy may have several lines', () => {
  const error = { code: 'usage', message: 'No.', remedy: 'This.\nThat.', problems: [] } as const
  expect(buildErrorText({ ...error, problems: [] })).toBe('vlag: No.\nThis.\nThat.')
})

test('progress counts part of what runs, and leaves out what is not known', () => {
  const progress = {
    id: 'exp_0',
    state: 'running',
    total: 4,
    done: 1,
    failed: 0,
    cached: 1,
    perVariant: [1, 0],
    running: [{ variant: 0, seed: 2, fraction: 0.5 }],
    secondsLeft: null,
    eventsPerSecond: null,
    timesRealTime: null,
  } as const
  expect(buildProgressText(progress)).toBe('runs 1 of 4 (1 from the library), 37 %')
  expect(
    buildProgressText({
      ...progress,
      failed: 1,
      eventsPerSecond: 3_140_000,
      timesRealTime: 120,
      secondsLeft: 12,
    }),
  ).toBe(
    'runs 1 of 4 (1 from the library), 62 %, 1 failed, 3.14 M events/s, 120 x real time, about 12 s left',
  )
})

test('counters in the words of the kernel, and which are 0 or were not measured', () => {
  const counterMeans = {
    switches: 62,
    forks: 0,
    runDelayNs: 2_469_000,
    preemptChecks: 4,
    preemptSuccess: 0.25,
  }
  const text = buildComparisonText(resultOf({ counterMeans }), []).join('\n')
  expect(text).toMatch(/^Counters, mean of a run +EEVDF +CFS$/m)
  expect(text).toMatch(/^ {2}nr_switches +62\.0 +62\.0$/m)
  expect(text).toMatch(/^ {2}run_delay +ms +2\.47 +2\.47$/m)
  expect(text).toMatch(/^ {2}preemption success +% +25\.0 +25\.0$/m)
  expect(text).toContain('\n  0 in all: forks\n')
  expect(text).not.toContain('nr_migrations')
  expect(buildComparisonText(resultOf({ counterMeans: {} }), []).join('\n')).toContain(
    'Counters: not measured',
  )
})
