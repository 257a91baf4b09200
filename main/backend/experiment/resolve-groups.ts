// The control groups of an experiment: those that the file names, and those that rt-app descriptions add by path. They
// are numbered parents first, as a run takes them, and called by their path from the root.
import { GroupFile } from '../../../contract/experiment'
import type { GroupSpec } from '../../../engine/model/run-spec'
import {
  DEFAULT_WEIGHT,
  faultOfGroupName,
  formatCpuMax,
  MAX_GROUP_DEPTH,
  parseCpuMax,
} from '../../../formats/cgroup/cgroup'
import type { JsonPath } from '../../../formats/jsonc/jsonc'
import { listWords, quote } from '../../../formats/wording/wording'
import type { ProblemList } from './problem-list'
import { isObject } from './shape'

/** Each group has a queue on each CPU, so many are slow; real desktops have a few dozen. */
export const MAX_GROUPS = 256

/** Groups by name and path, and what must be said of them. */
export interface Groups {
  /** Parents first. Grows as rt-app descriptions are read. */
  readonly specs: GroupSpec[]
  /** Names in the file, with their numbers; null where a group has a problem. */
  readonly byName: ReadonlyMap<string, number | null>
  readonly notes: readonly string[]
}

/** Complete only where `problems` stays empty. */
export function resolveGroups(value: unknown, problems: ProblemList): Groups {
  const reader = new GroupReader(isObject(value) ? value : {}, problems)
  reader.readAll()
  return { specs: reader.specs, byName: reader.numbers, notes: reader.notes }
}

/** The number of the group that a workload part names; undefined where it names none, or (with a problem) no group. */
export function findGroup(
  { byName }: Groups,
  name: unknown,
  at: JsonPath,
  problems: ProblemList,
): number | undefined {
  // Anything but text is the schema's complaint.
  if (typeof name !== 'string') return undefined
  const number = byName.get(name)
  if (number === undefined) {
    const remedy =
      byName.size === 0
        ? 'Add it: "groups": { "name": { "weight": 100 } }; or remove it here.'
        : namesRemedy(name, [...byName.keys()], problems)
    problems.at(at, `No group is called ${quote(name)}.`, remedy)
  }
  return number ?? undefined
}

/** The number of the group at the same path; it is added where there is none yet. Parents must come first. */
export function addGroup(groups: Groups, group: GroupSpec): number {
  const known = groups.specs.findIndex(({ name }) => name === group.name)
  return known >= 0 ? known : groups.specs.push(group) - 1
}

const namesRemedy = (word: string, names: readonly string[], problems: ProblemList): string =>
  `${problems.hint(word, names)}Groups: ${listWords(names.map((name) => quote(name)))}.`

class GroupReader {
  readonly specs: GroupSpec[] = []
  readonly numbers = new Map<string, number | null>()
  readonly notes: string[] = []
  private readonly names: readonly string[]

  constructor(
    private readonly given: Readonly<Record<string, unknown>>,
    private readonly problems: ProblemList,
  ) {
    this.names = Object.keys(given).filter((name) => name !== '__proto__')
  }

  readAll(): void {
    const { names, problems } = this
    if (names.length > MAX_GROUPS) {
      const message = `There are ${names.length} groups, more than ${MAX_GROUPS}.`
      problems.at(['groups'], message, 'Use fewer groups.')
      for (const name of names) this.numbers.set(name, null)
      return
    }
    for (const name of names) this.place(name, [])
  }

  /** Numbers a group after those that it is in; `inside` are the groups whose parents led here. */
  private place(name: string, inside: readonly string[]): number | null {
    const known = this.numbers.get(name)
    if (known !== undefined) return known
    const parentAt = ['groups', inside.at(-1) ?? name, 'parent']
    if (inside.includes(name)) {
      const circle = [...inside.slice(inside.indexOf(name)), name].map((one) => quote(one)).join(' in ')
      this.problems.at(parentAt, `A group is inside itself: ${circle}.`, 'Leave out one of these parents.')
      return null
    }
    const number = this.read(name, inside)
    this.numbers.set(name, number)
    return number
  }

  private read(name: string, inside: readonly string[]): number | null {
    const { problems, specs } = this
    const at = ['groups', name]
    const fault = faultOfGroupName(name)
    if (fault !== null) {
      const remedy = 'Use a name that a folder could have; "parent" puts one group into another.'
      problems.atKey(at, `The name ${quote(name)} of a group ${fault}.`, remedy)
    }
    const entry = this.given[name]
    const max = this.readMax(isObject(entry) ? entry['max'] : undefined, [...at, 'max'])
    const above = this.readParent(isObject(entry) ? entry['parent'] : undefined, name, inside)
    const shape = GroupFile.safeParse(entry)
    if (fault !== null || max === undefined || above === undefined || !shape.success) return null
    const parent = above === null ? undefined : specs[above]
    const path = parent === undefined ? name : `${parent.name}/${name}`
    const depth = path.split('/').length
    if (depth > MAX_GROUP_DEPTH) {
      const message = `${quote(name)} is a group ${depth} levels deep.`
      problems.at([...at, 'parent'], message, `At most ${MAX_GROUP_DEPTH} levels are simulated.`)
      return null
    }
    const { weight, idle = false } = shape.data
    if (idle && weight !== undefined) {
      this.notes.push(`the group ${quote(name)} is idle, so its weight ${weight} counts for nothing`)
    }
    return specs.push({ name: path, parent: above, weight: weight ?? DEFAULT_WEIGHT, max, idle }) - 1
  }

  /** Null: no limit. Undefined: it has a problem. */
  private readMax(value: unknown, at: JsonPath): GroupSpec['max'] | undefined {
    if (typeof value !== 'string') return null
    const result = parseCpuMax(value)
    if (result.ok) return result.value
    this.problems.at(at, `"max" ${result.message}.`, result.remedy)
    return undefined
  }

  /** Null: the root. Undefined: it, or the group that it names, has a problem. */
  private readParent(value: unknown, name: string, inside: readonly string[]): number | null | undefined {
    if (typeof value !== 'string') return null
    if (!this.names.includes(value)) {
      const others = this.names.filter((other) => other !== name)
      const remedy =
        others.length === 0
          ? 'Leave it out: the group is then in the root group.'
          : namesRemedy(value, others, this.problems)
      this.problems.at(['groups', name, 'parent'], `No group is called ${quote(value)}.`, remedy)
      return undefined
    }
    return this.place(value, [...inside, name]) ?? undefined
  }
}

/** A workload part, as far as its groups go. */
interface GroupedPart {
  readonly name: string
  readonly tasks: readonly { readonly group?: number }[]
}

/** One line per group: its path, its settings where they are not the usual, and whom it holds. */
export const summarizeGroups = (
  specs: readonly GroupSpec[],
  parts: readonly GroupedPart[],
): readonly string[] =>
  specs.map(({ name, weight, max, idle }, group) => {
    const held = parts.flatMap((part) => {
      const count = part.tasks.filter((task) => task.group === group).length
      if (count === 0) return []
      return count === part.tasks.length
        ? part.name
        : `${count} of ${part.tasks.length} tasks of ${part.name}`
    })
    const settings = [
      idle ? 'idle' : `weight ${weight}`,
      ...(max === null ? [] : [`max ${formatCpuMax(max)}`]),
    ].join(', ')
    return `${name}: ${settings}; ${held.length === 0 ? 'no tasks of its own' : held.join(', ')}`
  })
