// Experiment files resolved: defaults, units, parts put together, rt-app files on their own. With a small catalog of
// its own, so that the rules are tested and not the policies of the day.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResolvedExperiment } from '../../../contract/results'
import { machines, workloads } from '../../../engine'
import { definePolicy, type ParamDescriptor } from '../../../engine/model/define'
import { engineCatalog, resolveExperiment, type Catalog } from './index'

const param = (name: string, rest: Partial<ParamDescriptor>): ParamDescriptor => ({
  name,
  title: name,
  type: 'duration',
  unit: 'ns',
  default: 0,
  help: `Help for ${name}.`,
  realKnob: '',
  ...rest,
})
const policy = (id: string, params: readonly ParamDescriptor[]) =>
  definePolicy({
    id,
    title: id,
    summary: id,
    status: 'draft',
    since: '',
    params,
    create: () => {
      throw new Error('no simulation here')
    },
  })
const catalog: Catalog = {
  machines,
  workloads,
  policies: [
    policy('eevdf', [
      param('kernel', { type: 'choice', default: '6.18', choices: ['6.12', '6.18'] }),
      param('slice', {
        default: 'auto',
        resolve: ({ cpus, params }) => cpus * (params['kernel'] === '6.12' ? 750_000 : 700_000),
        min: 100_000,
        max: 100_000_000,
      }),
      param('phase', { default: 'auto' }),
      param('limit', { type: 'number', unit: 'tasks', default: 1.5, max: 9 }),
      param('count', { type: 'integer', unit: '', default: 3, min: 1 }),
      param('gentle', { type: 'boolean', unit: '', default: true }),
      param('label', {
        type: 'text',
        unit: '',
        default: 'x',
        check: (value) => (value === 'bad' ? 'nobody likes it' : null),
      }),
    ]),
    policy('cfs', []),
  ],
}

interface Parts {
  machine?: string
  workload?: string
  params?: string
  rest?: string
}
const fileOf = ({
  machine = '"celeron-2c"',
  workload = '{ "id": "cpu-hogs" }',
  params = '{}',
  rest = '',
}: Parts) =>
  `{ "version": 1, "name": "N", "machine": ${machine}, "workload": [${workload}],
     "variants": [{ "name": "A", "policy": "eevdf", "params": ${params} }, { "name": "B", "policy": "cfs" }],
     "duration": "2s", "seeds": 2${rest} }`

function resolved(text: string, dir: string | null = null, using = catalog): ResolvedExperiment {
  const result = resolveExperiment(text, 'f.json', dir, using)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems, null, 1))
  return result.experiment
}
function messages(text: string): readonly string[] {
  const result = resolveExperiment(text, 'f.json', null, catalog)
  if ('experiment' in result) throw new Error('was resolved')
  return result.problems.map(({ message, remedy }) => `${message} ${remedy ?? ''}`)
}

