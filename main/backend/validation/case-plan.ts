// From a recorded case to the runs that simulate it: which policy stands for its kernel and with which parameters, the
// machine with its costs, and one run per phase of the tick. Where case.json is silent, the defaults are here.
import type { Problem } from '../../../contract/errors'
import {
  machines,
  policies,
  type GroupSpec,
  type ParamDescriptor,
  type ParamValues,
  type RunSpec,
  type Step,
} from '../../../engine'
import { costPresets } from '../../../engine/model/cost-presets'
import { withDefaults } from '../../../engine/model/defaults'
import { listWords, quote, suggest } from '../../../formats/wording/wording'
import { resolveParams } from '../experiment/params'
import { ProblemList } from '../experiment/problem-list'
import type { RecordedCase } from './case-files'
import type { CaseFile } from './case-schema'
import { featureParam, knownFeatures } from './feature-flags'
import { kernelProfileOf, unknownKernel } from './kernel-profile'
import type { Overrides } from './overrides'
import { usesOneCpu } from './task-groups'
import { tickPhasesNs } from './tick-phases'

export interface CasePlan {
  readonly recorded: RecordedCase
  readonly judged: boolean
  /** All tasks share one CPU, so that placement and balance have no part. */
  readonly oneCpu: boolean
  /** e.g. 'eevdf 6.18'. */
  readonly model: string
  readonly notes: readonly string[]
  readonly specs: readonly RunSpec[]
}

/** The plan, or what in case.json cannot be simulated. */
export function planCase(
  recorded: RecordedCase,
  overrides: Overrides,
): { readonly plan: CasePlan } | { readonly problems: readonly Problem[] } {
  const { facts, tasks, document } = recorded
  const problems = new ProblemList(document)
  const policy = policyOf(recorded, overrides, problems)
  const costs = costsOf(facts, problems)
  const generic = machines.find(({ id }) => id === 'generic')
  if (generic === undefined) throw new Error('the generic machine is missing')
  if (policy === null || costs === null || !problems.isEmpty) return { problems: problems.sorted() }
  const { id, params, note } = policy
  const oneCpu = usesOneCpu(tasks, facts.cpus)
  const given = { cpus: facts.cpus, hz: String(facts.hz), costs, wakePlacement: placementOf(facts) }
  const machine = generic.build(withDefaults(generic.params, given, facts.cpus))
  const kernel = params['kernel']
  const grouped = tasks.map((task) => ({ ...task, group: 0, program: withNanosleep(task.program) }))
  return {
    plan: {
      recorded,
      judged: !(facts.informative ?? !oneCpu),
      oneCpu,
      model: kernel === undefined ? id : `${id} ${String(kernel)}`,
      notes: [...(note === null ? [] : [note]), ...recorded.notes],
      specs: tickPhasesNs(facts.tickPhaseUs ?? null, facts.hz).map((tickPhaseNs, run) => ({
        machine: { ...machine, tickPhaseNs },
        policy: { id, params },
        tasks: grouped,
        groups: [AUTOGROUP],
        durationNs: Math.round(facts.seconds * 1e9),
        warmupNs: 0,
        seed: run + 1,
        record: { taskHistograms: true },
      })),
    },
  }
}

/** All tasks of a recording were started from one session; the kernel's own threads are outside. */
const AUTOGROUP: GroupSpec = { name: 'autogroup', parent: null, weight: 100, max: null, idle: false }

/** The recorded tasks wait for their timers with clock_nanosleep alone; rt-app looks at the clock before. */
function withNanosleep(program: readonly Step[]): readonly Step[] {
  return program.map((step) => {
    if (step.op === 'loop') return { ...step, body: withNanosleep(step.body) }
    return step.op === 'timer' && step.mode === 'absolute' ? { ...step, mode: 'blocking' } : step
  })
}

interface Policy {
  readonly id: string
  readonly params: ParamValues
  readonly note: string | null
}

/** Keys of case.json that set a parameter, and the policy that has it. */
const tunables = [
  ['baseSliceNs', 'eevdf', 'baseSlice'],
  ['latencyNs', 'cfs', 'latency'],
  ['minGranularityNs', 'cfs', 'minGranularity'],
  ['wakeupGranularityNs', 'cfs', 'wakeupGranularity'],
] as const satisfies readonly (readonly [keyof CaseFile, string, string])[]

function policyOf({ facts }: RecordedCase, overrides: Overrides, problems: ProblemList): Policy | null {
  const profile = kernelProfileOf(facts.kernel, facts.distribution)
  if (profile === null) {
    problems.at(['kernel'], ...unknownKernel(facts.kernel))
    return null
  }
  const { policy: id, kernel, note } = profile
  const descriptors = policies.find((policy) => policy.id === id)?.params ?? []
  const given: Record<string, string | number | boolean> = kernel === null ? {} : { kernel }
  for (const [key, owner, name] of tunables) {
    const value = facts[key]
    if (value === undefined) continue
    if (owner === id) given[name] = `${value}ns`
    else {
      const message = `"${key}" is of ${owner.toUpperCase()}, but Linux ${facts.kernel} has ${id.toUpperCase()}.`
      problems.at([key], message, 'Take it out, or mend "kernel".')
    }
  }
  Object.assign(given, featuresOf(facts, id, descriptors, problems), overrides.params.get(id))
  const source = {
    descriptors,
    given,
    path: [],
    owner: `policy ${quote(id)}`,
    cpus: facts.cpus,
  }
  const params = resolveParams(source, problems)
  return params === null ? null : { id, params, note }
}

function featuresOf(
  { featuresChanged = [] }: CaseFile,
  policy: string,
  descriptors: readonly ParamDescriptor[],
  problems: ProblemList,
): Record<string, boolean> {
  const params: Record<string, boolean> = {}
  featuresChanged.forEach((flag, index) => {
    const found = featureParam(flag, descriptors)
    if (found !== null) params[found[0]] = found[1]
    else {
      const known = knownFeatures(descriptors)
      const near = suggest(flag.replace(/^NO_/, ''), known)
      problems.at(
        ['featuresChanged', index],
        `${policy.toUpperCase()} has no feature ${quote(flag)} here.`,
        `${near === null ? '' : `Did you mean ${near}? `}Known, each also with NO_ before it: ${listWords(known)}.`,
      )
    }
  })
  return params
}

/** The preset that case.json names, else the one of the kind of machine; null with a problem where it is unknown. */
function costsOf({ costs, emulated, virtualMachine, cpus }: CaseFile, problems: ProblemList): string | null {
  if (costs === undefined) {
    if (emulated === true) return cpus === 1 ? 'quiet' : 'emulated-parallel'
    return virtualMachine === false ? 'quiet' : 'traced-vm'
  }
  if (Object.hasOwn(costPresets, costs)) return costs
  problems.at(
    ['costs'],
    `There is no preset of costs ${quote(costs)}.`,
    `There is: ${listWords(Object.keys(costPresets))}.`,
  )
  return null
}

/**
 * Stock kernels look for an idle CPU at a wake-up. A 6.18 of a virtual machine that names no distribution is the
 * vendor's of the recordings that come with Vlag, which mostly leaves a task where it was.
 */
function placementOf(facts: CaseFile): 'stock' | 'stay' {
  const { wakePlacement, kernel, distribution, emulated, virtualMachine } = facts
  if (wakePlacement !== undefined) return wakePlacement
  const isVendors = distribution === undefined && virtualMachine === true && emulated !== true
  return isVendors && kernel.startsWith('6.18.') ? 'stay' : 'stock'
}
