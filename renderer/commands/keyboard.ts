// Listens to the keyboard for the whole window and runs the commands that the keys mean.
import { onMounted, onUnmounted } from 'vue'
import { commands } from '../../contract/commands'
import { isMac } from '../ui'
import { createKeyMatcher, writtenKey } from './match-keys'
import { commandInfo, isEnabled, runCommand, asCommandId } from './registry'

/** What floats has its own keys; only commands that also work while typing reach past it. */
const FLOATING = '[role="dialog"], [role="menu"], [role="listbox"]'
/** A dialog takes every key, wherever the focus is; the palette is left by the keys that open it. */
const MODAL = '[role="dialog"]:not([data-own-keys="no"])'
/** Where Enter, Space and the arrows already mean something. */
const OWN_KEYS =
  'button, a, summary, [role="checkbox"], [role="radio"], [role="tab"], [role="menuitem"], [role="option"]'
const OWN = new Set(['Enter', 'Space', 'ArrowUp', 'ArrowDown'])

function isTyping(target: Element): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox') ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}

/** Call once, in the shell. */
export function useKeyboard(): void {
  const matcher = createKeyMatcher(commands)

  function onKeydown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || document.querySelector(MODAL) !== null) return
    const written = writtenKey({
      key: event.key,
      mod: isMac ? event.metaKey : event.ctrlKey,
      shift: event.shiftKey,
      alt: event.altKey,
    })
    if (written === null) return
    const target = event.target instanceof Element ? event.target : document.body
    const busy = isTyping(target) || target.closest(FLOATING) !== null
    if (OWN.has(written) && target.closest(OWN_KEYS) !== null) return
    for (const match of matcher.press(written, event.timeStamp)) {
      const id = asCommandId(match)
      if (id === null || (busy && !commandInfo(id).whileTyping) || !isEnabled(id)) continue
      event.preventDefault()
      runCommand(id)
      return
    }
  }

  onMounted(() => window.addEventListener('keydown', onKeydown))
  onUnmounted(() => window.removeEventListener('keydown', onKeydown))
}
