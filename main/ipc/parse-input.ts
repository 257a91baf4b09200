// Inputs of requests against the contract. A failure here is a fault of the page, never of a person.
import { VlagError } from '../../contract/errors'

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** As zod's safeParse; spelled out, so that this layer needs no zod of its own. */
interface Schema {
  safeParse(
    input: unknown,
  ): { success: true; data: unknown } | { success: false; error: { issues: readonly Issue[] } }
}

/** The parsed input, or a VlagError 'usage' that names every field that is wrong. */
export function parseInput(name: string, schema: Schema, input: unknown): unknown {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }))
  throw new VlagError('usage', `The request ${name} has a bad input.`, { problems })
}
