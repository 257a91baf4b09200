// A regular machine, by default of equal CPUs that share one cache, with its layout and every cost of scheduling as
// parameters.
import { costPresets, type CostPreset } from '../../model/cost-presets'
import { defineMachine, type ParamDescriptor } from '../../model/define'
import type { DelayRange, Hz, MachineCosts, ParamValues } from '../../model/run-spec'
import { numberOf, numberOrAuto, textOf } from '../../model/task-params'
import { FULL_CAPACITY, layOutCpus, shapeProblem, type MachineShape } from '../../model/topology'

/** The engine keeps per-CPU state for this many. */
const MAX_CPUS = 512
/** No delay that is modelled here comes near it. */
const MAX_DELAY_NS = 100_000_000

const isPreset = (name: string): name is CostPreset => Object.hasOwn(costPresets, name)

function presetOf(params: ParamValues): MachineCosts {
  const name = textOf(params, 'costs')
  if (!isPreset(name)) throw new Error(`there is no cost preset ${name}`)
  return costPresets[name]
}

/** A cost in ns that may replace the preset's. */
const cost = (
  name: string,
  title: string,
  help: string,
  ofPreset: (costs: MachineCosts) => number,
): ParamDescriptor => ({
  name,
  title,
  type: 'duration',
  unit: 'ns',
  default: 'auto',
  resolve: ({ params }) => ofPreset(presetOf(params)),
  autoMeans: 'as the preset in "costs" has it',
  min: 0,
  max: MAX_DELAY_NS,
  help,
  realKnob: '',
})

type RangeField = {
  [F in keyof MachineCosts]: MachineCosts[F] extends DelayRange ? F : never
}[keyof MachineCosts]

/** The two ends of a delay that is drawn evenly between them. */
const range = (name: string, title: string, help: string, field: RangeField): readonly ParamDescriptor[] => [
  cost(`${name}Min`, `${title}, least`, `Least: ${help}`, (costs) => costs[field][0]),
  {
    ...cost(`${name}Max`, `${title}, most`, `Most: ${help}`, (costs) => costs[field][1]),
    check: (value, { params }) =>
      Number(value) < Number(params[`${name}Min`]) ? `it is below ${name}Min` : null,
  },
]

/** A cost that is a plain number. */
const factor = (
  name: string,
  title: string,
  unit: string,
  max: number,
  help: string,
  ofPreset: (costs: MachineCosts) => number,
): ParamDescriptor => ({
  ...cost(name, title, help, ofPreset),
  type: 'number',
  unit,
  max,
})

const costParams: readonly ParamDescriptor[] = [
  cost(
    'contextSwitch',
    'Context switch',
    'CPU time charged to the task that comes in.',
    (c) => c.contextSwitchNs,
  ),
  cost('tick', 'Tick', 'CPU time that a tick steals from the running task.', (c) => c.tickNs),
  cost(
    'timerInterrupt',
    'Timer interrupt',
    'CPU time that a timer steals from the running task.',
    (c) => c.timerInterruptNs,
  ),
  ...range('timerDelay', 'Timer to wake-up', 'expiry of a timer to the wake-up of its task.', 'timerDelayNs'),
  cost(
    'pastTimer',
    'Wait for a past timer',
    'How long a task sleeps that waits by clock_nanosleep for a timer which is past already (recorded workloads of validate do); 0: it goes on at once.',
    (c) => c.pastTimerNs,
  ),
  ...range(
    'preemptDelay',
    'Wake-up to switch, preempting',
    'wake-up to the switch to the woken task.',
    'preemptDelayNs',
  ),
  ...range(
    'idleExitDelay',
    'Wake-up to switch, idle',
    'wake-up to the switch on an idle CPU.',
    'idleExitDelayNs',
  ),
  ...range(
    'callPreemptDelay',
    'Wake-up to switch, in a call',
    'wake-up by the running task to the switch.',
    'callPreemptDelayNs',
  ),
  cost('call', 'System call', 'CPU time of a call that wakes a task or waits for one.', (c) => c.callNs),
  ...range('tickPreemptDelay', 'Tick to switch', 'a tick that preempts to the switch.', 'tickPreemptDelayNs'),
  factor('burstScale', 'Burst stretch', '', 10, 'A burst takes 1 + this times as long.', (c) => c.burstScale),
  factor(
    'burstScaleJitter',
    'Burst stretch, jitter',
    '',
    1,
    'The stretch varies evenly by this much either way.',
    (c) => c.burstScaleJitter,
  ),
  cost('burstExtra', 'Burst extra', 'CPU time added to each burst.', (c) => c.burstExtraNs),
  factor(
    'disturbancePerMs',
    'Disturbances',
    '1/ms',
    1,
    'Probability of a disturbance per millisecond of a burst.',
    (c) => c.disturbancePerMs,
  ),
  cost('disturbanceMax', 'Disturbance, longest', 'Longest disturbance.', (c) => c.disturbanceMaxNs),
  factor(
    'kernelThreads',
    'Kernel threads',
    '1/s',
    10_000,
    'How often a tick wakes a thread of the kernel on its CPU.',
    (c) => c.kernelThreadsPerSecond,
  ),
  ...range(
    'kernelThreadRun',
    'Run of a kernel thread',
    'CPU time that a thread of the kernel takes.',
    'kernelThreadRunNs',
  ),
  cost(
    'startJitter',
    'Start jitter',
    'Tasks that start together are woken in random order within this time.',
    (c) => c.startJitterNs,
  ),
]

