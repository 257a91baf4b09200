// vlag catalog [KIND [ID]]: what an experiment file may name, with the parameters of each.
import { VlagError } from '../../contract/errors'
import {
  machines,
  metrics,
  policies,
  workloads,
  type MetricDescriptor,
  type ParamDescriptor,
} from '../../engine'
import { quote, suggest } from '../../formats/wording/wording'
import { defineCommand } from '../command'
import { EXIT } from '../exit-codes'
import { describeValue } from '../param-value'

interface Listed {
  readonly id: string
  readonly title: string
  readonly summary?: string
  readonly params?: readonly ParamDescriptor[]
}

const kinds: Readonly<Record<string, readonly Listed[]>> = {
  policies,
  workloads,
  machines,
  metrics: metrics.map((metric) => ({ ...metric, summary: metric.help })),
}

export default defineCommand({
  name: 'catalog',
  operands: '[KIND [ID]]',
  summary: 'list policies, workloads, machines and metrics, with their parameters',
  help: [
    `KIND is one of: ${Object.keys(kinds).join(', ')}. With an ID that entry alone, with --json as a list of one.`,
  ],
  options: [],
  count: [0, 2],
  run({ terminal, positionals, json }) {
    const [wanted, id] = positionals
    if (wanted !== undefined && kinds[wanted] === undefined) {
      throw new VlagError('usage', `There is no catalog "${wanted}".`, {
        remedy: `There is: ${Object.keys(kinds).join(', ')}.`,
      })
    }
    const chosen = Object.entries(kinds)
      .filter(([kind]) => wanted === undefined || kind === wanted)
      .map(([kind, items]) => [kind, id === undefined ? items : [find(kind, items, id)]] as const)
    if (json) {
      const lists = Object.fromEntries(chosen.map(([kind, items]) => [kind, items.map(toJson)]))
      terminal.print(JSON.stringify(wanted === undefined ? lists : lists[wanted], null, 2))
    } else
      terminal.print(
        chosen
          .flatMap(([kind, items]) => describeKind(kind, items))
          .join('\n')
          .trimStart(),
      )
    return Promise.resolve(EXIT.done)
  },
})

function find(kind: string, items: readonly Listed[], id: string): Listed {
  const item = items.find((candidate) => candidate.id === id)
  if (item !== undefined) return item
  const ids = items.map((candidate) => candidate.id)
  const near = suggest(id, ids)
  throw new VlagError('usage', `There is no ${quote(id)} among the ${kind}.`, {
    remedy: `${near === null ? '' : `Did you mean ${near}? `}There is: ${ids.join(', ')}.`,
  })
}

function toJson(item: Listed): object {
  const { id, title, summary, params = [] } = item
  return { id, title, summary, ...metricFields(item), params: params.map(paramToJson) }
}

/** Unit, goal and group of a metric. */
function metricFields(item: Listed): object {
  const metric: MetricDescriptor | undefined = metrics.find((candidate) => candidate.id === item.id)
  return metric === undefined || item.params !== undefined
    ? {}
    : { unit: metric.unit, goal: metric.goal, group: metric.group }
}

function paramToJson(param: ParamDescriptor): object {
  const { name, type, unit, min = null, max = null, choices, help, realKnob, autoMeans } = param
  return {
    name,
    type,
    unit,
    default: param.default,
    min,
    max,
    help,
    realKnob,
    ...(choices === undefined ? {} : { choices }),
    ...(autoMeans === undefined ? {} : { autoMeans }),
  }
}

function describeKind(kind: string, items: readonly Listed[]): string[] {
  return ['', kind.toUpperCase(), ...items.flatMap(describeItem)]
}

function describeItem(item: Listed): string[] {
  const { id, title, summary, params = [] } = item
  return [
    '',
    `${id}: ${title}`,
    ...(summary === undefined ? [] : [`  ${summary}`]),
    ...params.flatMap((param) => [
      `    ${param.name}: ${describeRange(param)}; default ${describeDefault(param)}`,
      `        ${param.help}`,
      ...(param.realKnob === '' ? [] : [`        On a real machine: ${param.realKnob}`]),
    ]),
  ]
}

function describeDefault(param: ParamDescriptor): string {
  if (param.default === 'auto') return param.autoMeans === undefined ? 'auto' : `auto: ${param.autoMeans}`
  return describeValue(param, param.default)
}

function describeRange(param: ParamDescriptor): string {
  if (param.choices !== undefined) return param.choices.join(', ')
  if (param.type === 'boolean') return 'true, false'
  const [min, max] = [param.min, param.max].map((bound) =>
    bound === undefined ? '' : describeValue(param, bound),
  )
  return min === '' && max === '' ? param.type : `${min ?? ''} .. ${max ?? ''}`
}
