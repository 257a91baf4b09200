// Whether two groups of CPUs are out of balance, and by how much: pure rules on their statistics
// (kernel/sched/fair.c find_busiest_group, calculate_imbalance, update_sd_pick_busiest).
import { BY_LOAD, BY_MISFIT, BY_TASKS, BY_UTIL, NOT_IDLE, type BalanceAttempt } from './balance-attempt'
import { LEVEL_NUMA } from './domains'
import {
  FULLY_BUSY,
  HAS_SPARE,
  IMBALANCED,
  MISFIT,
  numaImbalance,
  OVERLOADED,
  SMT_BALANCE,
  type GroupStats,
} from './group-stats'
import { isGreaterCapacity } from './utilisation'

/** Sums over all groups of a domain. */
export interface DomainTotals {
  load: number
  capacity: number
}

/** Whether `stats` has more to give than the busiest group so far. */
export function isBusier(
  stats: GroupStats,
  busiest: GroupStats,
  local: GroupStats,
  isAsymmetric: boolean,
  takerCapacity: number,
): boolean {
  if (stats.fairTasks === 0) return false
  // No misfit task is pulled that would not be helped.
  if (isAsymmetric && stats.type === MISFIT) {
    const helps = isGreaterCapacity(takerCapacity, stats.group!.maxCapacity)
    if (!helps || local.type !== HAS_SPARE) return false
  }
  if (busiest.group === null) return !isContent(stats, isAsymmetric, takerCapacity)
  if (stats.type !== busiest.type) {
    if (stats.type < busiest.type) return false
    return !isContent(stats, isAsymmetric, takerCapacity)
  }
  if (!winsTie(stats, busiest)) return false
  return !isContent(stats, isAsymmetric, takerCapacity)
}

/** Not in need, on CPUs larger than the one that pulls. */
const isContent = (stats: GroupStats, isAsymmetric: boolean, takerCapacity: number): boolean =>
  isAsymmetric && stats.type <= FULLY_BUSY && isGreaterCapacity(stats.group!.minCapacity, takerCapacity)

function winsTie(stats: GroupStats, busiest: GroupStats): boolean {
  switch (stats.type) {
    case OVERLOADED:
      return stats.averageLoad > busiest.averageLoad
    case IMBALANCED:
      return false
    case MISFIT:
      return stats.misfitLoad > busiest.misfitLoad
    case FULLY_BUSY:
      return !busiest.group!.isSmt
    case SMT_BALANCE:
      if (stats.idleCpus === 0 && busiest.idleCpus === 0) return !busiest.group!.isSmt
  }
  if (stats.idleCpus !== busiest.idleCpus) return stats.idleCpus < busiest.idleCpus
  return stats.tasks > busiest.tasks
}

/** How many tasks more per core the busiest group has (sibling_imbalance); 0 for a busy CPU. */
export function siblingImbalance(local: GroupStats, busiest: GroupStats, idle: number): number {
  if (idle === NOT_IDLE || busiest.tasks === 0) return 0
  const localCores = local.group!.cores
  const busiestCores = busiest.group!.cores
  if (localCores === busiestCores) return Math.max(0, busiest.tasks - local.tasks)
  const difference = Math.max(0, localCores * busiest.tasks - busiestCores * local.tasks)
  const cores = localCores + busiestCores
  const perCore = Math.floor((2 * difference + cores) / cores)
  return perCore <= 1 && local.tasks === 0 && busiest.tasks > 1 ? 2 : perCore
}

/** Decides whether the attempt goes on, and sets its kind of migration and its amount; false: balanced. */
export function setImbalance(
  attempt: BalanceAttempt,
  local: GroupStats,
  busiest: GroupStats,
  totals: DomainTotals,
): boolean {
  if (busiest.type !== MISFIT && busiest.type !== IMBALANCED && isBalanced(attempt, local, busiest, totals))
    return false
  attempt.imbalance = 0
  setAmount(attempt, local, busiest, totals)
  return attempt.imbalance > 0
}

