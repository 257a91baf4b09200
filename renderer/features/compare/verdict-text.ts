// A difference in words, the same in the table, on hover and in copies.
import { formatChange, formatNumber } from '../../format'
import type { Delta } from './table-model'
import type { Verdict } from './verdict'

/** The word that stands beside a difference; '' where it has none. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  better: 'better',
  worse: 'worse',
  unclear: 'unclear',
  same: 'same',
  changed: '',
  single: 'one run',
  none: '',
}

/** "−29 %"; a factor beyond ten times, "×35.3" or "÷425"; "<0.1 %", never "0 %", for a difference. Null where there is none to give. */
export function changeText(delta: Pick<Delta, 'ratio' | 'verdict'>): string | null {
  const { ratio } = delta
  if (ratio === null || delta.verdict === 'same') return null
  if (ratio >= 10) return `×${formatNumber(ratio)}`
  if (ratio > 0 && ratio < 0.1) return `÷${formatNumber(1 / ratio)}`
  const text = formatChange(ratio)
  return text === '0 %' ? '<0.1 %' : text
}

/** What stands in place of a change where there is no ratio. */
export function noRatioText(delta: Pick<Delta, 'fromZero'>): string {
  return delta.fromZero ? 'baseline is 0' : 'no ratio'
}
