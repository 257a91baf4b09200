// The cells of a case: which figures are compared, what the simulation stands for, and how far off it may be. The rules
// are in docs/validation.md. Pure: recorded and simulated figures in, rows out.
import type { ValidationMetric, ValidationRow } from '../../../contract/validation'
import type { HistogramData, TaskResult } from '../../../engine'
import type { RealTask, Repetition } from './case-schema'
import { percentileRangeUs, poolWaits } from './pooled-waits'
import { groupTasks, type TaskGroup } from './task-groups'
import type { CasePlan } from './case-plan'

/** Tasks of each run, by name. */
export type SimulatedRun = ReadonlyMap<string, TaskResult>

type Range = readonly [low: number, high: number]

/** Part of the real mean by which a cell may be off. */
const RATE_BOUND = 0.1
const TIME_BOUND = { one: 0.1, several: 0.2 } as const
/** Times may always be off by this. */
const TIME_FLOOR_US = 100
/** Fewer preemptions per second than this are chance. */
const LEAST_PREEMPTIONS = { one: 5, several: 20 } as const
/** Fewer waits in a repetition than this give no percentile. */
const LEAST_WAITS = 50

interface Cell {
  readonly metric: ValidationMetric
  readonly unit: ValidationRow['unit']
  /** One value per repetition. */
  readonly real: readonly number[]
  readonly range: Range | null
  readonly bound: { readonly relative: number; readonly floor: number }
}

export function buildRows(plan: CasePlan, runs: readonly SimulatedRun[]): readonly ValidationRow[] {
  const { recorded, judged, oneCpu } = plan
  return groupTasks(recorded.tasks, oneCpu).flatMap((group) =>
    [...rateCells(plan, group, runs), ...timeCells(plan, group, runs)].map((cell) => ({
      case: recorded.name,
      task: group.names.join('+'),
      judged,
      ...judgeCell(cell),
    })),
  )
}

/** Share, switches and preemptions. */
function rateCells(plan: CasePlan, group: TaskGroup, runs: readonly SimulatedRun[]): readonly Cell[] {
  const { repetitions, facts } = plan.recorded
  // A trace also holds the start-up before the common start, in which the tasks do nothing.
  const scale = facts.seconds / mean(repetitions.map((repetition) => repetition.duration_s))
  const cell = (
    metric: ValidationMetric,
    unit: Cell['unit'],
    ofReal: (task: RealTask) => number,
    ofRun: (task: TaskResult) => number,
  ): Cell => {
    const perRun = runs.map((run) => scale * mean(group.names.map((name) => ofRun(taskOf(run, name)))))
    return {
      metric,
      unit,
      real: repetitions.map((repetition) => mean(realTasks(repetition, group).map(ofReal))),
      // On several CPUs the placement of hogs has several stable states, and a run stays in one of them.
      range: plan.oneCpu ? [mean(perRun), mean(perRun)] : [Math.min(...perRun), Math.max(...perRun)],
      bound: { relative: RATE_BOUND, floor: 0 },
    }
  }
  const share = cell(
    'share',
    '%',
    (task) => task.share,
    (task) => task.cpuShare * 100,
  )
  const switches = cell(
    'switches',
    '1/s',
    (task) => task.switches_per_s,
    (task) => task.switchesPerSecond,
  )
  const preemptions = cell(
    'preemptions',
    '1/s',
    (task) => task.preempted_per_s,
    (task) => task.preemptionsPerSecond,
  )
  const least = LEAST_PREEMPTIONS[plan.oneCpu ? 'one' : 'several']
  return mean(preemptions.real) >= least ? [share, switches, preemptions] : [share, switches]
}

