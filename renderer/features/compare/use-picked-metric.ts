// Which metric the charts show: the one under the pointer, else the one in the route, else a usual one.
import { computed, ref, type ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useCommand } from '../../commands'
import { usualMetric } from './linked'
import type { CompareTable, MetricRow } from './table-model'

export interface PickedMetric {
  /** Kept in the route. */
  readonly picked: ComputedRef<string>
  /** What the charts show now. */
  readonly shown: ComputedRef<MetricRow | null>
  point(metric: string | null): void
  pick(metric: string): void
}

/** Also attaches the keys that move from row to row. */
export function usePickedMetric(table: () => CompareTable | null): PickedMetric {
  const route = useRoute()
  const router = useRouter()
  const pointed = ref<string | null>(null)
  const rows = computed(() => table()?.groups.flatMap((group) => group.rows) ?? [])
  const picked = computed(() => {
    // What was asked for is shown even where it is empty.
    const asked = rows.value.find((row) => row.id === route.query['metric'])
    return asked?.id ?? usualMetric(rows.value)
  })
  const shown = computed(() => rows.value.find((row) => row.id === (pointed.value ?? picked.value)) ?? null)

  function pick(metric: string): void {
    void router.replace({ query: { ...route.query, metric } })
  }
  function step(by: number): void {
    const at = rows.value.findIndex((row) => row.id === picked.value)
    const next = rows.value[Math.max(0, Math.min(rows.value.length - 1, at + by))]
    pointed.value = null
    if (next !== undefined) pick(next.id)
  }
  const when = (): boolean => rows.value.length > 1
  useCommand('compare.next', { run: () => step(1), when })
  useCommand('compare.previous', { run: () => step(-1), when })

  return { picked, shown, point: (metric) => (pointed.value = metric), pick }
}
