// Collects what is wrong in one document, each with file, line, column and path, and hands it out by position.
import type { Problem } from '../../../contract/errors'
import { formatPath, type JsonDocument, type JsonPath } from '../../../formats/jsonc/jsonc'

export class ProblemList {
  private readonly problems: Problem[] = []

  constructor(private readonly document: JsonDocument) {}

  get isEmpty(): boolean {
    return this.problems.length === 0
  }

  /** At the value that `path` names; where it is missing, at what should hold it. */
  at(path: JsonPath, message: string, remedy: string): void {
    this.push(path, this.document.locate(path), message, remedy)
  }

  /** At the key that ends `path`. */
  atKey(path: JsonPath, message: string, remedy: string): void {
    this.push(path, this.document.locateKey(path), message, remedy)
  }

  /** Those of another reader, which may be of another file. */
  add(problems: readonly Problem[]): void {
    this.problems.push(...problems)
  }

  /** This file's problems by position, then other files', each file's in its own order of position. */
  sorted(): readonly Problem[] {
    const own = this.document.file
    return [...this.problems].sort((a, b) => {
      if (a.file !== b.file) {
        if (a.file === own) return -1
        if (b.file === own) return 1
        return (a.file ?? '') < (b.file ?? '') ? -1 : 1
      }
      return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
    })
  }

  private push(
    path: JsonPath,
    position: { readonly line: number; readonly column: number },
    message: string,
    remedy: string,
  ): void {
    const where = formatPath(path)
    this.problems.push({
      file: this.document.file,
      line: position.line,
      column: position.column,
      ...(where === '' ? {} : { path: where }),
      message,
      remedy,
    })
  }
}
