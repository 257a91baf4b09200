// `--set`: policy parameters for all cases of a policy, whatever their kernels had. What they would have to say of a
// kernel (a flag that it lacks) is checked where they meet it; here only that there are such parameters and values.
import { VlagError } from '../../../contract/errors'
import { policies } from '../../../engine'
import { parseJsonc } from '../../../formats/jsonc/jsonc'
import { listWords, quote, suggest } from '../../../formats/wording/wording'
import { resolveParams } from '../experiment/params'
import { ProblemList } from '../experiment/problem-list'

type Scalar = string | number | boolean

export interface Overrides {
  /** As given, for the reader. */
  readonly given: readonly string[]
  /** By policy and parameter, as an experiment file has them. */
  readonly params: ReadonlyMap<string, Readonly<Record<string, Scalar>>>
}

const DEFAULT_POLICY = 'eevdf'
const USAGE = 'Give POLICY.PARAMETER=VALUE, such as eevdf.runToParity=false; without a POLICY it is eevdf.'

/** Throws a VlagError with code `usage`. */
export function parseOverrides(given: readonly string[]): Overrides {
  const params = new Map<string, Record<string, Scalar>>()
  for (const word of given) {
    const match = /^(?:([\w-]+)\.)?(\w+)=(.*)$/s.exec(word)
    if (match === null) throw new VlagError('usage', `--set ${quote(word)} is no setting.`, { remedy: USAGE })
    const [, policy = DEFAULT_POLICY, name = '', value = ''] = match
    checkPolicy(policy)
    const ofPolicy = params.get(policy) ?? {}
    ofPolicy[name] = scalarOf(value)
    params.set(policy, ofPolicy)
  }
  for (const [policy, values] of params) checkValues(policy, values)
  return { given, params }
}

function scalarOf(text: string): Scalar {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function checkPolicy(policy: string): void {
  const ids = policies.map(({ id }) => id)
  if (ids.includes(policy)) return
  const near = suggest(policy, ids)
  throw new VlagError('usage', `--set: there is no policy ${quote(policy)}.`, {
    remedy: `${near === null ? '' : `Did you mean ${near}? `}There is: ${listWords(ids)}.`,
  })
}

function checkValues(policy: string, values: Readonly<Record<string, Scalar>>): void {
  // Rules that depend on other parameters are for the case to check.
  const descriptors = (policies.find(({ id }) => id === policy)?.params ?? []).map((descriptor) => {
    const { check: _, ...rest } = descriptor
    return rest
  })
  const parsed = parseJsonc(JSON.stringify(values), '--set')
  if (!parsed.ok) throw new VlagError('usage', `--set: ${parsed.problem.message}`, { remedy: USAGE })
  const problems = new ProblemList(parsed.document)
  const source = { descriptors, given: values, path: [], owner: `policy ${quote(policy)}`, cpus: 1 }
  resolveParams(source, problems)
  const [first] = problems.sorted()
  if (first === undefined) return
  const remedy = first.remedy === undefined ? {} : { remedy: first.remedy }
  throw new VlagError('usage', `--set: ${first.message}`, remedy)
}
