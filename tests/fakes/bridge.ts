// A bridge without a backend, for looking at the window in a browser and for tests of it: answers every request with
// plausible data, plays progress, and can be put into each state. Never part of the product.
import type {
  Bridge,
  EventName,
  Events,
  ExperimentPreview,
  Progress,
  Reply,
  RequestName,
  Source,
} from '../../contract/api'
import { toErrorData, VlagError } from '../../contract/errors'
import type { ErrorData, Problem } from '../../contract/errors'
import type { ExperimentRow } from '../../contract/results'
import { buildDetail, buildRows, fakeId, fakeMachine } from './data'

export interface FakeOptions {
  /** Experiments in the library. */
  readonly rows: number
  /** Every request hangs (loading) or fails (error). */
  readonly mode: 'full' | 'loading' | 'error'
  readonly readOnly?: boolean
  readonly notices?: readonly string[]
  /** Plays the progress of the running experiment. */
  readonly live?: boolean
}

const EXAMPLES = [
  {
    id: 'two-hogs-nice',
    name: 'Two hogs at different nice values',
    description: 'Shares follow weights: nice −4 against nice 0 on one CPU.',
    policies: ['eevdf', 'cfs'],
  },
  {
    id: 'typing-build',
    name: 'Typing during a build',
    description: 'An editor that must answer while a compiler fills every CPU.',
    policies: ['eevdf', 'eevdf', 'cfs'],
  },
  {
    id: 'ping-pong',
    name: 'Ping-pong against a hog',
    description: 'Two tasks that wake each other, and one that never sleeps.',
    policies: ['eevdf', 'cfs'],
  },
]

const TEXT = `{
  // Typing must stay quick while a build fills both CPUs.
  "version": 1,
  "name": "Typing during a build",
  "machine": "celeron-2c",
  "workload": [
    { "id": "document-typing" },
    { "id": "build", "params": { "jobs": 4 } }
  ],
  "variants": [
    { "name": "EEVDF", "policy": "eevdf", "params": { "kernel": "6.18" } },
    { "name": "EEVDF, 3 ms", "policy": "eevdf", "params": { "baseSlice": "3ms" } },
    { "name": "CFS", "policy": "cfs" }
  ],
  "duration": "10s",
  "warmup": "1s",
  "seeds": 10
}
`
const BROKEN = TEXT.replace('"3ms"', '3').replace('"policy": "cfs"', '"polcy": "cfs"')
const PROBLEMS: readonly Problem[] = [
  {
    file: 'broken.json',
    line: 12,
    column: 76,
    path: 'variants[1].params.baseSlice',
    message: 'The bare number 3 has no unit.',
    remedy: 'Write a time with its unit: "3ms", "3000us" or "0.003s".',
  },
  {
    file: 'broken.json',
    line: 13,
    column: 24,
    path: 'variants[2].polcy',
    message: 'The key "polcy" is not known here.',
    remedy: 'Did you mean "policy"? A variant takes name, policy and params.',
  },
  {
    file: 'broken.json',
    line: 13,
    column: 5,
    path: 'variants[2]',
    message: 'The key "policy" is missing.',
    remedy: 'Add one of eevdf, cfs.',
  },
]

function buildPreview(source: Source): ExperimentPreview {
  const name =
    source.kind === 'path'
      ? (source.path.split('/').at(-1) ?? '')
      : source.kind === 'text'
        ? source.name
        : `${source.id}.json`
  const broken = name.includes('broken')
  const row = buildRows(1, Date.now())[0]
  if (row === undefined) throw new Error('no row')
  const { spec } = buildDetail({ ...row, runsDone: 0 }, TEXT).result
  return {
    source,
    sourceName: name,
    text: broken ? BROKEN : TEXT,
    format: name.includes('rtapp') ? 'rt-app' : 'experiment',
    experiment: broken
      ? null
      : {
          ...spec,
          name: 'Typing during a build',
          machine: fakeMachine,
          tasks: ['editor', 'compositor', 'cc1.0', 'cc1.1'].map((taskName, i) => ({
            name: taskName,
            nice: i === 1 ? -4 : 0,
            policy: i > 1 ? ('batch' as const) : ('other' as const),
            affinity: i === 0 ? [0] : null,
            sliceNs: null,
            startNs: 0,
            program: [],
          })),
          description: 'An editor that must answer while a compiler fills every CPU.',
          notes: name.includes('rtapp')
            ? ['The key "run" stands twice in phase "p0"; both are run, in order.']
            : [],
        },
    runsTotal: broken ? 0 : 30,
    runsCached: broken ? 0 : 10,
    problems: broken ? PROBLEMS : [],
  }
}

const diskError: ErrorData = {
  code: 'database-corrupt',
  message: 'The library cannot be read: page 12 of library.sqlite is damaged.',
  remedy: 'A backup of yesterday is beside it; move library.sqlite away and start again to use it.',
  problems: [],
}

