// What each place of an experiment file takes, in words: known keys, and the remedy for a wrong or missing value.
// The shapes themselves are the schema's (contract/experiment.ts); a test keeps the two together.
import type { JsonPath } from '../../../formats/jsonc/jsonc'
import { MAX_SEEDS, MAX_VARIANTS } from '../../../contract/experiment'

/** `variants[1].params` becomes `variants[].params`; a group's name becomes `{}`. */
export const placeOf = (path: JsonPath): string =>
  path
    .map((part, depth) => {
      if (depth === 1 && path[0] === 'groups') return '{}'
      return typeof part === 'number' ? '[]' : `.${part}`
    })
    .join('')
    .replace(/^\./, '')

/** Keys that a place takes. A map: places come from the file, and may be called anything. */
export const knownKeys: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '': [
      'version',
      'name',
      'description',
      'machine',
      'groups',
      'workload',
      'variants',
      'baseline',
      'duration',
      'warmup',
      'seeds',
      'record',
    ],
    machine: ['id', 'params'],
    'groups{}': ['parent', 'weight', 'max', 'idle'],
    'workload[]': ['id', 'name', 'params', 'rtApp', 'group'],
    'variants[]': ['name', 'policy', 'params'],
    record: ['trace', 'decisions'],
  }),
)

/** Keys of the format whose function this version does not have. They are refused, never skipped. */
export const notYet: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '': ['sweep'],
    'workload[]': ['trace'],
    'variants[]': ['powerMode'],
  }),
)

/** Keys that somebody may look for in the wrong place, and where they belong. */
export const elsewhere: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'variants[].groups':
      'Groups belong to the workload, which is the same for all variants: put "groups" beside "variants".',
    'variants[].group': 'Put "group" into a part of "workload".',
  }),
)

const guides: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '': 'An experiment is an object: { "version": 1, "name": …, "machine": …, "workload": […], "variants": […], … }.',
    version: 'Write "version": 1.',
    name: 'Give a name of 1 to 200 characters in quotes.',
    description: 'Give text of at most 2000 characters.',
    machine: 'Give a machine\'s id in quotes, { "id", "params" }, or the parameters of the generic machine.',
    groups:
      'Give an object of control groups: { "build": { "weight": 50 } }. They belong to the workload, so they are the same for all variants.',
    'groups{}': 'A group is { "parent", "weight", "max", "idle" }, each of which may be left out.',
    'groups{}.parent':
      'Give the name of the group that it is in, in quotes; without one it is in the root group.',
    'groups{}.weight': 'cpu.weight is a whole number, 1 to 10000; 100 counts as one task of nice 0.',
    'groups{}.max': 'cpu.max is "QUOTA/PERIOD", such as "50ms/100ms" for half a CPU; null is no limit.',
    'groups{}.idle': 'Give true or false, without quotes.',
    workload: 'Give a list of parts: { "id", "name", "params" } or { "rtApp": "file.json" }.',
    'workload[]': 'A part is { "id", "name", "params" } of a generator, or { "rtApp": "file.json" }.',
    'workload[].id': 'Give the id of a generator in quotes.',
    'workload[].group': 'Give the name of one of the groups in quotes.',
    'workload[].name': 'Give a name for the tasks in quotes.',
    'workload[].params': 'Give an object: { "parameter": value }.',
    'workload[].rtApp': 'Give the name of an rt-app file in quotes, or the description itself as an object.',
    variants: `Give a list of 1 to ${MAX_VARIANTS} variants: { "name", "policy", "params" }.`,
    'variants[]': 'A variant is { "name", "policy", "params" }.',
    'variants[].name': 'Give a name of 1 to 80 characters in quotes.',
    'variants[].policy': 'Give the id of a policy in quotes.',
    'variants[].params': 'Give an object: { "parameter": value }.',
    baseline: 'Give the name of a variant in quotes.',
    duration: 'Give the measured time with its unit, such as "10s".',
    warmup: 'Give a time with its unit, such as "1s".',
    seeds: `Give how many runs each variant has (1 to ${MAX_SEEDS}), or a list of seeds.`,
    'seeds[]': 'A seed is a whole number, 0 or more.',
    record: 'Give an object: { "decisions": true }.',
    'record.trace': 'Give false.',
    'record.decisions': 'Give true or false, without quotes.',
  }),
)

/** The remedy for a wrong value at `path`. */
export const guideTo = (path: JsonPath): string => guides.get(placeOf(path)) ?? guideTo(path.slice(0, -1))
