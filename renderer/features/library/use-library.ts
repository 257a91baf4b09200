// State of the Library: the rows that the query of the route lets through, as a tree, with cursor and marks.
import { computed, ref } from 'vue'
import type { ExperimentId } from '../../../contract/ids'
import type { ExperimentRow } from '../../../contract/results'
import { isUnderWay, useExperimentsStore } from '../../stores/experiments'
import { buildTree, countFacet, selectRows } from './library-model'
import { useLibraryQuery } from './use-library-query'
import { useMarks } from './use-marks'

export function useLibrary() {
  const store = useExperimentsStore()
  const asked = useLibraryQuery()

  const all = computed<readonly ExperimentRow[]>(() => {
    if (asked.view.value === 'bin') return store.bin ?? []
    const rows = store.rows ?? []
    return asked.view.value === 'running' ? rows.filter(isUnderWay) : rows
  })
  const shown = computed(() => selectRows(all.value, asked.query.value))
  const facets = computed(() =>
    (['policy', 'machine', 'status'] as const).map((name) => ({
      name,
      counts: countFacet(all.value, asked.query.value, name),
    })),
  )

  const unfolded = ref<ReadonlySet<string>>(new Set())
  const tree = computed(() => buildTree(shown.value, unfolded.value))
  function fold(id: ExperimentId): void {
    const next = new Set(unfolded.value)
    if (!next.delete(id)) next.add(id)
    unfolded.value = next
  }

  /** The experiment under the cursor: that of the route where it is shown, else the first. */
  const cursor = computed(
    () => shown.value.find((row) => row.id === asked.at.value) ?? shown.value[0] ?? null,
  )
  function moveCursor(by: number): void {
    const at = shown.value.findIndex((row) => row.id === cursor.value?.id)
    const next = shown.value[Math.min(shown.value.length - 1, Math.max(0, at + by))]
    if (next !== undefined) asked.setCursor(next.id)
  }

  const marks = useMarks(shown)
  /** Marks from the cursor to a row, and moves there. */
  function markTo(id: ExperimentId): void {
    marks.markBetween(cursor.value?.id ?? id, id)
    asked.setCursor(id)
  }
  /** What an action means: the marked ones, else the one under the cursor. */
  const targets = computed<readonly ExperimentId[]>(() => {
    if (marks.marked.value.size > 0) return [...marks.marked.value]
    return cursor.value === null ? [] : [cursor.value.id]
  })

  return { ...asked, ...marks, all, shown, facets, tree, fold, cursor, moveCursor, markTo, targets }
}

export type Library = ReturnType<typeof useLibrary>
