// What the backend is to its hosts (the Electron app, the command line, the tests): handlers by request name, typed
// events, and the few calls that only the command line needs. Nothing here knows of Electron.
import type {
  AppInfo,
  EventName,
  Events,
  RequestInput,
  RequestName,
  RequestResult,
  Source,
} from '../../contract/api'
import type { ErrorData } from '../../contract/errors'
import type { ExperimentId } from '../../contract/ids'
import type { ExperimentState } from '../../contract/results'
import type { DecisionRecord } from './decisions/decision-record'

/** `files.choose` is the host's own: it shows the system's dialog. */
export type BackendRequestName = Exclude<RequestName, 'files.choose'>

/** One function per request; the input was parsed with the request's schema before. */
export type BackendHandlers = {
  readonly [N in BackendRequestName]: (input: RequestInput<N>) => Promise<RequestResult<N>>
}

export interface EventBus {
  readonly emit: <N extends EventName>(name: N, payload: Events[N]) => void
  /** Returns the function that unsubscribes. */
  readonly on: <N extends EventName>(name: N, listener: (payload: Events[N]) => void) => () => void
}

export interface BackendOptions {
  /** Who this is, for other processes on the same library. The app also watches for changes by others. */
  readonly program: 'app' | 'cli'
  /** Folder of the database, its backups and the log. Made where missing. */
  readonly home: string
  /** Database file; default: `library.sqlite` in `home`. */
  readonly databasePath?: string
  /** Folder that holds sim-worker.cjs and db-worker.cjs. */
  readonly workersDir: string
  /** Folder of the bundled examples. */
  readonly examplesDir: string
  /** Simulation threads; default: cores - 1, at least 1. */
  readonly workers?: number
  /** What `app.info` says of the host. */
  readonly host: Pick<AppInfo, 'version' | 'electron' | 'fallbackRuntime'>
}

export interface StartOptions {
  /** Also computes what the library has, and compares the digests. */
  readonly fresh?: boolean
}

/** How an experiment ended in this process. */
export interface Ending {
  readonly id: ExperimentId
  readonly state: ExperimentState
  /** Why it ended early, e.g. disk full; null where it did not. */
  readonly error: ErrorData | null
}

export interface Backend {
  readonly handlers: BackendHandlers
  readonly events: EventBus
  /** As at the start: set where the library can only be read, or not even that; says why and what to do. */
  readonly readOnly: ErrorData | null
  readonly notices: readonly string[]
  start(source: Source, options?: StartOptions): Promise<{ readonly id: ExperimentId }>
  /** Resolves once nothing of `id` runs here any more and its end is stored. */
  finished(id: ExperimentId): Promise<Ending>
  /**
   * The recorded decisions of one run; `variant` is its index. Throws `not-found` where it is not done, recorded none
   * or their file is missing, `bad-data` where the file is damaged.
   */
  decisions(id: ExperimentId, variant: number, seed: number): Promise<DecisionRecord>
  /** Newest experiment outside the bin; null in an empty library. */
  latestId(): Promise<ExperimentId | null>
  /** Stops what runs (finished runs are kept), closes the database. Safe to call twice. */
  dispose(): Promise<void>
}
