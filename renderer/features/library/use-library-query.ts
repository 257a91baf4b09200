// View, filter, facets, order and cursor of the Library: they live in the route, so that back, reload and links keep them.
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { LocationQueryValue } from 'vue-router'
import { useRoute, useRouter } from 'vue-router'
import type { ExperimentId } from '../../../contract/ids'
import type { FacetName, LibraryQuery, SortKey, View } from './library-model'

const SORT_KEYS: readonly SortKey[] = ['name', 'seeds', 'latency', 'status', 'age']

type QueryValue = LocationQueryValue | LocationQueryValue[] | undefined
const one = (value: QueryValue): string => (Array.isArray(value) ? value[0] : value) ?? ''
const split = (value: string): string[] => value.split('|').filter(Boolean)

export interface LibraryQueryState {
  readonly view: ComputedRef<View>
  readonly query: ComputedRef<LibraryQuery>
  /** Id of the experiment under the cursor as the route has it; '' for none. */
  readonly at: ComputedRef<string>
  readonly isFiltered: ComputedRef<boolean>
  setView(next: View): void
  setText(text: string): void
  setCursor(id: ExperimentId): void
  toggleFacet(name: FacetName, value: string): void
  /** Sorts by a column; a second time turns the order round. */
  sortBy(key: SortKey): void
  clearFilters(): void
}

export function useLibraryQuery(): LibraryQueryState {
  const route = useRoute()
  const router = useRouter()

  function set(change: Record<string, string>): void {
    const merged = Object.entries({ ...route.query, ...change })
    const next = Object.fromEntries(merged.filter(([, value]) => value !== ''))
    void router.replace({ name: 'library', query: next })
  }

  // As text first: the cursor is in the route as well, and moving it must not filter ten thousand rows again.
  const written = computed(() =>
    JSON.stringify(['q', 'policy', 'machine', 'status', 'sort'].map((key) => one(route.query[key]))),
  )
  const query = computed<LibraryQuery>(() => {
    const [text = '', policy = '', machine = '', status = '', sort = ''] = JSON.parse(
      written.value,
    ) as string[]
    const key = SORT_KEYS.find((known) => known === sort.replace('-', '')) ?? 'age'
    return {
      text,
      facets: { policy: split(policy), machine: split(machine), status: split(status) },
      sort: { key, descending: sort.startsWith('-') },
    }
  })

  return {
    query,
    view: computed(() => {
      const named = one(route.query['view'])
      return named === 'bin' || named === 'running' ? named : 'all'
    }),
    at: computed(() => one(route.query['at'])),
    isFiltered: computed(
      () => query.value.text !== '' || Object.values(query.value.facets).some((chosen) => chosen.length > 0),
    ),
    setView: (next) => set({ view: next === 'all' ? '' : next, at: '' }),
    setText: (text) => set({ q: text }),
    setCursor: (id) => set({ at: id }),
    toggleFacet(name, value) {
      const chosen = query.value.facets[name]
      const next = chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value]
      set({ [name]: next.join('|') })
    },
    sortBy(key) {
      const { sort } = query.value
      const descending = sort.key === key && !sort.descending
      set({ sort: `${descending ? '-' : ''}${key}` })
    },
    clearFilters: () => set({ q: '', policy: '', machine: '', status: '' }),
  }
}
