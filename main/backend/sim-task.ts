// What goes to a simulating thread and what comes back.
import type { ErrorData } from '../../contract/errors'
import type { DecisionCount } from '../../contract/results'
import type { RunResult, RunSpec } from '../../engine'

export interface SimTask {
  readonly spec: RunSpec
  /** Memory of a RunControl. */
  readonly shared: SharedArrayBuffer
  /** Where the decisions go if the spec asks for their record. */
  readonly decisionFile: string
}

export interface DoneReply {
  readonly kind: 'done'
  readonly result: Omit<RunResult, 'decisions'>
  readonly wallMs: number
  /** Only where they were recorded; they are in the file. */
  readonly decisions?: DecisionCount
}

export type SimReply =
  DoneReply | { readonly kind: 'stopped' } | { readonly kind: 'failed'; readonly error: ErrorData }
