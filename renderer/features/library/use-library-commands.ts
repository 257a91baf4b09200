// What the keys and the palette do in the Library.
import { watch } from 'vue'
import type { ExperimentRow } from '../../../contract/results'
import { useCommand } from '../../commands'
import { useAppInfoStore } from '../../stores/app-info'
import { useExperimentsStore } from '../../stores/experiments'
import type { Library } from './use-library'

export interface LibraryActions {
  readonly open: (row: ExperimentRow) => void
  readonly focusFilter: () => void
  readonly rename: () => void
}

export function useLibraryCommands(library: Library, actions: LibraryActions): void {
  const store = useExperimentsStore()
  const app = useAppInfoStore()

  const hasCursor = (): boolean => library.cursor.value !== null
  const inBin = (): boolean => library.view.value === 'bin'
  const canChange = (): boolean => hasCursor() && app.readOnly === null
  const noChange = (): string => (app.readOnly === null ? 'no experiment here' : 'the library is read-only')
  const withCursor = (act: (row: ExperimentRow) => void) => (): void => {
    if (library.cursor.value !== null) act(library.cursor.value)
  }
  /** The cursor moves on to the row after what goes away. */
  const leave = (act: (ids: readonly string[]) => Promise<void>) => (): void => {
    const ids = library.targets.value
    const rows = library.shown.value
    const gone = new Set(ids)
    const at = rows.findIndex((row) => row.id === library.cursor.value?.id)
    const stays = (row: ExperimentRow): boolean => !gone.has(row.id)
    const next = rows.slice(at).find(stays) ?? rows.slice(0, at).filter(stays).at(-1)
    library.mark([])
    if (next !== undefined) library.setCursor(next.id)
    void act(ids)
  }

  // Undo selects what it brought back, where that is in sight.
  watch(
    () => store.broughtBack,
    (ids) => {
      const back = new Set(ids)
      const rows = library.shown.value.filter((row) => back.has(row.id))
      const [first] = rows
      if (first === undefined) return
      library.setCursor(first.id)
      library.mark(rows.length > 1 ? rows.map((row) => row.id) : [])
    },
  )

  useCommand('library.filter', { run: actions.focusFilter })
  useCommand('library.next', { run: () => library.moveCursor(1), when: hasCursor })
  useCommand('library.previous', { run: () => library.moveCursor(-1), when: hasCursor })
  useCommand('library.select', { run: withCursor((row) => library.toggleMark(row.id)), when: hasCursor })
  useCommand('library.fold', { run: withCursor((row) => library.fold(row.id)), when: hasCursor })
  useCommand('library.select-all', {
    run: () => library.mark(library.shown.value.map((row) => row.id)),
    when: hasCursor,
  })
  useCommand('library.open', {
    run: withCursor(actions.open),
    when: () => hasCursor() && !inBin(),
    reason: () => (inBin() ? 'restore it first' : 'no experiment here'),
  })
  useCommand('library.rename', {
    run: actions.rename,
    when: () => canChange() && !inBin(),
    reason: noChange,
  })
  useCommand('library.delete', {
    run: leave((ids) => store.remove(ids)),
    when: () => canChange() && !inBin(),
    reason: noChange,
  })
  useCommand('library.restore', {
    run: leave((ids) => store.restore(ids)),
    when: () => canChange() && inBin(),
    reason: () => 'only in the bin',
  })
  useCommand('go.back', {
    run: () => {
      if (library.marked.value.size > 0) library.mark([])
      else if (library.isFiltered.value) library.clearFilters()
      else library.setView('all')
    },
    when: () => library.marked.value.size > 0 || library.isFiltered.value || library.view.value !== 'all',
  })
}
