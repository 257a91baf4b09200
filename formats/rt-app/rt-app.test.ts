// rt-app JSON to tasks: what each key becomes, where we differ from rt-app and say so, and every refusal with its place.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step, TaskSpec } from '../../engine/model/run-spec'
import { looksLikeRtApp, parseRtApp, type RtAppOptions } from './rt-app'
import { parseJsonc } from '../jsonc/jsonc'

const any: RtAppOptions = { cpus: null }

function tasksOf(text: string, options = any): readonly TaskSpec[] {
  const { tasks, problems } = parseRtApp(text, 'f.json', options)
  expect(problems).toEqual([])
  return tasks
}
const notesOf = (text: string): string => parseRtApp(text, 'f.json', any).notes.join('\n')
/** The program of the only task `t` with this body. */
const programOf = (body: string): readonly Step[] => tasksOf(`{"tasks":{"t":{${body}}}}`)[0]?.program ?? []
const forEver = (...body: Step[]): readonly Step[] => [{ op: 'loop', count: -1, body }]

describe('a task', () => {
  it('has defaults as in rt-app', () => {
    expect(tasksOf('{"tasks":{"t":{"run":1000,"sleep":9000}}}')).toEqual([
      {
        name: 't',
        nice: 0,
        policy: 'other',
        affinity: null,
        sliceNs: null,
        startNs: 0,
        program: forEver({ op: 'run', ns: 1_000_000 }, { op: 'sleep', ns: 9_000_000 }),
      },
    ])
  })

  it('takes attributes', () => {
    const text = `{"tasks":{"t":{"priority":-4,"cpus":[3,1,1],"delay":300,"dl-runtime":500,"policy":"SCHED_BATCH",
      "loop":1,"run":7}}}`
    expect(tasksOf(text)).toEqual([
      {
        name: 't',
        nice: -4,
        policy: 'batch',
        affinity: [1, 3],
        sliceNs: 500_000,
        startNs: 300_000,
        program: [{ op: 'run', ns: 7_000 }],
      },
    ])
  })

  it('is in the group that "taskgroup" names; groups come parents first, each once', () => {
    const text = `{"tasks":{"a":{"taskgroup":"/x/y","instance":2,"run":1},"b":{"taskgroup":"//x/","run":1},
      "c":{"taskgroup":"/","run":1},"d":{"run":1},
      "e":{"taskgroup":"/z","phases":{"p":{"taskgroup":"/x","run":1},"q":{"run":1},"r":{"taskgroup":"/x","run":1}}}}}`
    const { groups, problems, notes } = parseRtApp(text, 'f.json', any)
    expect(problems).toEqual([])
    expect(groups).toEqual([
      { name: 'x', parent: null, weight: 100, max: null, idle: false },
      { name: 'x/y', parent: 0, weight: 100, max: null, idle: false },
    ])
    expect(tasksOf(text).map(({ name, group }) => [name, group])).toEqual([
      ['a-0', 1],
      ['a-1', 1],
      ['b', 0],
      ['c', undefined],
      ['d', undefined],
      ['e', 0],
    ])
    expect(notes.map((note) => /^f.json:1: the task group "(.*?)" is read/.exec(note)?.[1])).toEqual([
      '/x/y',
      '/x',
    ])
  })

  it('becomes one task per instance, with timers of its own where the ref is unique', () => {
    const text = `{"tasks":{"t":{"instance":2,"run":1,"timer":{"ref":"uniqueA","period":10}},
      "u":{"instance":2,"run":1,"timer":{"ref":"shared","period":10}}}}`
    const tasks = tasksOf(text)
    expect(tasks.map(({ name }) => name)).toEqual(['t-0', 't-1', 'u-0', 'u-1'])
    const refs = JSON.stringify(tasks).match(/(?<="ref":")[^"]*/g)
    expect(refs).toEqual(['uniqueA@t-0', 'uniqueA@t-1', 'shared', 'shared'])
  })

  it('gets a name of its own', () => {
    const text = '{"tasks":{"a":{"instance":2,"run":1},"a-0":{"run":1},"a-0":{"run":2}}}'
    expect(tasksOf(text).map(({ name }) => name)).toEqual(['a-0', 'a-1', 'a-0#2', 'a-0#3'])
    expect(notesOf(text)).toContain('a task of this name is there already')
  })

  it('may be called __proto__', () => {
    expect(tasksOf('{"tasks":{"__proto__":{"run":1}}}')[0]?.name).toBe('__proto__')
  })
})