function isBalanced(
  attempt: BalanceAttempt,
  local: GroupStats,
  busiest: GroupStats,
  totals: DomainTotals,
): boolean {
  if (local.type > busiest.type) return true
  if (local.type === OVERLOADED) {
    if (local.averageLoad >= busiest.averageLoad) return true
    if (local.averageLoad >= meanLoad(totals)) return true
    if (100 * busiest.averageLoad <= attempt.domain.imbalancePct * local.averageLoad) return true
  }
  if (
    attempt.childPrefersSibling &&
    local.type === HAS_SPARE &&
    siblingImbalance(local, busiest, attempt.idle) > 1
  )
    return false
  if (busiest.type === OVERLOADED) return false
  if (attempt.idle === NOT_IDLE) return true
  // A core shared by tasks, seen from a CPU without siblings, as hybrid machines have them.
  if (busiest.type === SMT_BALANCE && busiest.group!.isSmt && !local.group!.isSmt) return false
  if (busiest.weight > 1 && local.idleCpus <= busiest.idleCpus + 1) return true
  return busiest.fairTasks === 1
}

const meanLoad = (totals: DomainTotals): number => Math.floor((totals.load * 1024) / totals.capacity)

function setAmount(
  attempt: BalanceAttempt,
  local: GroupStats,
  busiest: GroupStats,
  totals: DomainTotals,
): void {
  if (busiest.type === MISFIT) {
    attempt.migration = attempt.domain.isAsymmetric ? BY_MISFIT : BY_LOAD
    attempt.imbalance = attempt.domain.isAsymmetric ? 1 : busiest.misfitLoad
    return
  }
  if (busiest.type === SMT_BALANCE || busiest.type === IMBALANCED) {
    attempt.migration = BY_TASKS
    attempt.imbalance = 1
    return
  }
  if (local.type === HAS_SPARE) setSpareAmount(attempt, local, busiest)
  else setLoadAmount(attempt, local, busiest, totals)
}

/** Spare capacity is filled without overloading it. */
function setSpareAmount(attempt: BalanceAttempt, local: GroupStats, busiest: GroupStats): void {
  const { domain } = attempt
  if (busiest.type > FULLY_BUSY && !domain.sharesCache) {
    attempt.migration = BY_UTIL
    attempt.imbalance = Math.max(local.capacity, local.util) - local.util
    if (attempt.idle !== NOT_IDLE && attempt.imbalance === 0) {
      attempt.migration = BY_TASKS
      attempt.imbalance = 1
    }
    return
  }
  attempt.migration = BY_TASKS
  let difference =
    busiest.weight === 1 || attempt.childPrefersSibling
      ? siblingImbalance(local, busiest, attempt.idle)
      : Math.max(0, local.idleCpus - busiest.idleCpus)
  if (domain.level === LEVEL_NUMA)
    difference = numaImbalance(difference, local.tasks + 1, domain.tolerableNumaTasks)
  attempt.imbalance = Math.floor(difference / 2)
}

/** Both are busy: each ends at the mean load, as far as it can be done with one move. */
function setLoadAmount(
  attempt: BalanceAttempt,
  local: GroupStats,
  busiest: GroupStats,
  totals: DomainTotals,
): void {
  const mean = meanLoad(totals)
  if (local.type < OVERLOADED) {
    local.setAverageLoad()
    if (local.averageLoad >= busiest.averageLoad || local.averageLoad >= mean) return
  }
  attempt.migration = BY_LOAD
  // Of unsigned numbers: where one heavy task elsewhere lifts the mean above the busiest, its excess is as good as endless.
  const excess = busiest.averageLoad < mean ? Infinity : (busiest.averageLoad - mean) * busiest.capacity
  attempt.imbalance = Math.floor(Math.min(excess, (mean - local.averageLoad) * local.capacity) / 1024)
}

/** How many CPUs of a last-level cache a search looks at, from the sum of their utilisation (SIS_UTIL). */
export function idleScanDepth(sumUtil: number, llcCpus: number, imbalancePct: number): number {
  const mean = Math.floor(sumUtil / llcCpus)
  const busy = Math.min(1024, Math.floor((mean * mean * imbalancePct * imbalancePct) / (10000 * 1024)))
  return Math.floor(((1024 - busy) * llcCpus) / 1024)
}
