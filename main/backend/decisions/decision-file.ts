// The file that keeps one run's decisions, beside the library. It is written by the simulating thread, which may block,
// to another name first, so that a file under its own name is whole.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { threadId } from 'node:worker_threads'
import { VlagError } from '../../../contract/errors'
// Not from db's index: the simulating threads need no database.
import { makeFolder } from '../../../db/make-folder'
import { decodeDecisions, encodeDecisions } from './codec'
import type { DecisionRecord } from './decision-record'

/** Throws `disk-full` or `read-only`; then nothing is left behind. */
export function writeDecisionFile(path: string, record: DecisionRecord): void {
  const unfinished = `${path}.${process.pid}-${threadId}.unfinished`
  const bytes = encodeDecisions(record)
  try {
    makeFolder(dirname(path))
    const file = openSync(unfinished, 'w')
    try {
      writeFileSync(file, bytes)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw toWriteError(error, path)
  }
}

/** Throws `not-found` where the file is missing and `bad-data` where it cannot be read. */
export async function readDecisionFile(path: string): Promise<DecisionRecord> {
  try {
    return decodeDecisions(await readFile(path))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      throw new VlagError(
        'not-found',
        `The decisions of this run were recorded, but their file is missing: ${path}`,
        {
          remedy: 'Run the experiment file again: what is missing is recorded anew.',
        },
      )
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new VlagError('bad-data', `The decisions of this run cannot be read from ${path}: ${reason}.`, {
      remedy: 'Remove the file and run the experiment file again: they are recorded anew.',
    })
  }
}

function toWriteError(error: unknown, path: string): unknown {
  const code = codeOf(error)
  if (code === null || !(error instanceof Error)) return error
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new VlagError('disk-full', `The disk is full, so the decisions cannot be written to ${path}.`, {
      remedy: 'Free some space and try again, or record no decisions. Finished runs are kept.',
    })
  }
  return new VlagError('read-only', `The decisions cannot be written to ${path}: ${error.message}.`, {
    remedy: 'Make the folder writable, or record no decisions.',
  })
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}
