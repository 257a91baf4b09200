// The marked rows of the Library: what an action on several experiments means.
import { ref, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import type { ExperimentId } from '../../../contract/ids'
import type { ExperimentRow } from '../../../contract/results'

export interface Marks {
  readonly marked: Readonly<Ref<ReadonlySet<ExperimentId>>>
  mark(ids: readonly ExperimentId[]): void
  toggleMark(id: ExperimentId): void
  /** Adds everything between two rows, both included. */
  markBetween(from: ExperimentId, to: ExperimentId): void
}

export function useMarks(shown: ComputedRef<readonly ExperimentRow[]>): Marks {
  const marked = ref<ReadonlySet<ExperimentId>>(new Set())

  function mark(ids: readonly ExperimentId[]): void {
    marked.value = new Set(ids)
  }

  // What is no longer shown cannot stay marked: an action would reach what nobody sees.
  watch(shown, (rows) => {
    if (marked.value.size === 0) return
    const ids = new Set(rows.map((row) => row.id))
    mark([...marked.value].filter((id) => ids.has(id)))
  })

  return {
    marked,
    mark,
    toggleMark(id) {
      const next = new Set(marked.value)
      if (!next.delete(id)) next.add(id)
      marked.value = next
    },
    markBetween(from, to) {
      const ids = shown.value.map((row) => row.id)
      const ends = [ids.indexOf(from), ids.indexOf(to)]
      mark([...marked.value, ...ids.slice(Math.min(...ends), Math.max(...ends) + 1)])
    },
  }
}
