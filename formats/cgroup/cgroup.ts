// The words of the cpu controller of cgroup v2 (kernel: Documentation/admin-guide/cgroup-v2.rst): cpu.max, and the
// names and paths of groups, with the limits that the kernel sets.
import type { GroupSpec } from '../../engine/model/run-spec'
import { formatDuration, parseDuration } from '../quantity/quantity'
import { quote } from '../wording/wording'

/** cpu.weight of a group that sets none. */
export const DEFAULT_WEIGHT = 100
/** Groups inside one another; a user's session under systemd has five. */
export const MAX_GROUP_DEPTH = 8

const MS = 1_000_000
const DEFAULT_PERIOD_NS = 100 * MS
/** As the kernel: min_cfs_quota_period, max_cfs_quota_period. */
const MIN_NS = MS
const MAX_PERIOD_NS = 1000 * MS

export type CpuMax = NonNullable<GroupSpec['max']>

/** As of a quantity: `message` is a sentence part without the field's name. */
type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string; readonly remedy: string }

const maxRemedy =
  'Give "QUOTA/PERIOD", such as "50ms/100ms" for half a CPU: a quota of 1ms or more, a period of 1ms to 1s (100ms where there is none).'

/** Reads `QUOTA/PERIOD` or `QUOTA`, each with its unit. */
export function parseCpuMax(text: string): Read<CpuMax> {
  const bad = (why: string): Read<CpuMax> => ({
    ok: false,
    message: `is ${quote(text)}${why}`,
    remedy: maxRemedy,
  })
  const [first = '', second, ...more] = text.split('/')
  if (more.length > 0) return bad('')
  const quota = parseDuration(first)
  if (!quota.ok) return bad(`, and its quota ${quota.message}`)
  const period =
    second === undefined ? { ok: true as const, value: DEFAULT_PERIOD_NS } : parseDuration(second)
  if (!period.ok) return bad(`, and its period ${period.message}`)
  if (quota.value < MIN_NS) return bad(', and the kernel takes no quota below 1ms')
  if (period.value < MIN_NS || period.value > MAX_PERIOD_NS) {
    return bad(', and the kernel takes periods of 1ms to 1s only')
  }
  return { ok: true, value: { quotaNs: quota.value, periodNs: period.value } }
}

/** `50ms/100ms`, as `parseCpuMax` reads it. */
export const formatCpuMax = ({ quotaNs, periodNs }: CpuMax): string =>
  `${formatDuration(quotaNs)}/${formatDuration(periodNs)}`

/** Longest name of a folder in bytes; in UTF-16 units it is never longer. */
const MAX_NAME = 255

/** Why `name` cannot be a group's, as a sentence part; null where it can. Groups are folders of a file system. */
export function faultOfGroupName(name: string): string | null {
  if (name === '') return 'is empty'
  if (name === '.' || name === '..') return 'means another folder'
  if (/[/\n\0]/.test(name)) return 'holds a slash or a line break'
  return name.length > MAX_NAME ? 'is too long' : null
}

/** The names along a path from the root (`/a/b`); none for the root itself. Slashes may be doubled, as in any path. */
export function parseGroupPath(text: string): Read<readonly string[]> {
  const remedy = `Give a path from the root group, such as "/build", of at most ${MAX_GROUP_DEPTH} names.`
  if (!text.startsWith('/')) {
    return { ok: false, message: `is ${quote(text)}, which does not begin with "/"`, remedy }
  }
  const names = text.split('/').filter((name) => name !== '')
  for (const name of names) {
    const fault = faultOfGroupName(name)
    if (fault !== null) return { ok: false, message: `has the name ${quote(name)}, which ${fault}`, remedy }
  }
  if (names.length > MAX_GROUP_DEPTH) {
    return { ok: false, message: `has ${names.length} groups inside one another`, remedy }
  }
  return { ok: true, value: names }
}