/** Median and 99th percentile of waits and of wake-ups, where there are enough of them. */
function timeCells(plan: CasePlan, group: TaskGroup, runs: readonly SimulatedRun[]): readonly Cell[] {
  const { repetitions } = plan.recorded
  const bound = { relative: TIME_BOUND[plan.oneCpu ? 'one' : 'several'], floor: TIME_FLOOR_US }
  const kinds = [
    {
      kind: 'wait',
      // A task waits before each time it is switched in.
      least: Math.min(
        ...repetitions.flatMap((repetition) =>
          realTasks(repetition, group).map((task) => task.switches_per_s * repetition.duration_s),
        ),
      ),
      isLeftOut: group.isUnpinnedHog,
      ofReal: (task: RealTask) => task.wait_us,
    },
    {
      kind: 'wakeup',
      least: Math.min(
        ...repetitions.flatMap((repetition) => realTasks(repetition, group).map((task) => task.wakeup_us.n)),
      ),
      isLeftOut: false,
      ofReal: (task: RealTask) => task.wakeup_us,
    },
  ] as const
  return kinds.flatMap(({ kind, least, isLeftOut, ofReal }) => {
    if (isLeftOut || least < LEAST_WAITS) return []
    const pools = poolByRank(group, runs, kind)
    return (['p50', 'p99'] as const).flatMap((percentile): Cell[] => {
      const real = repetitions.map((repetition) =>
        realTasks(repetition, group).map((task) => ofReal(task)[percentile]),
      )
      if (real.some((values) => values.some((value) => value === null))) return []
      return [
        {
          metric: `${kind}_${percentile}`,
          unit: 'us',
          real: real.map((values) => mean(values.map((value) => value ?? 0))),
          range: meanRange(pools.map((pool) => percentileRangeUs(pool, percentile))),
          bound,
        },
      ]
    })
  })
}

/**
 * The waits of all runs together. Of equal tasks, those that got the most CPU time in their runs belong together, then
 * those that got the second most, and so on.
 */
function poolByRank(
  group: TaskGroup,
  runs: readonly SimulatedRun[],
  kind: 'wait' | 'wakeup',
): readonly HistogramData[] {
  const ranked = runs.map((run) =>
    group.names.map((name) => taskOf(run, name)).sort((a, b) => b.cpuTimeNs - a.cpuTimeNs),
  )
  return group.names.map((_, rank) =>
    poolWaits(
      ranked.map((tasks) => {
        const histograms = tasks[rank]?.histograms
        if (histograms === undefined) throw new Error('a run was made without histograms of its tasks')
        return histograms[kind]
      }),
    ),
  )
}

/** Null where any is: nothing was measured then. */
function meanRange(ranges: readonly (Range | null)[]): Range | null {
  const known = ranges.flatMap((range) => (range === null ? [] : [range]))
  if (known.length < ranges.length) return null
  return [mean(known.map(([low]) => low)), mean(known.map(([, high]) => high))]
}

/** Whether the cell holds: the real mean lies within the bound of what the simulation stands for. */
function judgeCell({
  metric,
  unit,
  real,
  range,
  bound,
}: Cell): Omit<ValidationRow, 'case' | 'task' | 'judged'> {
  const realMean = mean(real)
  const spread = Math.max(...real) - Math.min(...real)
  const limit = Math.max(bound.relative * realMean, spread, bound.floor)
  const simulated = range === null ? null : Math.min(range[1], Math.max(range[0], realMean))
  const error = simulated === null ? null : simulated - realMean
  return {
    metric,
    unit,
    real: { mean: realMean, spread },
    simulated,
    range,
    error,
    bound: limit,
    within: error !== null && Math.abs(error) <= limit,
  }
}

function taskOf(run: SimulatedRun, name: string): TaskResult {
  const task = run.get(name)
  if (task === undefined) throw new Error(`the run has no task ${name}`)
  return task
}

function realTasks({ tasks }: Repetition, { names }: TaskGroup): readonly RealTask[] {
  return names.map((name) => {
    const task = tasks[name]
    if (task === undefined) throw new Error(`the recording has no task ${name}`)
    return task
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
