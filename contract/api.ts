// The whole conversation between window and backend: requests with their parsers, and events.
// The preload's allow-list, the host and the typed client all derive from `requests` and `eventNames`.
import { z } from 'zod'
import { ExperimentId } from './ids'
import type { ErrorData, Problem } from './errors'
import type { ExperimentDetail, ExperimentRow, ExperimentState, ResolvedExperiment } from './results'

/** What to open: a bundled example, a file of the user's, or text (paste, an edited copy). */
export const Source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('example'), id: z.string().max(100) }),
  z.strictObject({ kind: z.literal('path'), path: z.string().max(4096) }),
  z.strictObject({ kind: z.literal('text'), name: z.string().max(300), text: z.string().max(4_000_000) }),
])
export type Source = z.infer<typeof Source>

export interface AppInfo {
  readonly version: string
  readonly engineVersion: string
  readonly electron: string | null
  readonly node: string
  readonly platform: string
  /** True on the end-of-life Electron that is used where the official one cannot be fetched. */
  readonly fallbackRuntime: boolean
  readonly databasePath: string
  readonly databaseBytes: number
  readonly runCount: number
  /** Set where the library can only be read; says why and what to do. */
  readonly readOnly: ErrorData | null
  readonly workers: number
  /** Notices of the start, e.g. runs of an earlier session that were interrupted. */
  readonly notices: readonly string[]
}

export interface ExampleInfo {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly policies: readonly string[]
}

/** An opened file before it runs. `problems` non-empty: it cannot run, `experiment` is null. */
export interface ExperimentPreview {
  readonly source: Source
  readonly sourceName: string
  readonly text: string
  /** 'rt-app' where a bare rt-app file was wrapped into an experiment of EEVDF against CFS. */
  readonly format: 'experiment' | 'rt-app'
  readonly experiment: ResolvedExperiment | null
  readonly runsTotal: number
  readonly runsCached: number
  readonly problems: readonly Problem[]
}

export interface RunningRun {
  readonly variant: number
  readonly seed: number
  /** 0..1 of simulated time. */
  readonly fraction: number
}

export interface Progress {
  readonly id: ExperimentId
  readonly state: ExperimentState
  readonly total: number
  readonly done: number
  readonly failed: number
  /** Part of `done` that was there already. */
  readonly cached: number
  /** Done per variant. */
  readonly perVariant: readonly number[]
  readonly running: readonly RunningRun[]
  /** From measured rates; null until one is known. */
  readonly secondsLeft: number | null
  readonly eventsPerSecond: number | null
  /** Simulated seconds per second of wall time, over all workers; null until known. */
  readonly timesRealTime: number | null
  /** Why it ended early where that was no run's fault, e.g. a full disk. */
  readonly error?: ErrorData
}

const Nothing = z.strictObject({})
const ById = z.strictObject({ id: ExperimentId })
const ByIds = z.strictObject({ ids: z.array(ExperimentId).min(1).max(10_000) })

function request<Result>() {
  return <Schema extends z.ZodType>(input: Schema) => ({ input }) as { input: Schema; result?: Result }
}

export const requests = {
  'app.info': request<AppInfo>()(Nothing),
  'examples.list': request<readonly ExampleInfo[]>()(Nothing),
  /** Shows the system's dialog; null where the user cancels. */
  'files.choose': request<Source | null>()(Nothing),
  /** Reads, parses, resolves; never throws for a bad file but lists its problems. */
  'experiments.preview': request<ExperimentPreview>()(z.strictObject({ source: Source })),
  /** Saves and queues; runs that exist already are taken from the library. */
  'experiments.start': request<{ id: ExperimentId }>()(z.strictObject({ source: Source })),
  /** Stops what is in flight; finished runs are kept. */
  'experiments.cancel': request<{ kept: number }>()(ById),
  /** Queues what is missing of a cancelled, failed or interrupted experiment. */
  'experiments.resume': request<{ queued: number }>()(ById),
  'experiments.progress': request<Progress | null>()(ById),
  'experiments.list': request<readonly ExperimentRow[]>()(z.strictObject({ bin: z.boolean() })),
  'experiments.get': request<ExperimentDetail>()(ById),
  'experiments.rename': request<Record<string, never>>()(
    z.strictObject({ id: ExperimentId, name: z.string().min(1).max(200) }),
  ),
  /** Moves to the bin. */
  'experiments.delete': request<{ ids: string[] }>()(ByIds),
  'experiments.restore': request<{ ids: string[] }>()(ByIds),
} as const

export type Requests = typeof requests
export type RequestName = keyof Requests
export type RequestInput<N extends RequestName> = z.infer<Requests[N]['input']>
export type RequestResult<N extends RequestName> = NonNullable<Requests[N]['result']> | NullPart<N>
type NullPart<N extends RequestName> = null extends Requests[N]['result'] ? null : never

/** What the host answers on the wire. */
export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorData }

export interface Events {
  /** Rows were added, changed or removed. */
  'experiments.changed': { readonly ids: readonly ExperimentId[] }
  /** At most 10 a second per experiment, and once at each change of state. */
  'experiments.progress': Progress
  /** The menu or another process asks the window to do a command. */
  'command.invoked': { readonly command: string }
  /** A file was handed over by the system (open-with, command line). */
  'source.opened': { readonly source: Source }
}
export type EventName = keyof Events
export const eventNames = [
  'experiments.changed',
  'experiments.progress',
  'command.invoked',
  'source.opened',
] as const satisfies readonly EventName[]

/** What the preload puts on `window.vlag`. */
export interface Bridge {
  call(name: RequestName, input: unknown): Promise<Reply<unknown>>
  /** Returns the function that unsubscribes. */
  on<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void
  /** The path of a dropped `File`; null where the runtime cannot tell. */
  pathOf(file: object): string | null
}
