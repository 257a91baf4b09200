// Copies of the comparison and of the experiment's file, as commands and as the entries of a menu.
import { computed, type ComputedRef } from 'vue'
import type { ExperimentDetail } from '../../../contract/results'
import { keysOf, useCommand, type CommandId } from '../../commands'
import { useToasts, type MenuEntry } from '../../ui'
import { toCsv, toJson, toMarkdown, type CopyContext } from './copy-as'
import type { CompareTable } from './table-model'

interface Kind {
  readonly id: CommandId
  readonly title: string
  readonly write: (table: CompareTable, context: CopyContext, detail: ExperimentDetail) => string
}

const kinds: readonly Kind[] = [
  {
    id: 'compare.copy-markdown',
    title: 'Table as Markdown',
    write: (table, context) => toMarkdown(table, context),
  },
  { id: 'compare.copy-csv', title: 'Table as CSV', write: (table) => toCsv(table) },
  { id: 'compare.copy-json', title: 'Table as JSON', write: (table, context) => toJson(table, context) },
  { id: 'compare.copy-source', title: 'Experiment file', write: (_table, _context, detail) => detail.source },
]

/** The menu's entries; the commands live as long as the calling component. */
export function useCopy(
  detail: () => ExperimentDetail | null,
  table: () => CompareTable | null,
): ComputedRef<readonly MenuEntry[]> {
  const { show } = useToasts()

  async function copy(kind: Kind): Promise<void> {
    const [from, rows] = [detail(), table()]
    if (from === null || rows === null) return
    const { spec, engineVersion, specHash } = from.result
    const text = kind.write(
      rows,
      { name: from.row.name, engineVersion, specHash, seeds: spec.seeds.length },
      from,
    )
    try {
      await navigator.clipboard.writeText(text)
      show({ text: `${kind.title} copied`, tone: 'good' })
    } catch (failure) {
      const why = failure instanceof Error ? failure.message : String(failure)
      show({ text: `The clipboard did not take it: ${why}`, tone: 'error' })
    }
  }

  for (const kind of kinds) {
    useCommand(kind.id, { run: () => void copy(kind), when: () => table() !== null })
  }
  return computed(() =>
    kinds.map((kind) => ({
      id: kind.id,
      title: kind.title,
      icon: kind.id === 'compare.copy-source' ? 'file' : 'copy',
      separated: kind.id === 'compare.copy-source',
      keys: keysOf(kind.id),
      run: () => void copy(kind),
    })),
  )
}
