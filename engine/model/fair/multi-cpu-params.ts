// Parameters of wake-up placement and load balancing, for every fair-class policy, and their values as settings.
import type { ParamDescriptor } from '../define'
import type { ParamValues } from '../run-spec'
import type { MultiCpuSettings } from './multi-cpu-settings'
import { featureKnob, featureParam } from './params'

/** The kernel's number for "always cache hot" (-1 as an unsigned number). */
const ALWAYS_HOT_NS = 4_294_967_295

/** What all modelled kernels have (SIS_UTIL since 5.19). */
export const multiCpuParams: readonly ParamDescriptor[] = [
  {
    name: 'migrationCost',
    title: 'Migration cost',
    type: 'duration',
    unit: 'ns',
    default: 500_000,
    min: 0,
    max: ALWAYS_HOT_NS,
    help: 'A task that ran within this time is cache hot and moves only after failed attempts. 0: never hot; 4294967295 ns: always.',
    realKnob: 'echo NANOSECONDS > /sys/kernel/debug/sched/migration_cost_ns',
  },
  {
    name: 'nrMigrate',
    title: 'Tasks per balance attempt',
    type: 'integer',
    unit: 'tasks',
    default: 32,
    min: 1,
    max: 100_000,
    help: 'Most tasks that one balance attempt looks at; kernels with PREEMPT_RT have 8.',
    realKnob: 'echo NUMBER > /sys/kernel/debug/sched/nr_migrate',
  },
  featureParam(
    'sisUtil',
    'Idle search by utilisation',
    'SIS_UTIL',
    'The busier the CPUs of a cache, the fewer a wake-up looks at for an idle one. Off: it looks at all.',
  ),
  featureParam(
    'waIdle',
    "Idle waker's CPU",
    'WA_IDLE',
    "A wakee comes to its waker's CPU where that is idle, or left by the waker, and its own is busy.",
  ),
  featureParam(
    'waWeight',
    "Less loaded waker's CPU",
    'WA_WEIGHT',
    "A wakee comes to its waker's CPU where that would be loaded less.",
  ),
  featureParam(
    'waBias',
    'Bias for the previous CPU',
    'WA_BIAS',
    'In that comparison the previous CPU counts as loaded more by half the imbalance that balancing tolerates.',
  ),
  featureParam(
    'utilEst',
    'Estimated utilisation',
    'UTIL_EST',
    'A task that wakes counts at once for what it used before it slept.',
  ),
  featureParam(
    'cacheHotBuddy',
    'Next buddy is cache hot',
    'CACHE_HOT_BUDDY',
    'The next buddy is not moved to a CPU that has tasks.',
  ),
]

/** NI_RANDOM; `kernels`: those that have it, where it is on. */
export const niRandomParam = (kernels: readonly string[]): ParamDescriptor => {
  const has = (kernel: unknown): boolean => kernels.some((k) => k === kernel)
  return {
    name: 'niRandom',
    title: 'Random new-idle balance',
    type: 'boolean',
    unit: '',
    default: 'auto',
    resolve: ({ params }) => has(params['kernel']),
    autoMeans: `on in ${kernels.join(' and ')}, which have it`,
    help: 'A CPU that goes idle tries each level with the probability of its recent success there.',
    realKnob: featureKnob('NI_RANDOM'),
    check: (value, { params }) =>
      value === true && !has(params['kernel'])
        ? `NI_RANDOM is not in kernel ${String(params['kernel'])}; these have it: ${kernels.join(', ')}`
        : null,
  }
}

/** Settings from resolved parameters. */
export function multiCpuSettingsOf(params: ParamValues): MultiCpuSettings {
  const isOn = (name: string): boolean => params[name] === true
  const migrationCostNs = Number(params['migrationCost'])
  return {
    migrationCostNs: migrationCostNs >= ALWAYS_HOT_NS ? Infinity : migrationCostNs,
    nrMigrate: Number(params['nrMigrate']),
    sisUtil: isOn('sisUtil'),
    waIdle: isOn('waIdle'),
    waWeight: isOn('waWeight'),
    waBias: isOn('waBias'),
    niRandom: isOn('niRandom'),
    utilEst: isOn('utilEst'),
    cacheHotBuddy: isOn('cacheHotBuddy'),
  }
}
