// Commands for screens: attach, run, hint.
export {
  asCommandId,
  commandInfo,
  isAttached,
  isEnabled,
  keysOf,
  runCommand,
  useCommand,
  whyDisabled,
} from './registry'
export type { CommandHandler } from './registry'
export { useKeyboard } from './keyboard'
export { commands } from '../../contract/commands'
export type { CommandId, CommandInfo } from '../../contract/commands'
