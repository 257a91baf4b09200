// Where an experiment is best looked at: Run while it is under way or has nothing to show, else Compare.
import type { RouteLocationRaw } from 'vue-router'
import type { ExperimentRow } from '../../contract/results'
import { isUnderWay } from './experiments'

export function routeOfExperiment(row: Pick<ExperimentRow, 'id' | 'state' | 'runsDone'>): RouteLocationRaw {
  return { name: isUnderWay(row) || row.runsDone === 0 ? 'run' : 'compare', params: { id: row.id } }
}
