// A machine of equal CPUs that share one cache, with every cost of scheduling as a parameter.
import { costPresets, type CostPreset } from '../../model/cost-presets'
import { defineMachine, type ParamDescriptor } from '../../model/define'
import type { DelayRange, Hz, MachineCosts, ParamValues } from '../../model/run-spec'
import { numberOf, numberOrAuto, textOf } from '../../model/task-params'
import { flatTopology } from '../../model/topology'

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
    startJitterNs: ns('startJitter'),
  }
}

export default defineMachine({
  id: 'generic',
  title: 'Generic machine',
  summary: 'Equal CPUs without SMT that share one cache; every cost of scheduling can be set.',
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
      topology: flatTopology(cpus),
      hz: hzOf(textOf(params, 'hz')),
      tickPhaseNs: numberOrAuto(params, 'tickPhase'),
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
