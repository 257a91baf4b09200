// The window's typed client over the preload's bridge. Failures come back as VlagError, never as a bare string.
import { VlagError } from '../../contract/errors'
import type { EventName, Events, RequestInput, RequestName, RequestResult } from '../../contract/api'

/** Calls the backend. Throws VlagError; a bug on the other side has the code 'internal'. */
export async function call<N extends RequestName>(
  name: N,
  input: RequestInput<N>,
): Promise<RequestResult<N>> {
  // A structured clone refuses reactive proxies; inputs are small and plain, so a JSON copy takes them off.
  const reply = await window.vlag.call(name, JSON.parse(JSON.stringify(input)))
  if (!reply.ok) throw VlagError.fromData(reply.error)
  // The host's handlers are typed by the same contract, so that the value has this type.
  return reply.value as RequestResult<N>
}

/** Listens to an event of the backend; returns the function that stops it. */
export function on<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void {
  return window.vlag.on(name, listener)
}

/** The path of a dropped file; null where the runtime cannot tell. */
export function pathOf(file: File): string | null {
  return window.vlag.pathOf(file)
}
