// Descriptors: what a policy, workload, machine or metric says of itself. Forms, command-line flags,
// sweep axes, columns and docs follow from these.
import type { MachineSpec, ParamValue, ParamValues, RunSpec, TaskSpec } from './run-spec'
import type { MetricValue, RunResult } from './run-result'
import type { PolicyFactory } from '../core/policy'

export type ParamType = 'duration' | 'integer' | 'number' | 'boolean' | 'choice' | 'text'

/** What a default or a check may depend on. */
export interface ParamContext {
  readonly cpus: number
  /** The other parameters as given or defaulted so far (in descriptor order). */
  readonly params: ParamValues
}

export interface ParamDescriptor {
  readonly name: string
  readonly title: string
  readonly type: ParamType
  /** 'ns' for durations (written with any time unit in files), else the unit of the number, or ''. */
  readonly unit: string
  /** A value, or 'auto' where `resolve` computes it from the context. */
  readonly default: ParamValue
  /** The value of an 'auto' default. */
  readonly resolve?: (context: ParamContext) => ParamValue
  /** One phrase that says what 'auto' means. */
  readonly autoMeans?: string
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
  readonly help: string
  /** How a real machine sets it: a command or file; '' where it has no such knob. */
  readonly realKnob: string
  /** Null where the value is fine, else why it is not (for rules that need the context). */
  readonly check?: (value: ParamValue, context: ParamContext) => string | null
}

export type ValidityStatus = 'draft' | 'validated'

interface Descriptor {
  readonly id: string
  readonly title: string
  /** One sentence. */
  readonly summary: string
  readonly params: readonly ParamDescriptor[]
}

export interface PolicyDescriptor extends Descriptor {
  readonly kind: 'policy'
  readonly status: ValidityStatus
  /** Where it comes from, e.g. 'Linux 6.18'. */
  readonly since: string
  readonly create: PolicyFactory
}

export interface WorkloadDescriptor extends Descriptor {
  readonly kind: 'workload'
  readonly build: (params: ParamValues, name: string, machine: MachineSpec) => readonly TaskSpec[]
}

export interface MachineDescriptor extends Descriptor {
  readonly kind: 'machine'
  readonly build: (params: ParamValues) => MachineSpec
}

export interface MetricDescriptor {
  readonly kind: 'metric'
  readonly id: string
  readonly title: string
  readonly unit: string
  /** Which way is better; 'none' where neither is. */
  readonly goal: 'min' | 'max' | 'none'
  readonly group: 'latency' | 'throughput' | 'overhead' | 'fairness'
  /** Place of its family within the group, lowest first. */
  readonly rank: number
  readonly help: string
  readonly compute: (result: Omit<RunResult, 'metrics'>, spec: RunSpec) => MetricValue
}

export const definePolicy = (d: Omit<PolicyDescriptor, 'kind'>): PolicyDescriptor => ({
  kind: 'policy',
  ...d,
})
export const defineWorkload = (d: Omit<WorkloadDescriptor, 'kind'>): WorkloadDescriptor => ({
  kind: 'workload',
  ...d,
})
export const defineMachine = (d: Omit<MachineDescriptor, 'kind'>): MachineDescriptor => ({
  kind: 'machine',
  ...d,
})
export const defineMetric = (d: Omit<MetricDescriptor, 'kind'>): MetricDescriptor => ({
  kind: 'metric',
  ...d,
})
