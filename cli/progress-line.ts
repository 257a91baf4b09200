// Progress on standard error: one line that is written over on a terminal, else a line now and then.
import type { Progress as ExperimentProgress } from '../contract/api'
import { formatNumber, formatSeconds } from './quantity'
import type { Terminal } from './terminal'

/** What is shown, of experiments and of anything else that is made of runs. */
type Progress = Omit<ExperimentProgress, 'id' | 'perVariant'>

const LINE_EVERY_MS = 5_000

export interface ProgressLine {
  readonly show: (progress: Progress) => void
  /** Removes the line. */
  readonly end: () => void
}

export function createProgressLine(terminal: Terminal): ProgressLine {
  let lastMs = Date.now()
  return {
    show(progress) {
      if (progress.state !== 'running') return
      if (terminal.canOverwrite) terminal.overwrite(buildProgressText(progress))
      else if (Date.now() - lastMs >= LINE_EVERY_MS) {
        lastMs = Date.now()
        terminal.say(buildProgressText(progress))
      }
    },
    end() {
      if (terminal.canOverwrite) terminal.overwrite('')
    },
  }
}

/** 'runs 5 of 12 (2 from the library), 41 %, 3.1 M events/s, 120 x real time, about 12 s left' */
export function buildProgressText(progress: Progress): string {
  const { done, failed, total, cached, running } = progress
  const fraction = (done + failed + running.reduce((sum, run) => sum + run.fraction, 0)) / total
  const parts = [
    `runs ${done} of ${total}${cached > 0 ? ` (${cached} from the library)` : ''}`,
    `${Math.floor(fraction * 100)} %`,
  ]
  if (failed > 0) parts.push(`${failed} failed`)
  if (progress.eventsPerSecond !== null) {
    parts.push(`${formatNumber(progress.eventsPerSecond / 1e6)} M events/s`)
  }
  if (progress.timesRealTime !== null) parts.push(`${formatNumber(progress.timesRealTime)} x real time`)
  if (progress.secondsLeft !== null) parts.push(`about ${formatSeconds(progress.secondsLeft)} left`)
  return parts.join(', ')
}
