// Every migration, oldest first. Never edit one that was released: add the next.
import type { Migration } from '../migrate'
import { experimentsAndRuns } from './0001-experiments-and-runs'
import { counters } from './0002-counters'
import { decisions } from './0003-decisions'

export const migrations: readonly Migration[] = [experimentsAndRuns, counters, decisions]
