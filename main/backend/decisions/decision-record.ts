// What a run's file of decisions holds, and as which columns: the engine's table with the names of tasks and groups.
import type { DecisionTable } from '../../../engine/model/decisions'

export interface DecisionRecord {
  readonly table: DecisionTable
  /** Of the run's control groups, by index. */
  readonly groupNames: readonly string[]
}
