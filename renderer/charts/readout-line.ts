// One line of a box of values over a chart.

export interface ReadoutLine {
  readonly name: string
  readonly policy: string
  /** Which variant of its policy, from 0. */
  readonly nth: number
  readonly value: string
  /** Quieter, beside the value. */
  readonly note?: string
}
