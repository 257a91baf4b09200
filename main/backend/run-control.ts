// The few bytes of shared memory between a simulating thread and the one that watches it: whether to stop, whether it
// has begun, and how far it is. No messages: the watcher looks when it wants to.

const BYTES = 24

export interface RunProgress {
  readonly isStarted: boolean
  /** 0..1 of simulated time. */
  readonly fraction: number
  readonly events: number
}

export interface RunControl {
  readonly shared: SharedArrayBuffer
  readonly stop: () => void
  readonly isStopped: () => boolean
  readonly report: (fraction: number, events: number) => void
  readonly read: () => RunProgress
}

/** Both sides make one over the same memory; without an argument it is new. */
export function createRunControl(shared = new SharedArrayBuffer(BYTES)): RunControl {
  const flags = new Int32Array(shared, 0, 2)
  const numbers = new Float64Array(shared, 8, 2)
  return {
    shared,
    stop: () => void Atomics.store(flags, 0, 1),
    isStopped: () => Atomics.load(flags, 0) === 1,
    report: (fraction, events) => {
      numbers[0] = fraction
      numbers[1] = events
      Atomics.store(flags, 1, 1)
    },
    read: () => ({
      isStarted: Atomics.load(flags, 1) === 1,
      fraction: numbers[0] ?? 0,
      events: numbers[1] ?? 0,
    }),
  }
}
