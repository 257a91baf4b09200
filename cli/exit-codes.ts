// Exit codes, as the help lists them. Scripts depend on these numbers.
import type { ErrorCode } from '../contract/errors'

export const EXIT = {
  done: 0,
  missed: 1,
  usage: 2,
  stalled: 3,
  badSpec: 64,
  badData: 65,
  fault: 70,
  tryAgain: 75,
  interrupted: 130,
} as const

export const exitCodeHelp: readonly (readonly [number, string])[] = [
  [EXIT.done, 'done'],
  [EXIT.missed, 'done, and what was measured misses its bar'],
  [EXIT.usage, 'the command line is wrong, or names nothing that is there'],
  [EXIT.stalled, 'a policy stalled; the result is printed too'],
  [EXIT.badSpec, 'the experiment file is wrong'],
  [EXIT.badData, 'a data file is wrong, or the library is damaged or from a newer Vlag'],
  [EXIT.fault, 'a fault in Vlag: a run failed, or gave another result than before'],
  [EXIT.tryAgain, 'the library is locked, its disk is full or cannot be written; what is done is kept'],
  [EXIT.interrupted, 'interrupted; what is done is kept'],
]

const byErrorCode: Readonly<Record<ErrorCode, number>> = {
  usage: EXIT.usage,
  'not-found': EXIT.usage,
  'bad-spec': EXIT.badSpec,
  'bad-data': EXIT.badData,
  'database-future': EXIT.badData,
  'database-corrupt': EXIT.badData,
  busy: EXIT.tryAgain,
  'disk-full': EXIT.tryAgain,
  'read-only': EXIT.tryAgain,
  cancelled: EXIT.interrupted,
  'worker-died': EXIT.fault,
  internal: EXIT.fault,
}

export function exitCodeOf(code: ErrorCode): number {
  return byErrorCode[code]
}
