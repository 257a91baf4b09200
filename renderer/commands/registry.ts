// What the commands of the table do right now: screens attach a handler while they are on show, the last one wins.
import { onUnmounted, shallowReactive } from 'vue'
import { commands } from '../../contract/commands'
import type { CommandId, CommandInfo } from '../../contract/commands'

export interface CommandHandler {
  readonly run: () => void
  /** False where it does nothing now; the palette then greys it out, with `reason`. */
  readonly when?: () => boolean
  readonly reason?: () => string
}

const handlers = shallowReactive(new Map<CommandId, readonly CommandHandler[]>())

/** Attaches what a command does, for as long as the calling component lives. */
export function useCommand(id: CommandId, handler: CommandHandler): void {
  handlers.set(id, [...(handlers.get(id) ?? []), handler])
  onUnmounted(() => {
    handlers.set(
      id,
      (handlers.get(id) ?? []).filter((one) => one !== handler),
    )
  })
}

function active(id: CommandId): CommandHandler | undefined {
  return handlers.get(id)?.at(-1)
}

/** Somebody on show handles it, whether or not it can act now. */
export function isAttached(id: CommandId): boolean {
  return active(id) !== undefined
}

export function isEnabled(id: CommandId): boolean {
  const handler = active(id)
  return handler !== undefined && (handler.when?.() ?? true)
}

/** Why a command on show is off. */
export function whyDisabled(id: CommandId): string | null {
  return isEnabled(id) ? null : (active(id)?.reason?.() ?? null)
}

/** Does it where it is enabled; false where it is not. */
export function runCommand(id: CommandId): boolean {
  if (!isEnabled(id)) return false
  active(id)?.run()
  return true
}

/** First key of a command, for hints; undefined where it has none. */
export function keysOf(id: CommandId): string | undefined {
  return commandInfo(id).keys[0]
}

const byId = new Map(commands.map((command) => [command.id, command]))

export function commandInfo(id: CommandId): CommandInfo & { readonly id: CommandId } {
  const found = byId.get(id)
  if (found === undefined) throw new Error(`no command ${id}`)
  return found
}

/** An id that came over the wire (the menu); null where the table has no such command. */
export function asCommandId(id: string): CommandId | null {
  return commands.find((command) => command.id === id)?.id ?? null
}
