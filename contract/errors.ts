// Every failure that crosses a wire is { code, message, problems, remedy }, never a bare string.
import { z } from 'zod'

export const errorCodes = [
  'usage',
  'bad-spec',
  'bad-data',
  'not-found',
  'busy',
  'disk-full',
  'read-only',
  'database-future',
  'database-corrupt',
  'cancelled',
  'worker-died',
  'internal',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** One thing that is wrong in an input: where, what, and what would be right. */
export const Problem = z.object({
  /** File name or a name for the text, e.g. 'pasted text'. */
  file: z.string().optional(),
  /** 1-based. */
  line: z.number().optional(),
  column: z.number().optional(),
  /** Path inside the document, e.g. variants[1].params.baseSlice. */
  path: z.string().optional(),
  /** What is wrong, as a sentence. */
  message: z.string(),
  /** What is allowed or what to do, as a sentence. */
  remedy: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>

export const ErrorData = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  remedy: z.string().nullable(),
  problems: z.array(Problem),
})
export type ErrorData = z.infer<typeof ErrorData>

/** An expected failure. Bugs are thrown as plain errors and become code 'internal' at the edge. */
export class VlagError extends Error {
  readonly code: ErrorCode
  readonly remedy: string | null
  readonly problems: readonly Problem[]

  constructor(
    code: ErrorCode,
    message: string,
    options: { remedy?: string; problems?: readonly Problem[] } = {},
  ) {
    super(message)
    this.name = 'VlagError'
    this.code = code
    this.remedy = options.remedy ?? null
    this.problems = options.problems ?? []
  }

  toData(): ErrorData {
    return { code: this.code, message: this.message, remedy: this.remedy, problems: [...this.problems] }
  }

  static fromData(data: ErrorData): VlagError {
    return new VlagError(data.code, data.message, {
      ...(data.remedy === null ? {} : { remedy: data.remedy }),
      problems: data.problems,
    })
  }
}

/** Any thrown value as data; what is not a VlagError is a bug and says so. */
export function toErrorData(error: unknown): ErrorData {
  if (error instanceof VlagError) return error.toData()
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message, remedy: 'This is a fault in Vlag; please report it.', problems: [] }
}
