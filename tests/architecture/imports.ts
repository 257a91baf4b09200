// Reads what a source file imports: static, type-only, re-exported, dynamic, required, globbed. Vue files by their
// script blocks.
import { posix } from 'node:path'
import ts from 'typescript'

export interface Import {
  /** As written, without a query: './x', 'vue', 'node:fs'. */
  readonly specifier: string
  /** True where nothing of it is left at run time. */
  readonly typeOnly: boolean
  /** 1-based. */
  readonly line: number
}

/** `path` decides how `text` is read: a .vue file's script blocks, else TypeScript. */
export function importsOf(path: string, text: string): Import[] {
  const code = path.endsWith('.vue') ? scriptsOf(text) : text
  const file = ts.createSourceFile(path.replace(/\.vue$/, '.ts'), code, ts.ScriptTarget.Latest, true)
  const found: Import[] = []
  const add = (node: ts.Node | undefined, typeOnly: boolean) => {
    if (node === undefined || !ts.isStringLiteralLike(node)) return
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    found.push({ specifier: node.text.replace(/\?.*$/, ''), typeOnly, line })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      // `import { type A }` still loads the module under verbatimModuleSyntax: only `import type` is type-only.
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly)
    } else if (ts.isImportTypeNode(node)) {
      if (ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    } else if (ts.isExternalModuleReference(node)) {
      add(node.expression, false)
    } else if (ts.isCallExpression(node) && loadsModules(node.expression)) {
      for (const argument of node.arguments) {
        if (ts.isArrayLiteralExpression(argument)) argument.elements.forEach((element) => add(element, false))
        else add(argument, false)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function loadsModules(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true
  const text = callee.getText()
  return text === 'require' || text === 'import.meta.glob'
}

/** The script blocks, with the lines before them kept so that line numbers stay right. */
function scriptsOf(text: string): string {
  const parts: string[] = []
  let at = 0
  for (const match of text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)) {
    const start = match.index + match[0].indexOf('>') + 1
    parts.push(text.slice(at, start).replace(/[^\n]/g, ''), match[1]!)
    at = start + match[1]!.length
  }
  return parts.join('')
}

/** The target as a path from the root for a relative import, else null (npm package or Node module). */
export function targetOf(fromPath: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  return posix.join(posix.dirname(fromPath), specifier)
}
