// Ids are prefixed strings, so that one cannot be taken for another.
import { z } from 'zod'

/** exp_ + 26 characters, sortable by creation time. */
export const ExperimentId = z.string().regex(/^exp_[0-9a-z]{26}$/)
export type ExperimentId = z.infer<typeof ExperimentId>

/** Hex sha256 of (canonical run spec, seed, engine version). */
export const RunKey = z.string().regex(/^[0-9a-f]{64}$/)
export type RunKey = z.infer<typeof RunKey>
