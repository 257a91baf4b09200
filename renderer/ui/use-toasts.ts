// Toasts: short news with at most one action, e.g. Undo. Kept outside components, so that anything can say something.
import { readonly, ref } from 'vue'
import type { IconName } from './icons'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'plain' | 'good' | 'error'
  readonly icon: IconName | null
  readonly action: { readonly title: string; readonly keys?: string; readonly run: () => void } | null
  /** How long it stays; errors stay longer. */
  readonly ms: number
}

export type ToastInput = Partial<Omit<Toast, 'id' | 'text'>> & { readonly text: string }

const toasts = ref<readonly Toast[]>([])
let nextId = 1

function show(input: ToastInput): number {
  const id = nextId++
  const tone = input.tone ?? 'plain'
  const toast: Toast = {
    id,
    text: input.text,
    tone,
    icon: input.icon ?? (tone === 'good' ? 'check' : tone === 'error' ? 'alert' : null),
    action: input.action ?? null,
    ms: input.ms ?? (tone === 'error' ? 12_000 : 6000),
  }
  // More than three at a time are a wall; the oldest goes.
  toasts.value = [...toasts.value.slice(-2), toast]
  return id
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** Shows, hides and lists toasts. `show` returns the id for `dismiss`. */
export function useToasts() {
  return { toasts: readonly(toasts), show, dismiss }
}
