// Copies of typed arrays with more room: how structures of arrays grow.

export function widened(from: Float64Array, capacity: number): Float64Array<ArrayBuffer> {
  const to = new Float64Array(capacity)
  to.set(from)
  return to
}

export function widened8(from: Uint8Array, capacity: number): Uint8Array<ArrayBuffer> {
  const to = new Uint8Array(capacity)
  to.set(from)
  return to
}
