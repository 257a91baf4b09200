// The experiment file, version 1, as parsed from JSON: shape only. Quantities are still strings with units here
// ("5ms"); the backend turns them into numbers and checks names against the catalog.
import { z } from 'zod'

export const MAX_VARIANTS = 16
export const MAX_SEEDS = 1000

const Params = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** A catalog id, { id, params }, or an inline description that takes the same keys as machine `generic`. */
export const MachineRef = z.union([
  z.string(),
  z.strictObject({ id: z.string(), params: Params.optional() }),
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
])

/** A control group in the words of cgroup v2: cpu.weight, cpu.max ("QUOTA/PERIOD"; null: no limit), cpu.idle. */
export const GroupFile = z.strictObject({
  /** Name of the group that it is in; absent: the root. */
  parent: z.string().optional(),
  weight: z.number().int().min(1).max(10_000).optional(),
  max: z.string().nullable().optional(),
  idle: z.boolean().optional(),
})

/**
 * A generator of the catalog, or an rt-app description: a file (relative to the experiment file) or the object itself.
 * `group` names one of the experiment's groups.
 */
export const WorkloadRef = z.union([
  z.strictObject({
    id: z.string(),
    name: z.string().optional(),
    params: Params.optional(),
    group: z.string().optional(),
  }),
  z.strictObject({
    rtApp: z.union([z.string(), z.record(z.string(), z.unknown())]),
    group: z.string().optional(),
  }),
])

export const VariantFile = z.strictObject({
  name: z.string().min(1).max(80),
  policy: z.string(),
  params: Params.optional(),
})

export const ExperimentFile = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1).max(200),
  description: z.string().max(2000).optional(),
  machine: MachineRef,
  /** Control groups by name: the same for all variants, as the workload is. */
  groups: z.record(z.string(), GroupFile).optional(),
  workload: z.array(WorkloadRef).min(1),
  variants: z.array(VariantFile).min(1).max(MAX_VARIANTS),
  baseline: z.string().optional(),
  duration: z.string(),
  warmup: z.string().optional(),
  seeds: z.union([
    z.number().int().min(1).max(MAX_SEEDS),
    z.array(z.number().int().min(0)).min(1).max(MAX_SEEDS),
  ]),
  record: z.strictObject({ trace: z.boolean().optional(), decisions: z.boolean().optional() }).optional(),
})
export type ExperimentFile = z.infer<typeof ExperimentFile>
