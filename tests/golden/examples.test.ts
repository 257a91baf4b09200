// Every example, run in full, gives the digests that are written down. A change that alters them raises ENGINE_VERSION
// and says in CHANGELOG.md what differs and why; then the file is written anew with VLAG_WRITE_GOLDEN=1.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ENGINE_VERSION, simulate } from '../../engine'
import { planRuns, resolveExperiment } from '../../main/backend/experiment'

interface Golden {
  readonly engineVersion: string
  /** Per example, per variant: digests in the order of the seeds. */
  readonly digests: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

const folder = fileURLToPath(new URL('../../examples/', import.meta.url))
const file = fileURLToPath(new URL('./examples.golden.json', import.meta.url))
const isWriting = process.env['VLAG_WRITE_GOLDEN'] === '1'
const examples = readdirSync(folder).filter((name) => name.endsWith('.json'))

function digestsOf(example: string): Record<string, string[]> {
  const resolution = resolveExperiment(readFileSync(`${folder}${example}`, 'utf8'), example, folder)
  if ('problems' in resolution) throw new Error(JSON.stringify(resolution.problems))
  const { variants } = resolution.experiment
  const digests: Record<string, string[]> = Object.fromEntries(variants.map(({ name }) => [name, []]))
  for (const { variant, spec } of planRuns(resolution.experiment)) {
    const result = simulate(spec)
    expect(result?.outcome).toBe('completed')
    digests[variants[variant]!.name]!.push(result!.digest)
  }
  return digests
}

test('the examples give the digests of this engine version', () => {
  const digests = Object.fromEntries(examples.map((example) => [example, digestsOf(example)]))
  if (isWriting)
    writeFileSync(file, `${JSON.stringify({ engineVersion: ENGINE_VERSION, digests }, null, 2)}\n`)
  const golden = JSON.parse(readFileSync(file, 'utf8')) as Golden
  expect(golden.engineVersion, 'raise ENGINE_VERSION, then write the golden file anew').toBe(ENGINE_VERSION)
  expect(digests).toEqual(golden.digests)
})
