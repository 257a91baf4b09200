// What the palette can find: commands that mean something now, saved experiments, bundled examples.
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useRouter } from 'vue-router'
import { commands, isAttached, isEnabled, runCommand, whyDisabled } from '../commands'
import type { CommandInfo } from '../commands'
import { formatAge } from '../format'
import { useExamplesStore } from '../stores/examples'
import { useExperimentsStore } from '../stores/experiments'
import { routeOfExperiment } from '../stores/experiment-route'
import { routeOfSource } from '../stores/sources'
import type { IconName } from '../ui'

export interface PaletteItem {
  readonly id: string
  readonly group: 'Commands' | 'Experiments' | 'Examples'
  readonly title: string
  readonly detail?: string
  readonly icon?: IconName
  readonly policy?: string
  readonly keys?: string | undefined
  readonly disabled: boolean
  readonly run: () => void
}

const GROUP_ICONS: Readonly<Record<CommandInfo['group'], IconName>> = {
  Open: 'open',
  Go: 'right',
  Library: 'library',
  Experiment: 'run',
  Edit: 'undo',
  View: 'panel',
  Help: 'keyboard',
}
/** More would not be read; the Library itself has the filter for the rest. */
const MOST_EXPERIMENTS = 2000

export function usePaletteItems(): ComputedRef<readonly PaletteItem[]> {
  const router = useRouter()
  const experiments = useExperimentsStore()
  const examples = useExamplesStore()

  const commandItems = computed<PaletteItem[]>(() =>
    commands
      .filter((c) => c.plain !== true && c.id !== 'view.palette' && isAttached(c.id))
      .map((c) => ({
        id: c.id,
        group: 'Commands',
        title: c.title,
        detail: whyDisabled(c.id) ?? '',
        icon: GROUP_ICONS[c.group],
        keys: c.keys[0],
        disabled: !isEnabled(c.id),
        run: () => void runCommand(c.id),
      })),
  )
  const experimentItems = computed<PaletteItem[]>(() =>
    (experiments.rows ?? []).slice(0, MOST_EXPERIMENTS).map((row) => ({
      id: row.id,
      group: 'Experiments',
      title: row.name,
      detail: formatAge(row.createdAt, Date.now()),
      policy: row.variants[0]?.policy ?? '',
      disabled: false,
      run: () => void router.push(routeOfExperiment(row)),
    })),
  )
  const exampleItems = computed<PaletteItem[]>(() =>
    (examples.list ?? []).map((example) => ({
      id: `example ${example.id}`,
      group: 'Examples',
      title: example.name,
      detail: 'example',
      icon: 'example',
      disabled: false,
      run: () => void router.push(routeOfSource({ kind: 'example', id: example.id })),
    })),
  )
  return computed(() => [...commandItems.value, ...experimentItems.value, ...exampleItems.value])
}