function costsOf(params: ParamValues): MachineCosts {
  const ns = (name: string): number => numberOf(params, name)
  const between = (name: string): DelayRange => [ns(`${name}Min`), ns(`${name}Max`)]
  return {
    contextSwitchNs: ns('contextSwitch'),
    tickNs: ns('tick'),
    timerInterruptNs: ns('timerInterrupt'),
    timerDelayNs: between('timerDelay'),
    pastTimerNs: ns('pastTimer'),
    preemptDelayNs: between('preemptDelay'),
    idleExitDelayNs: between('idleExitDelay'),
    callPreemptDelayNs: between('callPreemptDelay'),
    callNs: ns('call'),
    tickPreemptDelayNs: between('tickPreemptDelay'),
    burstScale: ns('burstScale'),
    burstScaleJitter: ns('burstScaleJitter'),
    burstExtraNs: ns('burstExtra'),
    disturbancePerMs: ns('disturbancePerMs'),
    disturbanceMaxNs: ns('disturbanceMax'),
    kernelThreadsPerSecond: ns('kernelThreads'),
    kernelThreadRunNs: between('kernelThreadRun'),
    startJitterNs: ns('startJitter'),
  }
}

/** The layout as far as it is given: a check sees only the parameters before its own. */
const shapeOf = (params: ParamValues): MachineShape => {
  const given = (name: string, otherwise: number): number =>
    params[name] === undefined ? otherwise : Number(params[name])
  return {
    cpus: numberOf(params, 'cpus'),
    slowCpus: given('slowCpus', 0),
    slowCapacity: given('slowCapacity', FULL_CAPACITY),
    threadsPerCore: given('threadsPerCore', 1),
    llcs: given('llcs', 1),
    nodes: given('nodes', 1),
  }
}

/** A count of the layout, checked against those before it. */
const layout = (
  name: 'slowCpus' | 'llcs' | 'nodes',
  title: string,
  unit: string,
  least: number,
  help: string,
  realKnob: string,
): ParamDescriptor => ({
  name,
  title,
  type: 'integer',
  unit,
  default: least,
  min: least,
  max: MAX_CPUS - 1,
  help,
  realKnob,
  check: (value, { params }) => shapeProblem(shapeOf({ ...params, [name]: value })),
})

