// Cancel and resume, as commands and for buttons: what each would do now, and why it may be off.
import { computed, ref, type ComputedRef, type Ref } from 'vue'
import { toErrorData } from '../../../contract/errors'
import type { ExperimentId } from '../../../contract/ids'
import { call } from '../../api/client'
import { useCommand } from '../../commands'
import { useAppInfoStore } from '../../stores/app-info'
import { useToasts } from '../../ui'
import type { ProgressView } from './progress-model'

export interface RunActions {
  readonly canCancel: ComputedRef<boolean>
  /** Something is missing and nothing runs. */
  readonly canResume: ComputedRef<boolean>
  /** Why nothing can be run at all, e.g. a read-only library. */
  readonly whyNot: ComputedRef<string | undefined>
  /** A request is on its way. */
  readonly busy: Readonly<Ref<boolean>>
  cancel(): Promise<void>
  resume(): Promise<void>
}

/** Attaches the commands for as long as the calling component lives. `done` is called after each success. */
export function useRunActions(
  id: () => ExperimentId,
  view: () => ProgressView | null,
  done: () => Promise<void>,
): RunActions {
  const app = useAppInfoStore()
  const { show } = useToasts()
  const busy = ref(false)
  const isOn = computed(() => ['queued', 'running'].includes(view()?.state ?? ''))
  const canCancel = computed(() => isOn.value && !busy.value)
  const canResume = computed(() => {
    const now = view()
    return now !== null && !isOn.value && !busy.value && now.done < now.total
  })
  const whyNot = computed(() =>
    app.readOnly === null ? undefined : 'The library is read-only, so that no run can be kept',
  )

  /** The screen shows what came of it; only a failure needs saying. */
  async function attempt(action: () => Promise<unknown>): Promise<void> {
    busy.value = true
    try {
      await action()
      await done()
    } catch (failure) {
      const { message, remedy } = toErrorData(failure)
      show({ text: remedy === null ? message : `${message} ${remedy}`, tone: 'error' })
    } finally {
      busy.value = false
    }
  }
  const cancel = (): Promise<void> => attempt(() => call('experiments.cancel', { id: id() }))
  const resume = (): Promise<void> => attempt(() => call('experiments.resume', { id: id() }))

  useCommand('experiment.cancel', {
    run: () => void cancel(),
    when: () => canCancel.value,
    reason: () => 'nothing runs',
  })
  useCommand('experiment.resume', {
    run: () => void resume(),
    when: () => canResume.value && whyNot.value === undefined,
    reason: () => whyNot.value ?? 'nothing is missing',
  })
  return { canCancel, canResume, whyNot, busy, cancel, resume }
}