describe('an experiment', () => {
  it('has everything resolved', () => {
    const text = fileOf({
      rest: ', "description": "D", "warmup": "500ms", "baseline": "B", "record": { "trace": false }',
    })
    expect(resolved(text)).toEqual({
      version: 1,
      name: 'N',
      description: 'D',
      machine: engineCatalog.machines.find(({ id }) => id === 'celeron-2c')?.build({}),
      workloadSummary: ['cpu-hogs: CPU hogs'],
      tasks: [expect.objectContaining({ name: 'cpu-hogs', nice: 0 })],
      partSizes: [1],
      variants: [
        {
          name: 'A',
          policy: 'eevdf',
          params: {
            kernel: '6.18',
            slice: 1_400_000,
            phase: 'auto',
            limit: 1.5,
            count: 3,
            gentle: true,
            label: 'x',
          },
          given: [],
        },
        { name: 'B', policy: 'cfs', params: {}, given: [] },
      ],
      baseline: 1,
      durationNs: 2_000_000_000,
      warmupNs: 500_000_000,
      seeds: [1, 2],
      notes: [],
    })
  })

  it('keeps what the file set, and knows what that was', () => {
    const params =
      '{ "slice": "3ms", "kernel": 6.12, "phase": "250us", "gentle": false, "count": 7, "label": "y" }'
    const [variant] = resolved(fileOf({ params })).variants
    expect(variant?.params).toEqual({
      kernel: '6.12',
      slice: 3_000_000,
      phase: 250_000,
      limit: 1.5,
      count: 7,
      gentle: false,
      label: 'y',
    })
    expect(variant?.given).toEqual(['slice', 'kernel', 'phase', 'gentle', 'count', 'label'])
  })

  it('computes an automatic value from what comes before it, asked for or not', () => {
    const sliceOf = (params: string) => resolved(fileOf({ params })).variants[0]?.params['slice']
    expect(sliceOf('{ "kernel": "6.12" }')).toBe(1_500_000)
    expect(sliceOf('{ "kernel": "6.12", "slice": "auto" }')).toBe(1_500_000)
  })

  it('takes a list of seeds in its order', () => {
    expect(resolved(fileOf({}).replace('"seeds": 2', '"seeds": [7, 0, 4294967296]')).seeds).toEqual([
      7, 0, 4294967296,
    ])
  })

  it('takes a machine in its three forms', () => {
    const cpus = (machine: string) => resolved(fileOf({ machine })).machine.cpus
    expect(cpus('"generic"')).toBe(4)
    expect(cpus('{ "id": "generic", "params": { "cpus": 8 } }')).toBe(8)
    expect(cpus('{ "id": "generic" }')).toBe(4)
    expect(cpus('{ "cpus": 3, "hz": 1000, "costs": "quiet", "contextSwitch": "2us" }')).toBe(3)
  })

  it('puts parts together under unique names', () => {
    const workload = `{ "id": "cpu-hogs", "params": { "count": 2 } }, { "id": "cpu-hogs" }, { "id": "ping-pong", "name": "p" },
      { "rtApp": { "tasks": { "cpu-hogs-0": { "run": 5 } } } }, { "id": "ping-pong", "name": "p" }`
    const { tasks, notes } = resolved(fileOf({ workload }))
    expect(tasks.map(({ name }) => name)).toEqual([
      'cpu-hogs-0',
      'cpu-hogs-1',
      'cpu-hogs#2',
      'p-ping',
      'p-pong',
      'cpu-hogs-0#2',
      'p#2-ping',
      'p#2-pong',
    ])
    expect(notes.slice(0, 1)).toEqual(['task "cpu-hogs-0" of workload part 4 is called "cpu-hogs-0#2"'])
  })

  it('keeps two uses of one rt-app file apart', () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'vlag-'))
    writeFileSync(
      path.join(dir, 'w.json'),
      '{ "tasks": { "a": { "run": 1, "resume": "b", "timer": { "ref": "t", "period": 9 } }, "b": { "suspend": "b" } } }',
    )
    const { tasks, workloadSummary, notes } = resolved(
      fileOf({ workload: '{ "rtApp": "w.json" }, { "rtApp": "w.json" }' }),
      dir,
    )
    rmSync(dir, { recursive: true })
    expect(tasks.map(({ name }) => name)).toEqual(['a', 'b', 'a#2', 'b#2'])
    expect(JSON.stringify(tasks).match(/(?<="(ref|op":"wait","name)":")[^"]*/g)).toEqual([
      't',
      'b',
      't@part2',
      'b@part2',
    ])
    expect(workloadSummary).toEqual(['w.json: 2 tasks of rt-app', 'w.json: 2 tasks of rt-app'])
    expect(notes[0]).toContain('w.json:1: a resume that comes before its suspend is kept')
  })

  it('notes a task that starts too late', () => {
    const part = (delay: string) => `{ "id": "periodic", "params": { "delay": "${delay}" } }`
    expect(resolved(fileOf({ workload: part('2s') })).notes).toEqual([
      'task "periodic" starts at 2s, after the end of the run',
    ])
    expect(resolved(fileOf({ workload: part('1.9s') })).notes).toEqual([])
  })

  it('summarises a generator with what was set', () => {
    const workload = '{ "id": "periodic", "name": "audio", "params": { "period": "5ms", "count": 2 } }'
    expect(resolved(fileOf({ workload })).workloadSummary).toEqual([
      'audio: Periodic tasks, period 5ms, count 2',
    ])
  })
})

describe('a parameter is refused that', () => {
  it.each([
    ['is a bare number', '{ "slice": 3 }', /"slice" is the bare number 3, without a unit\. .*units: ns, us/],
    ['is out of range', '{ "slice": "1s" }', /"slice" is "1s", out of range\. It takes 100us to 100ms\./],
    ['is too small', '{ "count": 0 }', /"count" is 0, out of range\. It takes 1 or more\./],
    ['is too large', '{ "limit": 10 }', /It takes 9 tasks or less\./],
    [
      'is no whole number',
      '{ "count": 1.5 }',
      /"count" is 1\.5\. Give a whole number, 1 or more, without quotes\./,
    ],
    ['is a number in quotes', '{ "limit": "1" }', /"limit" is "1"\. Give a number/],
    ['is no truth value', '{ "gentle": 1 }', /"gentle" is 1\. Give true or false/],
    [
      'is no choice',
      '{ "kernel": "6.19" }',
      /"kernel" is "6\.19"\. Did you mean "6\.12"\? Choices: 6\.12 and 6\.18\./,
    ],
    ['is a list', '{ "kernel": ["6.18"] }', /"kernel" is a list\. Choices/],
    ['is no text', '{ "label": 5 }', /"label" is 5\. Give text in quotes\./],
    ['fails its check', '{ "label": "bad" }', /"label" is "bad", but nobody likes it\. Help for label\./],
    ['is automatic though it cannot be', '{ "count": "auto" }', /"count" is "auto"\. Give a whole number/],
    [
      'is unknown',
      '{ "slcie": "1ms" }',
      /parameter "slcie" of policy "eevdf" is unknown\. Did you mean "slice"\?/,
    ],
  ])('%s', (_, params, words) => {
    const found = messages(fileOf({ params }))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(words)
  })

  it('is given where there are none', () => {
    const machine = '{ "id": "celeron-2c", "params": { "cpus": 2 } }'
    expect(messages(fileOf({ machine }))[0]).toBe(
      'The parameter "cpus" of machine "celeron-2c" is unknown. It has no parameters.',
    )
  })

  it('hides no other: all of them are reported', () => {
    expect(messages(fileOf({ params: '{ "slice": 3, "count": 0, "foo": 1, "kernel": "7" }' }))).toHaveLength(
      4,
    )
  })
})