describe('events', () => {
  it('match by prefix, runtime before run', () => {
    expect(programOf('"run0":1,"runtimeX":2,"sleepA":3,"run1":4,"yield":""')).toEqual(
      forEver(
        { op: 'run', ns: 1000 },
        { op: 'run', ns: 2000 },
        { op: 'sleep', ns: 3000 },
        { op: 'run', ns: 4000 },
        { op: 'yield' },
      ),
    )
  })

  it('keep duplicate keys in order and say so', () => {
    const body = '"loop":2,"run":1000,"sleep":500,"run":2000,"sleep":700,"run":3000,'
    expect(programOf(body)).toEqual([
      {
        op: 'loop',
        count: 2,
        body: [
          { op: 'run', ns: 1_000_000 },
          { op: 'sleep', ns: 500_000 },
          { op: 'run', ns: 2_000_000 },
          { op: 'sleep', ns: 700_000 },
          { op: 'run', ns: 3_000_000 },
        ],
      },
    ])
    const notes = notesOf(`{"tasks":\n{"t":{${body}}}}`)
    expect(notes).toContain('f.json:2: the task "t" has "run" 3 times; all are kept')
    expect(notes).toContain('"sleep" 2 times')
  })

  it('leave out what takes no time', () => {
    expect(programOf('"run":0,"sleep":0,"run1":5')).toEqual(forEver({ op: 'run', ns: 5000 }))
  })

  it('timers are relative unless any use of the same timer says absolute', () => {
    const timer = (body: string) => JSON.stringify(programOf(body)).match(/(?<="mode":")\w*/g)
    expect(timer('"run":1,"timer":{"ref":"a","period":5}')).toEqual(['relative'])
    expect(
      timer('"run":1,"timer1":{"ref":"a","period":5},"timer2":{"ref":"a","period":6,"mode":"absolute"}'),
    ).toEqual(['absolute', 'absolute'])
    expect(notesOf('{"tasks":{"t":{"run":1,"timer":{"period":5}}}}')).toContain('called "unknown"')
  })

  it('suspend and resume hand over by name', () => {
    const text =
      '{"tasks":{"a":{"run":50,"resume":"b","suspend":"a"},"b":{"suspend":"","run":50,"resume":"a"}}}'
    expect(tasksOf(text).map(({ program }) => program)).toEqual([
      forEver({ op: 'run', ns: 50_000 }, { op: 'signal', name: 'b' }, { op: 'wait', name: 'a' }),
      forEver({ op: 'wait', name: 'b' }, { op: 'run', ns: 50_000 }, { op: 'signal', name: 'a' }),
    ])
    expect(notesOf(text)).toContain('an empty "suspend" waits for "b"')
    expect(notesOf(text)).toContain('a resume that comes before its suspend is kept')
  })

  it('resume wakes every instance that waits', () => {
    const text = '{"tasks":{"a":{"sleep":50,"resume":"b"},"b":{"instance":3,"suspend":"b","run":50}}}'
    expect(tasksOf(text)[0]?.program).toEqual(
      forEver({ op: 'sleep', ns: 50_000 }, { op: 'broadcast', name: 'b' }),
    )
    expect(notesOf(text)).toContain('wakes all of 3 tasks')
  })

  it('names are kept apart by scope', () => {
    const text = '{"tasks":{"a":{"sleep":1,"resume":"b","timer":{"ref":"r","period":9}},"b":{"suspend":"b"}}}'
    const names = JSON.stringify(tasksOf(text, { cpus: null, scope: '@2' })).match(
      /(?<="(ref|name)":")[^"]*/g,
    )
    expect(names).toEqual(['a', 'b@2', 'r@2', 'b', 'b@2'])
  })

  it('says what will never happen', () => {
    expect(notesOf('{"tasks":{"a":{"run":1,"resume":"x"}}}')).toContain('nobody suspends on "x"')
    expect(notesOf('{"tasks":{"a":{"run":1,"suspend":"x"}}}')).toContain('nobody resumes "x"')
  })
})

describe('phases', () => {
  it('run in order, with their loops and the thread loop around them', () => {
    expect(programOf('"loop":3,"phases":{"b":{"loop":2,"run":1},"a":{"sleep":5}}')).toEqual([
      {
        op: 'loop',
        count: 3,
        body: [
          { op: 'loop', count: 2, body: [{ op: 'run', ns: 1000 }] },
          { op: 'sleep', ns: 5000 },
        ],
      },
    ])
  })

  it('move to their CPUs and back to those of the thread', () => {
    const body = '"cpus":[2],"phases":{"a":{"cpus":[0,1],"run":1},"b":{"run":2},"c":{"run":3}}'
    expect(programOf(body)).toEqual(
      forEver(
        { op: 'setAffinity', cpus: [0, 1] },
        { op: 'run', ns: 1000 },
        { op: 'setAffinity', cpus: [2] },
        { op: 'run', ns: 2000 },
        { op: 'run', ns: 3000 },
      ),
    )
  })

  it('change attributes for good; a policy without a priority means nice 0', () => {
    const body = `"priority":5,"phases":{"a":{"policy":"SCHED_IDLE","run":1},"b":{"policy":"SCHED_OTHER","run":2},
      "c":{"priority":-3,"dl-runtime":700,"run":3},"d":{"dl-runtime":0,"run":4}}`
    expect(programOf(body)).toEqual(
      forEver(
        { op: 'setPolicy', policy: 'idle' },
        { op: 'run', ns: 1000 },
        { op: 'setPolicy', policy: 'other' },
        { op: 'setNice', nice: 0 },
        { op: 'run', ns: 2000 },
        { op: 'setNice', nice: -3 },
        { op: 'setSlice', ns: 700_000 },
        { op: 'run', ns: 3000 },
        { op: 'setSlice', ns: null },
        { op: 'run', ns: 4000 },
      ),
    )
  })
})

describe('real-time policies', () => {
  it('take "priority" as theirs, 10 where there is none', () => {
    const text = `{"tasks":{"a":{"policy":"SCHED_FIFO","priority":99,"run":1},"b":{"policy":"SCHED_RR","run":1},
      "c":{"run":1},"d":{"priority":3,"run":1},"e":{"policy":"SCHED_OTHER","priority":-5,"run":1}},
      "global":{"default_policy":"SCHED_RR"}}`
    const { tasks, notes, problems } = parseRtApp(text, 'f.json', any)
    expect([notes, problems]).toEqual([[], []])
    expect(tasks.map(({ policy, rtPriority, nice }) => [policy, rtPriority, nice])).toEqual([
      ['fifo', 99, 0],
      ['rr', 10, 0],
      ['rr', 10, 0],
      ['rr', 3, 0],
      ['other', undefined, -5],
    ])
  })

  it('come and go with phases', () => {
    const body = `"phases":{"a":{"policy":"SCHED_FIFO","run":1},"b":{"priority":30,"run":2},
      "c":{"run":3},"d":{"policy":"SCHED_OTHER","run":4}}`
    expect(programOf(body)).toEqual(
      forEver(
        { op: 'setPolicy', policy: 'fifo', rtPriority: 10 },
        { op: 'run', ns: 1000 },
        { op: 'setPolicy', policy: 'fifo', rtPriority: 30 },
        { op: 'run', ns: 2000 },
        { op: 'run', ns: 3000 },
        { op: 'setPolicy', policy: 'other' },
        { op: 'setNice', nice: 0 },
        { op: 'run', ns: 4000 },
      ),
    )
  })
})

describe('global', () => {
  it('gives the duration in seconds, and the policy of those that name none', () => {
    const text =
      '{"tasks":{"a":{"run":1},"b":{"policy":"SCHED_OTHER","run":1}},"global":{"duration":3,"default_policy":"SCHED_IDLE"}}'
    const result = parseRtApp(text, 'f.json', any)
    expect(result.durationS).toBe(3)
    expect(result.tasks.map(({ policy }) => policy)).toEqual(['idle', 'other'])
  })

  const withGlobal = (global: string) =>
    parseRtApp(`{"tasks":{"a":{"run":1}},"global":{${global}}}`, 'f', any)

  it('may hold all that rt-app knows', () => {
    const { problems, notes } = withGlobal(
      '"calibration":"CPU0","logdir":"./","gnuplot":false,"ftrace":"none"',
    )
    expect({ problems, notes }).toEqual({ problems: [], notes: [] })
  })

  it('an unknown key is noted', () => {
    expect(withGlobal('"color":1').notes).toEqual([
      'f:1: the key "color" of "global" is unknown and ignored, as by rt-app',
    ])
  })

  it.each(['-1', '0'])('a duration of %s is none', (duration) => {
    expect(
      parseRtApp(`{"tasks":{"a":{"run":1}},"global":{"duration":${duration}}}`, 'f', any).durationS,
    ).toBeNull()
  })
})

/** [what, body of the description, line:column, path, words of the message] */
const refused: [string, string, string, string, string][] = [
  ['no tasks', '{"global":{}}', '1:1', '', 'has no "tasks"'],
  ['zero tasks', '{"tasks":{}}', '1:10', 'tasks', 'There are no tasks to run.'],
  ['zero instances', '{"tasks":{"a":{"instance":0,"run":1}}}', '1:10', 'tasks', 'There are no tasks to run.'],
  ['a list of tasks', '{"tasks":[]}', '1:10', 'tasks', '"tasks" is a list, not an object.'],
  ['no events', '{"tasks":{"a":{"loop":3}}}', '1:15', 'tasks.a', 'The task "a" has no events.'],
  ['an empty phase', '{"tasks":{"a":{"phases":{"p":{}}}}}', '1:30', 'tasks.a.phases.p', 'has no events'],
  ['no phase', '{"tasks":{"a":{"phases":{}}}}', '1:25', 'tasks.a.phases', 'has no phases'],
  [
    'nice -21',
    '{"tasks":{"a":{"priority":-21,"run":1}}}',
    '1:27',
    'tasks.a.priority',
    'is -21, out of range',
  ],
  ['nice 20', '{"tasks":{"a":{"priority":20,"run":1}}}', '1:27', 'tasks.a.priority', 'is 20, out of range'],
  [
    'nice 1.5',
    '{"tasks":{"a":{"priority":1.5,"run":1}}}',
    '1:27',
    'tasks.a.priority',
    'is 1.5, not a whole number',
  ],
  ['a negative run', '{"tasks":{"a":{"run":-1}}}', '1:22', 'tasks.a.run', 'out of range'],
  [
    'a run in text',
    '{"tasks":{"a":{"run":"5ms"}}}',
    '1:22',
    'tasks.a.run',
    'is the text "5ms", not a whole number',
  ],
  ['a broken run', '{"tasks":{"a":{"run":0.5}}}', '1:22', 'tasks.a.run', 'is 0.5, not a whole number'],
  ['a run of null', '{"tasks":{"a":{"run":null}}}', '1:22', 'tasks.a.run', 'is null'],
  [
    'delay in a phase',
    '{"tasks":{"a":{"phases":{"p":{"delay":5,"run":1}}}}}',
    '1:31',
    'tasks.a.phases.p.delay',
    'A phase has "delay"',
  ],
  [
    'only a delay in a phase',
    '{"tasks":{"a":{"phases":{"p":{"delay":5}}}}}',
    '1:31',
    'tasks.a.phases.p.delay',
    'A phase has "delay"',
  ],
  [
    'an event beside phases',
    '{"tasks":{"a":{"run":1,"phases":{"p":{"run":1}}}}}',
    '1:16',
    'tasks.a.run',
    'stands beside "phases"',
  ],
  [
    'a CPU that is not there',
    '{"tasks":{"a":{"cpus":[0,4],"run":1}}}',
    '1:26',
    'tasks.a.cpus[1]',
    'CPU 4 is not there: the machine has CPUs 0 to 3.',
  ],
  ['CPU -1', '{"tasks":{"a":{"cpus":[-1],"run":1}}}', '1:24', 'tasks.a.cpus[0]', 'out of range'],
  ['no CPU', '{"tasks":{"a":{"cpus":[],"run":1}}}', '1:23', 'tasks.a.cpus', '"cpus" is empty.'],
  [
    'a CPU that is no list',
    '{"tasks":{"a":{"cpus":0,"run":1}}}',
    '1:23',
    'tasks.a.cpus',
    '"cpus" is no list.',
  ],
  [
    'the deadline policy',
    '{"tasks":{"a":{"policy":"SCHED_DEADLINE","priority":50,"run":1}}}',
    '1:25',
    'tasks.a.policy',
    'The policy SCHED_DEADLINE is not modelled yet.',
  ],
  [
    'a real-time priority of 0',
    '{"tasks":{"a":{"policy":"SCHED_FIFO","priority":0,"run":1}}}',
    '1:49',
    'tasks.a.priority',
    '"priority" is 0, out of range.',
  ],
  [
    'a nice value for a phase that is real-time from before',
    '{"tasks":{"a":{"policy":"SCHED_RR","phases":{"p":{"priority":-3,"run":1}}}}}',
    '1:62',
    'tasks.a.phases.p.priority',
    '"priority" is -3, out of range.',
  ],
  [
    'an unknown policy',
    '{"tasks":{"a":{"policy":"SCHED_OTER","run":1}}}',
    '1:25',
    'tasks.a.policy',
    'The policy "SCHED_OTER" is unknown.',
  ],
  [
    'a deadline default',
    '{"global":{"default_policy":"SCHED_DEADLINE"},"tasks":{"a":{"run":1},"b":{"run":1}}}',
    '1:29',
    'global.default_policy',
    'SCHED_DEADLINE is not modelled',
  ],
  [
    'util_min',
    '{"tasks":{"a":{"util_min":256,"run":1}}}',
    '1:16',
    'tasks.a.util_min',
    '"util_min" is not modelled yet.',
  ],
  [
    'a task group without a slash',
    '{"tasks":{"a":{"taskgroup":"x","run":1}}}',
    '1:28',
    'tasks.a.taskgroup',
    '"taskgroup" is "x", which does not begin with "/".',
  ],
  [
    'a task group that leads upwards',
    '{"tasks":{"a":{"taskgroup":"/x/../y","run":1}}}',
    '1:28',
    'tasks.a.taskgroup',
    'has the name "..", which means another folder',
  ],
  [
    'a task group too deep',
    '{"tasks":{"a":{"taskgroup":"/1/2/3/4/5/6/7/8/9","run":1}}}',
    '1:28',
    'tasks.a.taskgroup',
    'has 9 groups inside one another',
  ],
  [
    'a task that changes its group',
    '{"tasks":{"a":{"phases":{"p":{"taskgroup":"/x","run":1},"q":{"taskgroup":"/y","run":1}}}}}',
    '1:74',
    'tasks.a.phases.q.taskgroup',
    'moves the task to "/y", which is not modelled yet',
  ],
  [
    'a task that joins a group late',
    '{"tasks":{"a":{"phases":{"p":{"run":1},"q":{"taskgroup":"/y","run":1}}}}}',
    '1:57',
    'tasks.a.phases.q.taskgroup',
    'moves the task to "/y"',
  ],
  [
    'more task groups than rt-app takes',
    `{"tasks":{${Array.from({ length: 33 }, (_, i) => `"t${i}":{"run":1,"taskgroup":"/${i}"}`).join()}}}`,
    '1:1106',
    'tasks.t32.taskgroup',
    'There are more than 32 task groups',
  ],
  [
    'memory nodes',
    '{"tasks":{"a":{"membind_nodes":[0],"run":1}}}',
    '1:16',
    'tasks.a.membind_nodes',
    'is not modelled yet',
  ],
  ['a loop of 0', '{"tasks":{"a":{"loop":0,"run":1}}}', '1:23', 'tasks.a.loop', '"loop" is 0.'],
  ['a loop of -2', '{"tasks":{"a":{"loop":-2,"run":1}}}', '1:23', 'tasks.a.loop', 'out of range'],
  [
    'an endless loop of nothing',
    '{"tasks":{"a":{"loop":-1,"run":0}}}',
    '1:11',
    'tasks.a',
    'without taking any time',
  ],
  [
    'an endless loop of resumes',
    '{"tasks":{"a":{"resume":"x"}}}',
    '1:11',
    'tasks.a',
    'without taking any time',
  ],
  [
    'an endless phase of yields',
    '{"tasks":{"a":{"phases":{"p":{"loop":-1,"yield":""},"q":{"run":1}}}}}',
    '1:11',
    'tasks.a',
    'without taking any time',
  ],
  [
    'a very long loop of nothing',
    '{"tasks":{"a":{"loop":1000,"phases":{"p":{"loop":1000,"yield":""}}}}}',
    '1:11',
    'tasks.a',
    'without taking any time',
  ],
  [
    'a round of resumes',
    '{"tasks":{"a":{"suspend":"a","resume":"b"},\n"b":{"resume":"a","suspend":"b"}}}',
    '1:11',
    'tasks.a',
    'The tasks "a" and "b" resume each other for ever without taking any time.',
  ],
  [
    'a timer without period',
    '{"tasks":{"a":{"run":1,"timer":{"ref":"u"}}}}',
    '1:32',
    'tasks.a.timer',
    'no "period"',
  ],
  [
    'a timer of 0',
    '{"tasks":{"a":{"run":1,"timer":{"ref":"u","period":0}}}}',
    '1:52',
    'tasks.a.timer.period',
    'out of range',
  ],
  [
    'a timer mode',
    '{"tasks":{"a":{"run":1,"timer":{"ref":"u","period":1,"mode":"abs"}}}}',
    '1:61',
    'tasks.a.timer.mode',
    '"abs" is unknown',
  ],
  [
    'a timer that is a number',
    '{"tasks":{"a":{"run":1,"timer":5}}}',
    '1:32',
    'tasks.a.timer',
    'is a number, not an object',
  ],
  ['a resume for nobody', '{"tasks":{"a":{"run":1,"resume":""}}}', '1:33', 'tasks.a.resume', 'names nobody'],
  [
    'a suspend on a number',
    '{"tasks":{"a":{"run":1,"suspend":5}}}',
    '1:34',
    'tasks.a.suspend',
    'is a number, not a name',
  ],
  [
    'an attribute twice',
    '{"tasks":{"a":{"priority":1,"run":1,"priority":2}}}',
    '1:37',
    'tasks.a.priority',
    '"priority" is set 2 times',
  ],
  [
    'a misspelt event',
    '{"tasks":{"a":{"run":1,"slep":5}}}',
    '1:24',
    'tasks.a.slep',
    'has the unknown key "slep"',
  ],
  [
    'a misspelt attribute',
    '{"tasks":{"a":{"run":1,"prority":5}}}',
    '1:24',
    'tasks.a.prority',
    'has the unknown key "prority"',
  ],
  [
    'a misspelt setting',
    '{"global":{"duraton":3},"tasks":{"a":{"run":1}}}',
    '1:12',
    'global.duraton',
    '"global" has the unknown key "duraton"',
  ],
  ['a misspelt section', '{"task":{},"tasks":{"a":{"run":1}}}', '1:2', 'task', 'has the unknown key "task"'],
  [
    'too many tasks',
    '{"tasks":{"a":{"instance":60000,"run":1},"b":{"instance":60000,"run":1}}}',
    '1:10',
    'tasks',
    '120000 tasks',
  ],
  ['a task that is a number', '{"tasks":{"a":5}}', '1:15', 'tasks.a', 'The task "a" is a number'],
  ['a nameless task', '{"tasks":{"":{"run":1}}}', '1:11', 'tasks[""]', 'empty name'],
  ['a list', '[]', '1:1', '', 'The description is a list'],
  ['broken JSON', '{"tasks":', '1:1', '', 'never closed'],
  ...[
    'lock',
    'unlock',
    'wait',
    'signal',
    'broad',
    'sync',
    'memrun',
    'mem',
    'iorun',
    'barrier',
    'sem_post',
    'sem_wait',
    'fork',
    'mem0',
    'locked',
  ].map((key): [string, string, string, string, string] => [
    `the event ${key}`,
    `{"tasks":{"a":{"run":1,"${key}":"x"}}}`,
    '1:24',
    `tasks.a.${key}`,
    `The event "${key}" is not modelled yet.`,
  ]),
]

describe('is refused:', () => {
  it.each(refused)('%s', (_, text, place, path, words) => {
    const { problems, tasks } = parseRtApp(text, 'f.json', { cpus: 4 })
    expect(problems.map((p) => `${p.file} ${p.line}:${p.column} ${p.path ?? ''}`)).toEqual([
      `f.json ${place} ${path}`,
    ])
    expect(problems[0]?.message).toContain(words)
    expect(problems[0]?.remedy).toMatch(/\w/)
    expect(tasks).toEqual([])
  })

  it('an unknown key, with the keys that would be taken and no others', () => {
    const remedyOf = (body: string) => parseRtApp(`{"tasks":{"a":{${body}}}}`, 'f', any).problems[0]?.remedy
    expect(remedyOf('"run":1,"slep":5')).toBe(
      'Did you mean "sleep"? Known: loop, cpus, policy, priority, dl-runtime, dl-period, dl-deadline, taskgroup, instance, ' +
        'delay, phases, sleep, runtime, run, timer, suspend, resume and yield.',
    )
    expect(remedyOf('"run":1,"barier":"x"')).toMatch(
      /^Did you mean "barrier", which is not modelled\? Known: loop/,
    )
  })

  it('every fault of a file at once', () => {
    const text =
      '{"tasks":{"a":{"priority":-21,"lock":"x","run":"1"},"b":{"policy":"SCHED_DEADLINE","run":1}}}'
    expect(parseRtApp(text, 'f.json', any).problems).toHaveLength(4)
  })
})

describe('is taken:', () => {
  it.each([
    ['a key that rt-app ignores, with a note', '"run":1,"comment_of_mine":"x"', 'is unknown and ignored'],
    [
      'a slice for SCHED_IDLE, with a note',
      '"policy":"SCHED_IDLE","dl-runtime":5,"run":1',
      'no slice for SCHED_IDLE',
    ],
    [
      'a slice for a real-time task, with a note',
      '"policy":"SCHED_FIFO","dl-runtime":5,"run":1',
      'no slice for real-time tasks',
    ],
  ])('%s', (_, body, note) => {
    expect(programOf(body)).toEqual(forEver({ op: 'run', ns: 1000 }))
    expect(notesOf(`{"tasks":{"t":{${body}}}}`)).toContain(note)
  })

  it.each(['"taskgroup":""', '"util_min":-1', '"dl-period":5', '"dl-deadline":5', '"period":3'])(
    '%s, which changes nothing',
    (attribute) => {
      expect(programOf(`${attribute},"run":1`)).toEqual(forEver({ op: 'run', ns: 1000 }))
      expect(notesOf(`{"tasks":{"t":{${attribute},"run":1}}}`)).toBe('')
    },
  )

  it('a task that only waits for one that takes time', () => {
    const text =
      '{"tasks":{"a":{"sleep":5,"resume":"b"},"b":{"suspend":"b","resume":"c"},"c":{"suspend":"c"}}}'
    expect(tasksOf(text)).toHaveLength(3)
  })
})

describe('looksLikeRtApp', () => {
  it.each([
    ['{"tasks":{}}', true],
    ['{"tasks":{},"version":1}', false],
    ['{"version":1}', false],
    ['[]', false],
  ])('%s: %s', (text, expected) => {
    const parsed = parseJsonc(text, 'f')
    expect(parsed.ok && looksLikeRtApp(parsed.document.root)).toBe(expected)
  })
})

describe('any input', () => {
  const word = fc.constantFrom(
    'tasks',
    'global',
    'phases',
    'run',
    'sleep',
    'timer',
    'loop',
    'cpus',
    'priority',
    'policy',
    'suspend',
    'resume',
    'instance',
    'delay',
    'ref',
    'period',
    'mode',
    'taskgroup',
    'duration',
    'default_policy',
    '__proto__',
    'x',
    '',
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.integer({ min: -30, max: 3000 }),
      fc.constantFrom<unknown>(null, true, 'SCHED_OTHER', 'SCHED_RR', 'unique', 'x', '/x/y', '', 0.5),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(word, tie('value'), { maxKeys: 6 }),
    ),
  }))

  it('is tasks or problems, never an exception', () => {
    fc.assert(
      fc.property(fc.dictionary(word, value, { maxKeys: 5 }), value, (root, body) => {
        for (const whole of [root, { tasks: { a: body } }]) {
          const { tasks, problems } = parseRtApp(JSON.stringify(whole), 'f.json', { cpus: 4 })
          expect(tasks.length > 0).toBe(problems.length === 0)
          for (const problem of problems) expect(problem.line).toBeGreaterThan(0)
        }
      }),
      { numRuns: 300 },
    )
  })
})
