// Errors as text: what happened, each problem with its place and what to do.
import { basename } from 'node:path'
import type { ErrorData, Problem } from '../contract/errors'
import { printable } from './terminal'

/** `paths`: what the user named; a file of the same name is shown with the path that was given. */
export function buildErrorText(error: ErrorData, paths: readonly string[] = []): string {
  const lines = [`vlag: ${error.message}`]
  for (const problem of error.problems) {
    const file = paths.find((path) => basename(path) === problem.file) ?? problem.file
    lines.push(buildProblemLine(problem, file))
    if (problem.remedy !== undefined) lines.push(`    ${problem.remedy}`)
  }
  if (error.remedy !== null) lines.push(...error.remedy.split('\n'))
  return lines.map(printable).join('\n')
}

/** file:line:column: path: message */
function buildProblemLine({ line, column, path, message }: Problem, file: string | undefined): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  return [place, path, message].filter((part) => part !== undefined && part !== '').join(': ')
}
