// Control groups and autogroup from an experiment file to what a run takes, and to the shares that come of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ResolvedExperiment } from '../../../contract/results'
import { simulate } from '../../../engine'
import type { RunSpec, TaskSpec } from '../../../engine/model/run-spec'
import { joinGroup } from './group-tasks'
import { planRuns, resolveExperiment, specHash } from './index'

interface Given {
  readonly cpus?: number
  readonly groups?: object
  readonly workload: readonly object[]
  readonly variants?: readonly object[]
}

const hogs = (name: string, count = 1, group?: string): object => ({
  id: 'cpu-hogs',
  name,
  params: { count },
  ...(group === undefined ? {} : { group }),
})
const eevdf = { name: 'eevdf', policy: 'eevdf' }
const cfs = { name: 'cfs', policy: 'cfs' }
const withAutogroup = (variant: object): object => ({ ...variant, params: { autogroup: true } })

function experimentOf(
  { cpus = 1, groups, workload, variants = [eevdf, cfs] }: Given,
  dir: string | null = null,
): ResolvedExperiment {
  const machine = { id: 'generic', params: { cpus } }
  const file = { version: 1, name: 'N', machine, groups, workload, variants, duration: '10s', seeds: [1] }
  const result = resolveExperiment(JSON.stringify(file), 'f.json', dir)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.experiment
}
const specsOf = (given: Given): readonly RunSpec[] => planRuns(experimentOf(given)).map(({ spec }) => spec)
const keysOf = (given: Given): readonly string[] => planRuns(experimentOf(given)).map(({ key }) => key)

/** CPU share of all tasks of each name without its number. */
function sharesOf(spec: RunSpec): Record<string, number> {
  const shares: Record<string, number> = {}
  for (const { name, cpuShare } of simulate(spec)?.tasks ?? []) {
    const part = name.replace(/-\d+$/, '')
    shares[part] = (shares[part] ?? 0) + cpuShare
  }
  return shares
}

describe('groups of a file', () => {
  const groups = {
    build: { parent: 'user', weight: 20, max: '50ms/100ms' },
    user: {},
    rest: { idle: true, max: null },
  }

  it('are numbered parents first and called by their path', () => {
    const { tasks, groups: specs } = specsOf({
      groups,
      workload: [hogs('a', 2, 'build'), hogs('b'), hogs('c', 1, 'rest')],
    })[0]!
    expect(specs).toEqual([
      { name: 'user', parent: null, weight: 100, max: null, idle: false },
      {
        name: 'user/build',
        parent: 0,
        weight: 20,
        max: { quotaNs: 50_000_000, periodNs: 100_000_000 },
        idle: false,
      },
      { name: 'rest', parent: null, weight: 100, max: null, idle: true },
    ])
    expect(tasks.map(({ name, group }) => [name, group])).toEqual([
      ['a-0', 1],
      ['a-1', 1],
      ['b', undefined],
      ['c', 2],
    ])
  })

  it('are summed up for people', () => {
    const { groupSummary, notes } = experimentOf({
      groups,
      workload: [hogs('a', 2, 'build'), hogs('b', 1, 'build'), hogs('c', 1, 'rest')],
    })
    expect(groupSummary).toEqual([
      'user: weight 100; no tasks of its own',
      'user/build: weight 20, max 50ms/100ms; a, b',
      'rest: idle; c',
    ])
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatch(/^cpu\.max: a group .* stops at once/)
  })

  it('that are idle have no use for a weight', () => {
    const given = { groups: { x: { idle: true, weight: 7 } }, workload: [hogs('a', 1, 'x')] }
    expect(experimentOf(given).notes).toEqual(['the group "x" is idle, so its weight 7 counts for nothing'])
  })

  it('are in the keys of runs and the hash of the experiment, their names are not', () => {
    const of = (groups: object, group?: string): Given => ({ groups, workload: [hogs('a', 1, group)] })
    const plain = of({})
    expect(experimentOf(plain)).not.toHaveProperty('groups', expect.anything())
    expect(keysOf(of({ x: {} }, 'x'))).toEqual(keysOf(of({ y: { weight: 100 } }, 'y')))
    const others = [of({ x: {} }, 'x'), of({ x: { weight: 99 } }, 'x'), of({ x: { max: '1ms' } }, 'x')]
    const all = [plain, ...others]
    expect(new Set(all.flatMap(keysOf)).size).toBe(2 * all.length)
    expect(new Set(all.map((given) => specHash(experimentOf(given)))).size).toBe(all.length)
  })

  it('take in what their tasks fork', () => {
    const child: TaskSpec = { ...specsOf({ workload: [hogs('a')] })[0]!.tasks[0]!, name: 'child' }
    const parent = { ...child, program: [{ op: 'loop', count: 2, body: [{ op: 'fork', child }] }] } as const
    const joined = joinGroup(parent, 3)
    expect(joined.group).toBe(3)
    expect(JSON.stringify(joined.program)).toContain('"group":3')
    expect(joinGroup({ ...parent, group: 1 }, 3).group).toBe(1)
  })
})

