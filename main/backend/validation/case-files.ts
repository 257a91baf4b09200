// A directory of recorded cases: every folder in it, at any depth, that holds a case.json; or one such folder itself.
// What cannot be used is told with its place and what to do, for all chosen cases at once.
import { readdirSync, type Dirent } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { VlagError, type Problem } from '../../../contract/errors'
import type { TaskSpec } from '../../../engine'
import { parseJsonc, type JsonDocument } from '../../../formats/jsonc/jsonc'
import { parseRtApp } from '../../../formats/rt-app/rt-app'
import { listWords, quote, suggest } from '../../../formats/wording/wording'
import { ProblemList } from '../experiment/problem-list'
import { readTextFile } from '../experiment/read-source'
import { CaseFile, readShape, RealFile, type Repetition } from './case-schema'

export interface RecordedCase {
  /** The folder's name; its path within the directory where two have the same name. */
  readonly name: string
  readonly facts: CaseFile
  /** case.json, to point at. */
  readonly document: JsonDocument
  /** In the order of the workload's file. */
  readonly tasks: readonly TaskSpec[]
  readonly repetitions: readonly Repetition[]
  readonly notes: readonly string[]
}

interface CaseFolder {
  readonly name: string
  readonly path: string
}

const CASE = 'case.json'
const REAL = 'real.json'
const WORKLOAD = 'workload.rtapp.json'
const MAX_DEPTH = 8
const FORMAT = 'docs/validation.md describes the folder of a case.'

/**
 * The cases of `directory` whose names match one of `wanted` (`*` stands for any text); all where it is empty.
 * Throws a VlagError: `bad-data` for what cannot be read or used, `usage` for a name that is not there.
 */
export function readCases(directory: string, wanted: readonly string[] = []): readonly RecordedCase[] {
  const folders = choose(findCases(directory), wanted, directory)
  const problems: Problem[] = []
  const cases = folders.flatMap((folder) => {
    const found = readCase(folder, directory, problems)
    return found === null ? [] : [found]
  })
  if (problems.length === 0) return cases
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
  throw new VlagError('bad-data', `The recordings in ${quote(directory, 200)} cannot be used: ${count}.`, {
    problems,
    remedy: FORMAT,
  })
}

function findCases(directory: string): readonly CaseFolder[] {
  const paths: string[] = []
  collect(directory, 0, paths)
  if (paths.length === 0) {
    throw new VlagError(
      'bad-data',
      `${quote(directory, 200)} holds no recorded case: no folder in it has a ${CASE}.`,
      {
        remedy: FORMAT,
      },
    )
  }
  const names = paths.map((path) => basename(resolve(path)))
  return paths.map((path, i) => {
    const name = names[i] ?? path
    const isShared = names.filter((other) => other === name).length > 1
    return { path, name: isShared ? relative(directory, path) : name }
  })
}

function collect(folder: string, depth: number, paths: string[]): void {
  const entries = listFolder(folder)
  if (entries.some(({ name }) => name === CASE)) {
    paths.push(folder)
    return
  }
  const stray = entries.find(({ name }) => name === REAL || name === WORKLOAD)
  if (stray !== undefined) {
    const message = `${quote(folder, 200)} has a ${stray.name}, but no ${CASE}.`
    throw new VlagError('bad-data', message, { remedy: `Add it, or take the folder away. ${FORMAT}` })
  }
  if (depth === MAX_DEPTH) return
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  for (const { name } of folders) collect(join(folder, name), depth + 1, paths)
}

function listFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reasons: Readonly<Record<string, readonly [string, string]>> = {
      ENOENT: ['is not there.', 'Name a directory of recorded cases, or none for those that come with Vlag.'],
      ENOTDIR: ['is no directory.', 'Name the directory that holds the recorded cases.'],
      EACCES: ['may not be read.', 'Check its permissions.'],
    }
    const text = error instanceof Error ? error.message : String(error)
    const [message, remedy] = reasons[code] ?? [`cannot be read (${text}).`, 'Check the disk it is on.']
    throw new VlagError('bad-data', `${quote(folder, 200)} ${message}`, { remedy })
  }
}

