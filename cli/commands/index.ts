// The commands, in the order of the help.
import type { Command } from '../command'
import catalog from './catalog'
import list from './list'
import run from './run'
import show from './show'

export const commands: readonly Command[] = [run, list, show, catalog]
