// Names and units of metrics from the catalog. A metric of an older engine that the catalog no longer has keeps its id.
import { metrics } from '../../engine/catalog'

const byId = new Map(metrics.map((metric) => [metric.id, metric]))

export interface MetricInfo {
  readonly title: string
  readonly unit: string
  readonly help: string
}

export function metricInfo(id: string): MetricInfo {
  const known = byId.get(id)
  if (known !== undefined) return { title: known.title, unit: known.unit, help: known.help }
  return { title: id.replaceAll('_', ' '), unit: '', help: '' }
}
