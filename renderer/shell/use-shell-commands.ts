// The commands that hold on every screen: open, go, undo, theme, palette, help.
import { useRoute, useRouter } from 'vue-router'
import type { Ref } from 'vue'
import { toErrorData } from '../../contract/errors'
import { call } from '../api/client'
import { useCommand } from '../commands'
import { routeOfSource } from '../stores/sources'
import { useUndoStore } from '../stores/undo'
import { useTheme } from '../theme'
import { useToasts } from '../ui'
import { useLastExperiment } from './last-experiment'

export interface ShellState {
  readonly palette: Ref<boolean>
  readonly keys: Ref<boolean>
  readonly railOpen: Ref<boolean>
}

export function useShellCommands({ palette, keys, railOpen }: ShellState): void {
  const router = useRouter()
  const route = useRoute()
  const theme = useTheme()
  const undo = useUndoStore()
  const last = useLastExperiment()
  const { show } = useToasts()

  async function chooseFile(): Promise<void> {
    try {
      const source = await call('files.choose', {})
      if (source !== null) await router.push(routeOfSource(source))
    } catch (failure) {
      show({ text: toErrorData(failure).message, tone: 'error' })
    }
  }

  useCommand('open.file', { run: () => void chooseFile() })
  useCommand('go.library', { run: () => void router.push({ name: 'library' }) })
  useCommand('library.bin', { run: () => void router.push({ name: 'library', query: { view: 'bin' } }) })
  useCommand('go.back', {
    run: () => void router.push({ name: 'library' }),
    when: () => route.name !== 'library',
  })
  for (const screen of ['run', 'compare'] as const) {
    useCommand(`go.${screen}`, {
      run: () => void router.push({ name: screen, params: { id: last.value ?? '' } }),
      when: () => last.value !== null,
      reason: () => 'no experiment was opened yet',
    })
  }
  useCommand('edit.undo', {
    run: () => undo.undoLast(),
    when: () => undo.canUndo,
    reason: () => 'nothing to undo',
  })
  useCommand('view.palette', { run: () => (palette.value = !palette.value) })
  useCommand('view.theme', { run: () => theme.set(theme.shown.value === 'dark' ? 'light' : 'dark') })
  useCommand('view.theme-dark', { run: () => theme.set('dark') })
  useCommand('view.theme-light', { run: () => theme.set('light') })
  useCommand('view.theme-system', { run: () => theme.set('system') })
  useCommand('view.rail', { run: () => (railOpen.value = !railOpen.value) })
  useCommand('help.keys', { run: () => (keys.value = !keys.value) })
}
