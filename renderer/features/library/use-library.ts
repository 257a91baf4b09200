// State of the Library: filter, facets, order and cursor live in the route, so that back, reload and links keep them;
// the marks of a selection and what is unfolded live here.
import { computed, ref, watch } from 'vue'
import type { LocationQueryValue } from 'vue-router'
import { useRoute, useRouter } from 'vue-router'
import type { ExperimentId } from '../../../contract/ids'
import type { ExperimentRow } from '../../../contract/results'
import { isUnderWay, useExperimentsStore } from '../../stores/experiments'
import { buildTree, countFacet, selectRows } from './library-model'
import type { FacetName, LibraryQuery, SortKey, View } from './library-model'

const SORT_KEYS: readonly SortKey[] = ['name', 'seeds', 'latency', 'status', 'age']

type QueryValue = LocationQueryValue | LocationQueryValue[] | undefined
const one = (value: QueryValue): string => (Array.isArray(value) ? value[0] : value) ?? ''
const list = (value: QueryValue): string[] => one(value).split('|').filter(Boolean)

export function useLibrary() {
  const route = useRoute()
  const router = useRouter()
  const store = useExperimentsStore()

  function setQuery(change: Record<string, string>): void {
    const merged = Object.entries({ ...route.query, ...change })
    const next = Object.fromEntries(merged.filter(([, value]) => value !== ''))
    void router.replace({ name: 'library', query: next })
  }

  const view = computed<View>(() => {
    const named = one(route.query['view'])
    return named === 'bin' || named === 'running' ? named : 'all'
  })
  const query = computed<LibraryQuery>(() => {
    const sort = one(route.query['sort'])
    const key = SORT_KEYS.find((known) => known === sort.replace('-', '')) ?? 'age'
    return {
      text: one(route.query['q']),
      facets: {
        policy: list(route.query['policy']),
        machine: list(route.query['machine']),
        status: list(route.query['status']),
      },
      sort: { key, descending: sort.startsWith('-') },
    }
  })

  const all = computed<readonly ExperimentRow[]>(() => {
    if (view.value === 'bin') return store.bin ?? []
    const rows = store.rows ?? []
    return view.value === 'running' ? rows.filter(isUnderWay) : rows
  })
  const shown = computed(() => selectRows(all.value, query.value))
  const facets = computed(() =>
    (['policy', 'machine', 'status'] as const).map((name) => ({
      name,
      counts: countFacet(all.value, query.value, name),
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
    () => shown.value.find((row) => row.id === one(route.query['at'])) ?? shown.value[0] ?? null,
  )
  const setCursor = (id: ExperimentId): void => setQuery({ at: id })
  function moveCursor(by: number): void {
    const at = shown.value.findIndex((row) => row.id === cursor.value?.id)
    const next = shown.value[Math.min(shown.value.length - 1, Math.max(0, at + by))]
    if (next !== undefined) setCursor(next.id)
  }

  const marked = ref<ReadonlySet<ExperimentId>>(new Set())
  function mark(ids: readonly ExperimentId[]): void {
    marked.value = new Set(ids)
  }
  function toggleMark(id: ExperimentId): void {
    const next = new Set(marked.value)
    if (!next.delete(id)) next.add(id)
    marked.value = next
  }
  /** Marks everything between the cursor and a row. */
  function markTo(id: ExperimentId): void {
    const rows = shown.value
    const from = rows.findIndex((row) => row.id === cursor.value?.id)
    const to = rows.findIndex((row) => row.id === id)
    const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
    mark([...marked.value, ...range])
    setCursor(id)
  }
  // What is no longer shown cannot stay marked: an action would reach what nobody sees.
  watch(shown, (rows) => {
    const ids = new Set(rows.map((row) => row.id))
    if ([...marked.value].some((id) => !ids.has(id))) mark([...marked.value].filter((id) => ids.has(id)))
  })

  /** What an action means: the marked ones, else the one under the cursor. */
  const targets = computed<readonly ExperimentId[]>(() =>
    marked.value.size > 0 ? [...marked.value] : cursor.value === null ? [] : [cursor.value.id],
  )

  function toggleFacet(name: FacetName, value: string): void {
    const chosen = query.value.facets[name]
    const next = chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value]
    setQuery({ [name]: next.join('|') })
  }
  function sortBy(key: SortKey): void {
    const { sort } = query.value
    const descending = sort.key === key && !sort.descending
    setQuery({ sort: `${descending ? '-' : ''}${key}` })
  }

  const isFiltered = computed(
    () => query.value.text !== '' || Object.values(query.value.facets).some((chosen) => chosen.length > 0),
  )

  return {
    view,
    query,
    all,
    shown,
    facets,
    tree,
    fold,
    cursor,
    setCursor,
    moveCursor,
    marked,
    mark,
    toggleMark,
    markTo,
    targets,
    toggleFacet,
    sortBy,
    isFiltered,
    setText: (text: string): void => setQuery({ q: text }),
    setView: (next: View): void => setQuery({ view: next === 'all' ? '' : next, at: '' }),
    clearFilters: (): void => setQuery({ q: '', policy: '', machine: '', status: '' }),
  }
}

export type Library = ReturnType<typeof useLibrary>
