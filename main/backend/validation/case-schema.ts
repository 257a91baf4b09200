// The two JSON files of a recorded case: facts of the machine and run (case.json), figures per repetition and task
// (real.json). Further keys are allowed: a recording may note more than is needed here.
import { z } from 'zod'
import type { Hz } from '../../../engine'
import { toValue, type JsonDocument, type JsonPath } from '../../../formats/jsonc/jsonc'
import { kindOf, quote } from '../../../formats/wording/wording'
import type { ProblemList } from '../experiment/problem-list'

const MAX_CPUS = 512
const MAX_SECONDS = 3600

const positive = z.number().int().min(1)
const rate = z.number().min(0)
const percentiles = { p50: rate.nullable(), p99: rate.nullable() }

export const CaseFile = z.object({
  seconds: z.number().gt(0).max(MAX_SECONDS),
  cpus: z.number().int().min(1).max(MAX_CPUS),
  kernel: z.string().min(1),
  distribution: z.string().optional(),
  hz: z.union([z.literal(100), z.literal(250), z.literal(300), z.literal(1000)]),
  tickPhaseUs: z.array(rate).min(1).max(1000).nullable().optional(),
  informative: z.boolean().optional(),
  virtualMachine: z.boolean().optional(),
  emulated: z.boolean().optional(),
  baseSliceNs: positive.optional(),
  latencyNs: positive.optional(),
  minGranularityNs: positive.optional(),
  wakeupGranularityNs: z.number().int().min(0).optional(),
  featuresChanged: z.array(z.string()).optional(),
  costs: z.string().optional(),
  wakePlacement: z.enum(['stock', 'stay']).optional(),
})
export type CaseFile = z.infer<typeof CaseFile> & { readonly hz: Hz }

const RealTask = z.object({
  share: rate,
  switches_per_s: rate,
  preempted_per_s: rate,
  wait_us: z.object(percentiles),
  wakeup_us: z.object({ n: z.number().int().min(0), ...percentiles }),
})
/** Figures of one task in one repetition. */
export type RealTask = z.infer<typeof RealTask>

const Repetition = z.object({
  duration_s: z.number().gt(0),
  tasks: z.record(z.string(), RealTask),
})
export type Repetition = z.infer<typeof Repetition>

export const RealFile = z.record(z.string(), Repetition)
export type RealFile = z.infer<typeof RealFile>

/** What each key takes; for messages. */
const guides: Readonly<Record<string, string>> = {
  seconds: `Give the time from the common start of the tasks to the end of the trace in seconds, up to ${MAX_SECONDS}.`,
  cpus: `Give the number of CPUs of the machine, 1 to ${MAX_CPUS}.`,
  kernel: 'Give what uname -r says, in quotes.',
  distribution: 'Give who built the kernel, in quotes.',
  hz: 'Give the tick rate of the kernel: 100, 250, 300 or 1000.',
  tickPhaseUs:
    'Give per repetition the us from the common start to the next tick, such as [1355, 1701], or null where unknown.',
  informative: 'Give true to show the case only, false to judge it.',
  virtualMachine: 'Give true or false.',
  emulated: 'Give true or false.',
  baseSliceNs: 'Give the base slice in ns as the kernel has it in force, a whole number.',
  latencyNs: 'Give the latency target in ns as the kernel has it in force, a whole number.',
  minGranularityNs: 'Give the minimum granularity in ns as the kernel has it in force, a whole number.',
  wakeupGranularityNs: 'Give the wake-up granularity in ns as the kernel has it in force, a whole number.',
  featuresChanged: 'Give the scheduler features that differ from the default, such as ["NO_RUN_TO_PARITY"].',
  costs: 'Give the name of a preset of costs, in quotes.',
  wakePlacement: 'Give "stock" or "stay".',
  duration_s: 'Give the length of the trace in seconds.',
  tasks: 'Give an object with the figures of each task, by its name.',
  share: 'Give the CPU time of the task in % of one CPU over the trace.',
  switches_per_s: 'Give how often per second the task was switched in.',
  preempted_per_s: 'Give how often per second the task was switched out while runnable.',
  wait_us: 'Give { "p50": us, "p99": us } of the times from runnable to running.',
  wakeup_us: 'Give { "n": count, "p50": us, "p99": us } of the waits that began with a wake-up.',
  n: 'Give how many waits began with a wake-up.',
  p50: 'Give the median in us, or null where there was no wait.',
  p99: 'Give the 99th percentile in us, or null where there was no wait.',
}

/** The document as `schema` has it; null where it is not, with a problem per fault. */
export function readShape<Schema extends z.ZodType>(
  schema: Schema,
  document: JsonDocument,
  problems: ProblemList,
): z.infer<Schema> | null {
  const value = toValue(document.root)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  for (const { path: zodPath } of parsed.error.issues) {
    const path = zodPath.map((part) => (typeof part === 'symbol' ? String(part) : part))
    problems.at(path, faultOf(document, path), guideOf(path))
  }
  return null
}

function guideOf(path: JsonPath): string {
  const key = [...path].reverse().find((part) => typeof part === 'string')
  return (key === undefined ? undefined : guides[key]) ?? 'docs/validation.md describes the file.'
}

function faultOf(document: JsonDocument, path: JsonPath): string {
  const last = path[path.length - 1]
  const name = last === undefined ? 'The file' : typeof last === 'number' ? `Entry ${last + 1}` : quote(last)
  const node = document.nodeAt(path)
  if (node === null) return `${name} is missing.`
  const value = toValue(node)
  if (Array.isArray(value) && value.length === 0) return `${name} is an empty list.`
  if (typeof value === 'string') return `${name} is ${quote(value)}.`
  return `${name} is ${typeof value === 'number' ? String(value) : kindOf(value)}.`
}
