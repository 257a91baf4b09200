// The commands, in the order of the help.
import type { Command } from '../command'
import bench from './bench'
import catalog from './catalog'
import list from './list'
import run from './run'
import show from './show'
import validate from './validate'

export const commands: readonly Command[] = [run, list, show, validate, bench, catalog]