const layoutParams: readonly ParamDescriptor[] = [
  layout('slowCpus', 'Slow CPUs', 'CPUs', 0, 'The last so many CPUs are slow ones without SMT siblings.', ''),
  {
    name: 'slowCapacity',
    title: 'Capacity of slow CPUs',
    type: 'integer',
    unit: '1/1024',
    default: 512,
    min: 1,
    max: FULL_CAPACITY,
    help: "What a slow CPU does in the time in which a fast one does 1024; the kernel's CPU capacity.",
    realKnob: 'read it with: cat /sys/devices/system/cpu/cpuN/cpu_capacity',
  },
  {
    name: 'threadsPerCore',
    title: 'SMT threads per core',
    type: 'choice',
    unit: '',
    default: '1',
    choices: ['1', '2', '4'],
    help: 'SMT siblings of one core are numbered as x86 does: the first threads of all cores, then the second ones. That siblings slow each other down is not modelled.',
    realKnob: 'echo off > /sys/devices/system/cpu/smt/control (to 1)',
    check: (value, { params }) => shapeProblem(shapeOf({ ...params, threadsPerCore: Number(value) })),
  },
  layout('llcs', 'Last-level caches', '', 1, 'Neighbouring cores share a last-level cache.', ''),
  layout(
    'nodes',
    'NUMA nodes',
    '',
    1,
    'Neighbouring last-level caches are on one node, all equally far from each other.',
    '',
  ),
]

export default defineMachine({
  id: 'generic',
  title: 'Generic machine',
  summary:
    'CPUs in a regular layout, by default equal ones that share a cache; every cost of scheduling can be set.',
  params: [
    {
      name: 'cpus',
      title: 'CPUs',
      type: 'integer',
      unit: '',
      default: 4,
      min: 1,
      max: MAX_CPUS,
      help: 'Number of CPUs.',
      realKnob: 'echo 0 > /sys/devices/system/cpu/cpuN/online',
    },
    ...layoutParams,
    {
      name: 'hz',
      title: 'Tick rate',
      type: 'choice',
      unit: 'Hz',
      default: '250',
      choices: ['100', '250', '300', '1000'],
      help: 'Ticks per second, where the policy does not set its own.',
      realKnob: 'CONFIG_HZ of the kernel, fixed when it is built',
    },
    {
      name: 'tickPhase',
      title: 'Tick phase',
      type: 'duration',
      unit: 'ns',
      default: 'auto',
      autoMeans: 'drawn anew for each seed',
      min: 0,
      help: 'First tick after the start of the run. Periodic tasks can depend on it strongly.',
      realKnob: '',
    },
    {
      name: 'tickOrder',
      title: 'Tick and wake-up together',
      type: 'choice',
      unit: '',
      default: 'before-wakeups',
      choices: ['before-wakeups', 'after-wakeups'],
      help: 'Whether a tick comes before or after a wake-up at the same instant; on a real machine it depends on which interrupt arrives first.',
      realKnob: '',
    },
    {
      name: 'wakePlacement',
      title: 'Wake-up placement',
      type: 'choice',
      unit: '',
      default: 'stock',
      choices: ['stock', 'stay'],
      help: 'Where a woken task goes: "stock" looks for an idle CPU as mainline kernels do, "stay" keeps its previous CPU.',
      realKnob: '',
    },
    {
      name: 'costs',
      title: 'Costs',
      type: 'choice',
      unit: '',
      default: 'ideal',
      choices: Object.keys(costPresets),
      help: 'What scheduling costs: "ideal" nothing, "quiet" as on an undisturbed machine, "traced-vm" as in a virtual machine under a trace, "emulated-parallel" as where several CPUs are emulated at once.',
      realKnob: '',
    },
    ...costParams,
  ],
  build: (params) => {
    const cpus = numberOf(params, 'cpus')
    return {
      id: 'generic',
      title: `Generic, ${cpus} ${cpus === 1 ? 'CPU' : 'CPUs'}`,
      cpus,
      topology: layOutCpus(shapeOf(params)),
      hz: hzOf(textOf(params, 'hz')),
      tickPhaseNs: numberOrAuto(params, 'tickPhase'),
      tickOrder: textOf(params, 'tickOrder') === 'after-wakeups' ? 'after-wakeups' : 'before-wakeups',
      wakePlacement: textOf(params, 'wakePlacement') === 'stay' ? 'stay' : 'stock',
      costs: costsOf(params),
    }
  },
})

function hzOf(text: string): Hz {
  switch (text) {
    case '100':
      return 100
    case '300':
      return 300
    case '1000':
      return 1000
    default:
      return 250
  }
}
