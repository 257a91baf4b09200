// What goes to a simulating thread and what comes back.
import type { ErrorData } from '../../contract/errors'
import type { RunResult, RunSpec } from '../../engine'

export interface SimTask {
  readonly spec: RunSpec
  /** Memory of a RunControl. */
  readonly shared: SharedArrayBuffer
}

export type SimReply =
  | { readonly kind: 'done'; readonly result: RunResult; readonly wallMs: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly error: ErrorData }
