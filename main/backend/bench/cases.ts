// What the bench simulates: machines from 1 to 384 CPUs with the costs of an undisturbed machine, and loads that keep
// them contended.
import { policies, type CpuSpec, type MachineSpec, type RunSpec, type TaskSpec } from '../../../engine'
import { quietCosts } from '../../../engine/model/cost-presets'
import { withDefaults } from '../../../engine/model/defaults'
import { buildHackbench } from './hackbench'

export interface BenchCase {
  readonly id: string
  readonly title: string
  readonly cpus: number
  readonly buildTasks: () => readonly TaskSpec[]
  /** Simulated time of one repetition, ns: some tenths of a second of real time. */
  readonly durationNs: number
}

export const benchCases: readonly BenchCase[] = [
  {
    id: 'a',
    title: '4 CPUs, 160 tasks like hackbench',
    cpus: 4,
    buildTasks: () => buildHackbench(4),
    durationNs: 4e9,
  },
  {
    id: 'b4',
    title: '4 CPUs, 2 tasks per CPU: a hog and a sleeper',
    cpus: 4,
    buildTasks: () => buildMixed(4, 2),
    durationNs: 60e9,
  },
  {
    id: 'b',
    title: '64 CPUs, 2 tasks per CPU: a hog and a sleeper',
    cpus: 64,
    buildTasks: () => buildMixed(64, 2),
    durationNs: 6e9,
  },
  {
    id: 'c',
    title: '384 CPUs, 2 tasks per CPU: a hog and a sleeper',
    cpus: 384,
    buildTasks: () => buildMixed(384, 2),
    durationNs: 1e9,
  },
  {
    id: 'd',
    title: '1 CPU, 2 hogs',
    cpus: 1,
    buildTasks: () => [hog('hog-0'), hog('hog-1')],
    durationNs: 1000e9,
  },
]

/** Memory: 1,000 tasks, 60 simulated seconds. */
export const memoryCase: BenchCase = {
  id: 'memory',
  title: '16 CPUs, 1,000 tasks, 60 simulated seconds',
  cpus: 16,
  buildTasks: () => buildMixed(16, 1000 / 16),
  durationNs: 60e9,
}

/** `policy`: an id of the catalog, with its default parameters. */
export function buildBenchSpec({ cpus, buildTasks, durationNs }: BenchCase, policy: string): RunSpec {
  const descriptor = policies.find(({ id }) => id === policy)
  if (descriptor === undefined) throw new Error(`unknown policy "${policy}"`)
  return {
    machine: machineOf(cpus),
    policy: { id: policy, params: withDefaults(descriptor.params, {}, cpus) },
    tasks: buildTasks(),
    durationNs,
    warmupNs: 0,
    seed: 1,
  }
}

const machineOf = (cpus: number): MachineSpec => ({
  id: 'bench',
  title: `bench, ${cpus} CPUs`,
  cpus,
  topology: Array.from({ length: cpus }, (_, cpu) => placeOf(cpu)),
  hz: 250,
  tickPhaseNs: 0,
  wakePlacement: 'stock',
  costs: quietCosts,
})

/** Large servers' shape: two threads per core, 8 cores per last-level cache, 12 caches per node. */
const placeOf = (cpu: number): CpuSpec => ({
  core: Math.floor(cpu / 2),
  llc: Math.floor(cpu / 16),
  node: Math.floor(cpu / 192),
  capacity: 1024,
})

/** Every other task always runs, the others run and sleep about half of their time each. */
function buildMixed(cpus: number, tasksPerCpu: number): TaskSpec[] {
  return Array.from({ length: cpus * tasksPerCpu }, (_, i) =>
    i % 2 === 0 ? hog(`hog-${i}`) : sleeper(`sleeper-${i}`),
  )
}

const hog = (name: string): TaskSpec => taskOf(name, [{ op: 'run', ns: 1e15 }])

const sleeper = (name: string): TaskSpec =>
  taskOf(name, [
    {
      op: 'loop',
      count: -1,
      body: [
        { op: 'run', ns: { exponentialMeanNs: 500_000 } },
        { op: 'sleep', ns: { exponentialMeanNs: 1_000_000 } },
      ],
    },
  ])

const taskOf = (name: string, program: TaskSpec['program']): TaskSpec => ({
  name,
  nice: 0,
  policy: 'other',
  affinity: null,
  sliceNs: null,
  startNs: 0,
  program,
})
