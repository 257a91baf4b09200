// The messages between the database's thread and the rest of the backend.
import type { ErrorData } from '../../contract/errors'

export interface DbWorkerData {
  readonly path: string
  readonly program: string
  readonly headlineMetrics: readonly string[]
}

export interface DbCall {
  readonly sequence: number
  /** A name of DbHandlers, or 'close'. */
  readonly name: string
  readonly input: unknown
}

export type DbAnswer =
  | { readonly sequence: number; readonly ok: true; readonly value: unknown }
  | { readonly sequence: number; readonly ok: false; readonly error: ErrorData }

/** Sequence of the answer that says that the library is open, or why not. */
export const OPENED = 0