describe('autogroup', () => {
  const workload = [hogs('a'), hogs('b', 2, 'x'), hogs('c', 3)]
  const given = { groups: { x: {} }, workload, variants: [eevdf, withAutogroup({ ...eevdf, name: 'auto' })] }

  it('gives each part without a group one of its own, in the variants that have it on', () => {
    const [off, on] = specsOf(given)
    expect(off?.groups?.map(({ name }) => name)).toEqual(['x'])
    expect(off?.tasks.map(({ group }) => group)).toEqual([undefined, 0, 0, undefined, undefined, undefined])
    expect(on?.groups?.map(({ name, parent, weight }) => [name, parent, weight])).toEqual([
      ['x', null, 100],
      ['autogroup-1', null, 100],
      ['autogroup-2', null, 100],
    ])
    expect(on?.tasks.map(({ group }) => group)).toEqual([1, 0, 0, 2, 2, 2])
  })

  it('changes nothing where every part names a group, and says so', () => {
    const { notes } = experimentOf({ ...given, workload: [hogs('b', 2, 'x')] })
    expect(notes).toEqual(['Autogroup changes nothing in auto: every task is in a group of the file.'])
    expect(experimentOf(given).notes).toEqual([])
  })

  it('tells experiments apart that differ only in what belongs together', () => {
    const hashes = [[hogs('a-0'), hogs('a-1')], [hogs('a', 2)]].map((parts) => {
      const experiment = experimentOf({ workload: parts, variants: [withAutogroup(eevdf)] })
      expect(experiment.tasks.map(({ name }) => name)).toEqual(['a-0', 'a-1'])
      return specHash(experiment)
    })
    expect(hashes[0]).not.toBe(hashes[1])
  })
})

