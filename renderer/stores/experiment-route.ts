// Where an experiment is best looked at: Run while it is under way or has nothing to show, else Compare.
import type { RouteLocationRaw } from 'vue-router'
import type { ExperimentRow } from '../../contract/results'

export function routeOfExperiment(row: Pick<ExperimentRow, 'id' | 'state' | 'runsDone'>): RouteLocationRaw {
  const underWay = row.state === 'queued' || row.state === 'running'
  return { name: underWay || row.runsDone === 0 ? 'run' : 'compare', params: { id: row.id } }
}
