// Collects what is wrong in one document, each with file, line, column and path, and hands it out by position.
// From a file that is wrong all over it keeps the first, counts the rest, and stops looking for what was meant.
import type { Problem } from '../../../contract/errors'
import { formatPath, type JsonDocument, type JsonPath } from '../../../formats/jsonc/jsonc'
import { suggest } from '../../../formats/wording/wording'

/** So many are handed out; nobody reads more. */
export const MAX_PROBLEMS = 100
/** For so many unknown words what was meant is looked for; with more it is another kind of file. */
export const MAX_SUGGESTIONS = 20

export class ProblemList {
  private readonly problems: Problem[] = []
  private unlisted = 0
  private suggested = 0
  private isSpecWrong = false

  constructor(private readonly document: JsonDocument) {}

  get isEmpty(): boolean {
    return this.problems.length === 0
  }

  /** Whether all lie in data that the document names, and none in the document itself. */
  get areOfData(): boolean {
    return !this.isEmpty && !this.isSpecWrong
  }

  /** At the value that `path` names; where it is missing, at what should hold it. */
  at(path: JsonPath, message: string, remedy: string): void {
    this.isSpecWrong = true
    this.keep(() => this.build(path, this.document.locate(path), message, remedy))
  }

  /** At the key that ends `path`. */
  atKey(path: JsonPath, message: string, remedy: string): void {
    this.isSpecWrong = true
    this.keep(() => this.build(path, this.document.locateKey(path), message, remedy))
  }

  /** As `at`, where the value is right and the file that it names is not. */
  atDataFile(path: JsonPath, message: string, remedy: string): void {
    this.keep(() => this.build(path, this.document.locate(path), message, remedy))
  }

  /** Those of another reader, which may be of another file. */
  add(problems: readonly Problem[]): void {
    for (const problem of problems) {
      if (problem.file === this.document.file) this.isSpecWrong = true
      this.keep(() => problem)
    }
  }

  /** `Did you mean "…"? ` for an unknown word; '' where nothing is near, or too many words were unknown before. */
  hint(word: string, known: readonly string[]): string {
    if (this.suggested >= MAX_SUGGESTIONS) return ''
    this.suggested++
    const near = suggest(word, known)
    return near === null ? '' : `Did you mean "${near}"? `
  }

  /** This file's problems by position, then other files', each file's in its own order of position. */
  sorted(): readonly Problem[] {
    const own = this.document.file
    const sorted = [...this.problems].sort((a, b) => {
      if (a.file !== b.file) {
        if (a.file === own) return -1
        if (b.file === own) return 1
        return (a.file ?? '') < (b.file ?? '') ? -1 : 1
      }
      return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
    })
    if (this.unlisted === 0) return sorted
    const rest = this.unlisted === 1 ? '1 more problem' : `${this.unlisted} more problems`
    return [...sorted, { file: own, message: `And ${rest}.`, remedy: 'Mend those above first.' }]
  }

  /** Finding the place costs the most, so that is done only for what is kept. */
  private keep(build: () => Problem): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(build())
    else this.unlisted++
  }

  private build(
    path: JsonPath,
    position: { readonly line: number; readonly column: number },
    message: string,
    remedy: string,
  ): Problem {
    const where = formatPath(path)
    return {
      file: this.document.file,
      line: position.line,
      column: position.column,
      ...(where === '' ? {} : { path: where }),
      message,
      remedy,
    }
  }
}