describe('rt-app descriptions', () => {
  const task = (taskgroup: string): object => ({ run: 1000, taskgroup })

  it('add their task groups; the file may have given settings for the path', () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'vlag-'))
    const description = { tasks: { a: task('/user/build'), b: task('/other'), c: { run: 1 } } }
    writeFileSync(path.join(dir, 'w.json'), JSON.stringify(description))
    const { tasks, groups, groupSummary, notes } = experimentOf(
      {
        groups: { rest: {}, build: { parent: 'user', weight: 20 }, user: {} },
        workload: [{ rtApp: 'w.json', group: 'rest' }],
      },
      dir,
    )
    rmSync(dir, { recursive: true })
    expect(groups?.map(({ name, parent, weight }) => [name, parent, weight])).toEqual([
      ['rest', null, 100],
      ['user', null, 100],
      ['user/build', 1, 20],
      ['other', null, 100],
    ])
    expect(tasks.map(({ name, group }) => [name, group])).toEqual([
      ['a', 2],
      ['b', 3],
      ['c', 0],
    ])
    expect(groupSummary?.[2]).toBe('user/build: weight 20; 1 of 3 tasks of w.json')
    expect(notes[0]).toContain('"/user/build" is read as a control group of cpu.weight 100')
  })

  it('alone bring their groups along', () => {
    const text = JSON.stringify({ tasks: { a: task('/x/y'), b: { run: 1000 } }, global: { duration: 10 } })
    const result = resolveExperiment(text, 'desk.json', null)
    if ('problems' in result) throw new Error(JSON.stringify(result.problems))
    const { groups, groupSummary, partSizes, tasks } = result.experiment
    expect(groups?.map(({ name, parent }) => [name, parent])).toEqual([
      ['x', null],
      ['x/y', 0],
    ])
    expect(groupSummary).toEqual([
      'x: weight 100; no tasks of its own',
      'x/y: weight 100; 1 of 2 tasks of desk.json',
    ])
    expect(partSizes).toEqual([2])
    expect(tasks.map(({ group }) => group)).toEqual([1, undefined])
  })

  it('together with the file and autogroup have a limit', () => {
    const names = Array.from({ length: 255 }, (_, i) => [`g${i}`, {}] as const)
    const given = {
      groups: Object.fromEntries(names),
      workload: [hogs('a'), hogs('b')],
      variants: [withAutogroup(eevdf)],
    }
    expect(() => experimentOf(given)).toThrow('The workload has 257 control groups, more than 256.')
    expect(() => experimentOf({ ...given, variants: [eevdf] })).not.toThrow()
  })
})

/** The time that the first turn may change a share by, and what is left of the last period. */
const WITHIN = 0.01

describe('CPU time', () => {
  it('goes by weight, whatever the number of tasks', () => {
    const groups = { one: { weight: 100 }, three: { weight: 300 } }
    for (const spec of specsOf({ groups, workload: [hogs('a', 1, 'one'), hogs('b', 3, 'three')] })) {
      const { a = 0, b = 0 } = sharesOf(spec)
      expect(Math.abs(a - 0.25)).toBeLessThan(WITHIN)
      expect(Math.abs(b - 0.75)).toBeLessThan(WITHIN)
    }
  })

  it('goes by weight at each level', () => {
    const groups = { user: {}, build: { parent: 'user', weight: 300 }, edit: { parent: 'user' } }
    const workload = [hogs('a', 2, 'build'), hogs('b', 1, 'edit'), hogs('c')]
    for (const spec of specsOf({ groups, workload })) {
      const { a = 0, b = 0, c = 0 } = sharesOf(spec)
      expect(Math.abs(a - 0.375)).toBeLessThan(WITHIN)
      expect(Math.abs(b - 0.125)).toBeLessThan(WITHIN)
      expect(Math.abs(c - 0.5)).toBeLessThan(WITHIN)
    }
  })

  it.each([1, 4])('ends at cpu.max, on %i CPUs', (cpus) => {
    const groups = { limited: { max: '20ms/100ms' } }
    for (const spec of specsOf({ cpus, groups, workload: [hogs('a', 1, 'limited')] })) {
      expect(Math.abs((sharesOf(spec)['a'] ?? 0) - 0.2)).toBeLessThan(WITHIN)
    }
  })

  it('is what others leave, for an idle group', () => {
    const groups = { rest: { idle: true } }
    for (const spec of specsOf({ groups, workload: [hogs('a', 1, 'rest'), hogs('b')] })) {
      // Weight 3 against 1024.
      expect(Math.abs((sharesOf(spec)['a'] ?? 0) - 3 / 1027)).toBeLessThan(0.002)
    }
  })

  it('is the same for each part under autogroup', () => {
    const workload = [hogs('a'), hogs('b', 4)]
    const variants = [eevdf, cfs].flatMap((variant) => [
      variant,
      withAutogroup({ ...variant, name: `${variant.name} auto` }),
    ])
    const shares = specsOf({ workload, variants }).map((spec) => sharesOf(spec)['a'] ?? 0)
    for (const [index, share] of shares.entries()) {
      expect(Math.abs(share - (index % 2 === 0 ? 0.2 : 0.5))).toBeLessThan(WITHIN)
    }
  })
})