describe('a bare rt-app file', () => {
  const wrap = (text: string) => resolveExperiment(text, 'desk.rtapp.json', null, catalog)

  it('becomes EEVDF against CFS on a generic machine', () => {
    const result = wrap('{ "tasks": { "a": { "run": 1, "cpus": [3, 5] } }, "global": { "duration": 3 } }')
    if ('problems' in result) throw new Error(JSON.stringify(result.problems))
    const { experiment, format } = result
    expect(format).toBe('rt-app')
    expect(experiment).toMatchObject({
      name: 'desk',
      machine: { id: 'generic', cpus: 6 },
      baseline: 0,
      durationNs: 3_000_000_000,
      seeds: [1, 2, 3, 4, 5],
      workloadSummary: ['desk.rtapp.json: 1 task of rt-app'],
      notes: [
        '6 CPUs instead of 4, because task "a" names CPU 5',
        'Nothing larger than two CPUs has been compared with a recorded schedule.',
      ],
    })
    expect(experiment.description).toContain('6 equal CPUs with the costs of a quiet system, over 5 seeds')
    expect(experiment.variants.map(({ name, policy: id, params }) => [name, id, params['slice']])).toEqual([
      ['EEVDF 6.18', 'eevdf', 4_200_000],
      ['CFS 6.5', 'cfs', undefined],
    ])
  })

  it.each(['', ', "global": { "duration": -1 }'])('runs 10 s where it sets no end%s', (global) => {
    const result = wrap(`{ "tasks": { "a": { "run": 1 } }${global} }`)
    expect('experiment' in result && result.experiment.durationNs).toBe(10_000_000_000)
    expect('experiment' in result && result.experiment.notes).toContain(
      'desk.rtapp.json sets no duration; 10 s are simulated',
    )
    expect('experiment' in result && result.experiment.machine.cpus).toBe(4)
  })

  it.each([
    ['{ "tasks": { "a": { "run": 1, "cpus": [512] } } }', 'CPU 512 is not there'],
    ['{ "tasks": { "a": { "run": 1, "phases": 3 } } }', '"phases" is a number'],
    ['{ "tasks": { "a": { "run": 1 } }, "global": { "duration": 17280000 } }', 'is 200 days'],
  ])('is refused with its own positions: %s', (text, words) => {
    const result = wrap(text)
    expect(result.format).toBe('rt-app')
    expect('problems' in result && result.problems.map(({ message }) => message).join(' ')).toContain(words)
    expect('problems' in result && result.problems[0]).toMatchObject({ file: 'desk.rtapp.json', line: 1 })
  })
})

describe('any input', () => {
  const key = fc.constantFrom(
    'version',
    'name',
    'machine',
    'workload',
    'variants',
    'duration',
    'warmup',
    'seeds',
    'record',
    'baseline',
    'description',
    'id',
    'params',
    'policy',
    'rtApp',
    'tasks',
    'cpus',
    'kernel',
    'slice',
    'count',
    '__proto__',
    'x',
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<unknown>(
        1,
        0,
        -5,
        1.5,
        null,
        true,
        '',
        '1s',
        'eevdf',
        'cpu-hogs',
        'generic',
        'w.json',
        'auto',
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    ),
  }))

  it('of JSON is an experiment or problems with places, never an exception', () => {
    const good = JSON.parse(fileOf({})) as Record<string, unknown>
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 4 }), fc.boolean(), (changes, whole) => {
        const text = JSON.stringify(whole ? changes : { ...good, ...changes })
        const result = resolveExperiment(text, 'f.json', '/nonexistent', catalog)
        if ('experiment' in result) return
        expect(result.problems.length).toBeGreaterThan(0)
        for (const { line, column, message, remedy } of result.problems) {
          expect(line).toBeGreaterThan(0)
          expect(column).toBeGreaterThan(0)
          expect(`${message}${remedy}`).not.toMatch(/undefined|\[object/)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('of text is an experiment or problems', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const result = resolveExperiment(text, 'f.json', null, catalog)
        expect('problems' in result && result.problems.length).toBeGreaterThan(0)
      }),
    )
  })
})
