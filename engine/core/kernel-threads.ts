// The kernel's own threads as a machine has them: now and then a tick finds expired kernel timers and wakes a thread
// of nice 0 on its CPU for some microseconds. They matter where a policy keeps state across a pick: a hog that is
// picked again after such a thread is protected anew. Not part of any workload, and not in the results.
import type { MachineCosts, TaskSpec } from '../model/run-spec'
import type { RandomStream } from './random'

export class KernelThreads {
  /** Chance that a tick wakes the thread of its CPU. */
  private readonly chance: number
  private readonly first: number

  /** Creates one thread per CPU with `addTask`, which gives task numbers in order. */
  constructor(
    cpus: number,
    costs: MachineCosts,
    tickNs: number,
    private readonly random: RandomStream,
    addTask: (spec: TaskSpec) => number,
  ) {
    this.chance = (costs.kernelThreadsPerSecond * tickNs) / 1e9
    this.first = addTask(threadOf(0, costs))
    for (let cpu = 1; cpu < cpus; cpu++) addTask(threadOf(cpu, costs))
  }

  /** The thread that a tick on `cpu` wakes; -1: none. */
  wokenByTick(cpu: number): number {
    return this.random.unit() < this.chance ? this.first + cpu : -1
  }
}

/** Longer than any run. */
const NEVER_NS = 1e15

/** The thread of a CPU: woken, it runs, and sleeps until it is woken again. */
function threadOf(cpu: number, costs: MachineCosts): TaskSpec {
  const [lo, hi] = costs.kernelThreadRunNs
  return {
    name: `kernel-thread/${String(cpu)}`,
    nice: 0,
    policy: 'other',
    affinity: [cpu],
    sliceNs: null,
    startNs: 0,
    program: [
      {
        op: 'loop',
        count: -1,
        body: [
          { op: 'run', ns: { uniformNs: [lo, hi] } },
          { op: 'sleep', ns: NEVER_NS },
        ],
      },
    ],
  }
}