/** Makes the bridge; `window.vlag = createFakeBridge({ rows: 8, mode: 'full' })`. */
export function createFakeBridge(options: FakeOptions): Bridge {
  let rows: ExperimentRow[] = buildRows(options.rows, Date.now())
  let bin: ExperimentRow[] = []
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  const emit = <N extends EventName>(name: N, payload: Events[N]): void => {
    for (const listener of listeners.get(name) ?? []) (listener as (p: Events[N]) => void)(payload)
  }

  function progressOf(row: ExperimentRow): Progress {
    const perVariant = row.variants.map((_, i) =>
      Math.max(0, Math.min(row.seeds, row.runsDone - i * row.seeds)),
    )
    const busy = row.state === 'running'
    return {
      id: row.id,
      state: row.state,
      total: row.runsTotal,
      done: row.runsDone,
      failed: row.runsFailed,
      cached: Math.min(10, row.runsDone),
      perVariant,
      running: busy
        ? [{ variant: perVariant.findIndex((n) => n < row.seeds), seed: row.runsDone + 1, fraction: 0.62 }]
        : [],
      secondsLeft: busy ? (row.runsTotal - row.runsDone) * 0.6 : null,
      eventsPerSecond: busy ? 2_310_000 : null,
      timesRealTime: busy ? 31.4 : null,
    }
  }

  function change(id: string, next: Partial<ExperimentRow>): void {
    rows = rows.map((row) => (row.id === id ? { ...row, ...next } : row))
    const row = rows.find((one) => one.id === id)
    if (row !== undefined) emit('experiments.progress', progressOf(row))
    emit('experiments.changed', { ids: [id] })
  }

  if (options.live) {
    setInterval(() => {
      for (const row of rows.filter((one) => one.state === 'running')) {
        const done = Math.min(row.runsTotal - row.runsFailed, row.runsDone + 1)
        const over = done + row.runsFailed >= row.runsTotal
        change(row.id, { runsDone: done, ...(over ? { state: 'completed' as const } : {}) })
      }
    }, 400)
  }

  const answers: { [N in RequestName]: (input: never) => unknown } = {
    'app.info': () => ({
      version: '0.1.0',
      engineVersion: '0.1.0',
      electron: '45.5.0',
      node: '24.1.0',
      platform: 'linux',
      fallbackRuntime: false,
      databasePath: '/home/ada/.local/share/vlag/library.sqlite',
      databaseBytes: 4_120_000,
      runCount: rows.reduce((sum, row) => sum + row.runsDone, 0),
      readOnly: options.readOnly
        ? {
            code: 'database-future',
            message: 'The library was written by a newer Vlag (schema 9, this one knows 3).',
            remedy: 'It is open for reading only; install the newer version to run and change experiments.',
            problems: [],
          }
        : null,
      workers: 3,
      notices: options.notices ?? [],
    }),
    'examples.list': () => EXAMPLES,
    'files.choose': () => ({ kind: 'path', path: '/home/ada/broken.json' }),
    'experiments.preview': ({ source }: { source: Source }) => {
      if (source.kind === 'path' && source.path.includes('missing'))
        throw new VlagError('not-found', 'There is no file /home/ada/missing.json.', {
          remedy: 'Check the path.',
        })
      return buildPreview(source)
    },
    'experiments.start': ({ source }: { source: Source }) => {
      const preview = buildPreview(source)
      const id = fakeId(rows.length + 1000)
      const base = buildRows(1, Date.now())[0]
      if (base === undefined) throw new Error('no row')
      rows = [
        {
          ...base,
          id,
          name: preview.experiment?.name ?? '',
          state: 'running',
          runsDone: 10,
          createdAt: new Date().toISOString(),
          finishedAt: null,
        },
        ...rows,
      ]
      emit('experiments.changed', { ids: [id] })
      return { id }
    },
    'experiments.cancel': ({ id }: { id: string }) => {
      change(id, { state: 'cancelled', finishedAt: new Date().toISOString() })
      return { kept: rows.find((row) => row.id === id)?.runsDone ?? 0 }
    },
    'experiments.resume': ({ id }: { id: string }) => {
      change(id, { state: 'running' })
      return { queued: 3 }
    },
    'experiments.progress': ({ id }: { id: string }) => {
      const row = rows.find((one) => one.id === id)
      return row === undefined ? null : progressOf(row)
    },
    'experiments.list': ({ bin: wantsBin }: { bin: boolean }) => (wantsBin ? bin : rows),
    'experiments.get': ({ id }: { id: string }) => {
      const row = [...rows, ...bin].find((one) => one.id === id)
      if (row === undefined) throw new VlagError('not-found', `There is no experiment ${id}.`)
      return buildDetail(row, TEXT)
    },
    'experiments.rename': ({ id, name }: { id: string; name: string }) => {
      change(id, { name })
      return {}
    },
    'experiments.delete': ({ ids }: { ids: string[] }) => {
      const gone = rows.filter((row) => ids.includes(row.id))
      bin = [...gone.map((row) => ({ ...row, deletedAt: new Date().toISOString() })), ...bin]
      rows = rows.filter((row) => !ids.includes(row.id))
      emit('experiments.changed', { ids })
      return { ids }
    },
    'experiments.restore': ({ ids }: { ids: string[] }) => {
      rows = [
        ...bin.filter((row) => ids.includes(row.id)).map((row) => ({ ...row, deletedAt: null })),
        ...rows,
      ]
      bin = bin.filter((row) => !ids.includes(row.id))
      emit('experiments.changed', { ids })
      return { ids }
    },
  }

  return {
    call(name, input): Promise<Reply<unknown>> {
      if (options.mode === 'loading' && name !== 'app.info') return new Promise(() => undefined)
      if (options.mode === 'error' && name !== 'app.info' && name !== 'examples.list')
        return Promise.resolve({ ok: false, error: diskError })
      try {
        // As over the wire: a copy, so that nothing is shared.
        return Promise.resolve({ ok: true, value: structuredClone(answers[name](input as never)) })
      } catch (error) {
        return Promise.resolve({ ok: false, error: toErrorData(error) })
      }
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener)
      return () => void set.delete(listener)
    },
    pathOf: () => null,
  }
}
