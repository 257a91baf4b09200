// What was simulated, as text: name, description, machine, workload, groups and notes, and the parameters in which the
// variants differ.
import type { ExperimentResult, ResolvedVariant } from '../contract/results'
import { policies } from '../engine'
import { costPresets } from '../engine/model/cost-presets'
import type { MachineCosts, MachineSpec } from '../engine/model/run-spec'
import { describeValue } from './param-value'
import { formatDurationNs } from './quantity'
import { buildTable, NAME_WIDTH, truncate, wrapText, type Column } from './table'
import { printable } from './terminal'

const TEXT_WIDTH = 100

export function buildHead({ spec, engineVersion }: ExperimentResult): string[] {
  const { machine, seeds, durationNs, warmupNs } = spec
  const cpus = /\bCPUs?\b/.test(machine.title)
    ? ''
    : `, ${machine.cpus === 1 ? '1 CPU' : `${machine.cpus} CPUs`}`
  const warmup = warmupNs > 0 ? ` after ${formatDurationNs(warmupNs)} of warm-up` : ''
  const count = seeds.length === 1 ? '1 seed' : `${seeds.length} seeds`
  const description = wrapText(spec.description, TEXT_WIDTH)
  return [
    printable(spec.name),
    ...description.map((line) => `  ${printable(line)}`),
    `${printable(machine.title)}${cpus}; ${formatDurationNs(durationNs)}${warmup}; ${count}; engine ${engineVersion}`,
    `  ${describeMachine(machine)}`,
    ...spec.workloadSummary.map((line) => `  ${printable(line)}`),
    ...(spec.groupSummary ?? []).map((line) => `  group ${printable(line)}`),
    ...spec.notes.map((note) => `  note: ${printable(note)}`),
  ]
}

/** The settings of a machine that results depend on, besides its CPUs. */
export function describeMachine({ hz, tickPhaseNs, wakePlacement, costs }: MachineSpec): string {
  const phase = tickPhaseNs === null ? 'drawn per seed' : `fixed at ${formatDurationNs(tickPhaseNs)}`
  return [
    `tick ${hz} Hz, its phase ${phase}`,
    ...(wakePlacement === 'stay' ? ['woken tasks stay on their CPU'] : []),
    describeCosts(costs),
  ].join('; ')
}

function describeCosts(costs: MachineCosts): string {
  const own = new Map<string, unknown>(Object.entries(costs))
  const preset = Object.entries(costPresets).find(([, fields]) =>
    Object.entries(fields).every(([field, value]) => String(own.get(field)) === String(value)),
  )
  if (preset === undefined) return 'own scheduling costs'
  return preset[1] === costPresets.ideal ? 'no scheduling costs' : `scheduling costs "${preset[0]}"`
}

/**
 * A table of the parameters in which variants differ: where two that have one disagree, or where the file sets one
 * that another's policy lacks. Empty for a single variant.
 */
export function buildParameters(variants: readonly ResolvedVariant[]): string[] {
  if (variants.length < 2) return []
  const title = 'Parameters that differ'
  const names = [...new Set(variants.flatMap(({ params }) => Object.keys(params)))]
  const ids = variants.map(({ policy }) => policy)
  const rows = [
    ...(new Set(ids).size > 1 ? [['  policy', ...ids]] : []),
    ...names
      .filter((name) => differs(name, variants))
      .map((name) => [`  ${name}`, ...variants.map((variant) => cellOf(name, variant))]),
  ]
  if (rows.length === 0) return [`${title}: none`]
  const columns: Column[] = [
    { title, align: 'left' },
    ...variants.map(({ name }): Column => ({ title: truncate(printable(name), NAME_WIDTH), align: 'left' })),
  ]
  return buildTable(columns, rows)
}

function differs(name: string, variants: readonly ResolvedVariant[]): boolean {
  const owners = variants.filter(({ params }) => Object.hasOwn(params, name))
  if (new Set(owners.map(({ params }) => params[name])).size > 1) return true
  return owners.length < variants.length && owners.some(({ given }) => given.includes(name))
}

function cellOf(name: string, { policy, params }: ResolvedVariant): string {
  const value = params[name]
  if (value === undefined) return 'not in policy'
  const descriptor = policies.find(({ id }) => id === policy)?.params.find((param) => param.name === name)
  // One that this engine no longer has is shown as it was kept.
  const text = descriptor === undefined ? String(value) : describeValue(descriptor, value)
  return truncate(printable(text), NAME_WIDTH)
}