function choose(
  folders: readonly CaseFolder[],
  wanted: readonly string[],
  directory: string,
): readonly CaseFolder[] {
  if (wanted.length === 0) return folders
  const names = folders.map(({ name }) => name)
  const patterns = wanted.map((word) => {
    const parts = word.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const pattern = new RegExp(`^${parts.join('.*')}$`)
    if (names.some((name) => pattern.test(name))) return pattern
    const near = suggest(word, names)
    throw new VlagError('usage', `There is no case ${quote(word, 100)} in ${quote(directory, 200)}.`, {
      remedy: `${near === null ? '' : `Did you mean ${near}? `}There is: ${listWords(names)}.`,
    })
  })
  return folders.filter(({ name }) => patterns.some((pattern) => pattern.test(name)))
}

/** Null where anything is wrong, which is added to `problems`. */
function readCase({ name, path }: CaseFolder, directory: string, problems: Problem[]): RecordedCase | null {
  const label = (file: string): string => join(relative(directory, path), file)
  const caseDocument = readDocument(join(path, CASE), label(CASE), problems)
  const realDocument = readDocument(join(path, REAL), label(REAL), problems)
  const workload = readText(join(path, WORKLOAD), label(WORKLOAD), problems)
  if (caseDocument === null || realDocument === null || workload === null) return null
  const ofCase = new ProblemList(caseDocument)
  const ofReal = new ProblemList(realDocument)
  const facts = readShape(CaseFile, caseDocument, ofCase)
  const real = readShape(RealFile, realDocument, ofReal)
  const load = parseRtApp(workload, label(WORKLOAD), { cpus: facts?.cpus ?? null })
  problems.push(...load.problems)
  const extra = real === null || load.problems.length > 0 ? [] : checkTasks(real, load.tasks, ofReal)
  problems.push(...ofCase.sorted(), ...ofReal.sorted())
  if (facts === null || real === null || load.problems.length > 0 || !ofReal.isEmpty) return null
  const notes = [
    ...load.notes,
    ...(extra.length > 0
      ? [`${label(REAL)} has figures of ${listWords(extra)}, not of the workload: left out`]
      : []),
  ]
  return {
    name,
    facts,
    document: caseDocument,
    tasks: load.tasks,
    repetitions: Object.values(real),
    notes,
  }
}

/** Each repetition must have each task of the workload. Gives the names of those that are not the workload's. */
function checkTasks(real: RealFile, tasks: readonly TaskSpec[], problems: ProblemList): readonly string[] {
  const repetitions = Object.entries(real)
  if (repetitions.length === 0) {
    problems.at(
      [],
      'The file has no repetitions.',
      'Give { "repetition1": { "duration_s": …, "tasks": … } }.',
    )
  }
  const own = new Set(tasks.map((task) => task.name))
  const extra = new Set<string>()
  for (const [key, repetition] of repetitions) {
    for (const name of own) {
      if (Object.hasOwn(repetition.tasks, name)) continue
      const message = `The task ${quote(name)} of the workload has no figures.`
      problems.at([key, 'tasks'], message, 'Record it again, or take the repetition out.')
    }
    for (const name of Object.keys(repetition.tasks)) if (!own.has(name)) extra.add(name)
  }
  return [...extra]
}

function readDocument(path: string, file: string, problems: Problem[]): JsonDocument | null {
  const text = readText(path, file, problems)
  if (text === null) return null
  const parsed = parseJsonc(text, file)
  if (parsed.ok) return parsed.document
  problems.push(parsed.problem)
  return null
}

function readText(path: string, file: string, problems: Problem[]): string | null {
  try {
    return readTextFile(path, 'bad-data')
  } catch (error) {
    if (!(error instanceof VlagError)) throw error
    // Its message begins with the whole path, which the place says already.
    const message = error.message.replace(/^".*?" /, 'The file ')
    problems.push({ file, message, ...(error.remedy === null ? {} : { remedy: error.remedy }) })
    return null
  }
}
