// Wall-clock times: ages, time left.

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** "about 2 min 10 s left", or null where nothing is known yet. */
export function formatTimeLeft(seconds: number | null): string | null {
  if (seconds === null || !Number.isFinite(seconds)) return null
  if (seconds < 1) return 'under 1 s left'
  return `about ${formatSpan(seconds)} left`
}

/** "12 s", "2 min 10 s", "3 h 5 min". */
export function formatSpan(seconds: number): string {
  const total = Math.round(seconds)
  if (total < MINUTE) return `${total} s`
  if (total < HOUR) {
    const rest = total % MINUTE
    return `${Math.floor(total / MINUTE)} min${rest === 0 ? '' : ` ${rest} s`}`
  }
  const minutes = Math.round((total % HOUR) / MINUTE)
  return `${Math.floor(total / HOUR)} h${minutes === 0 ? '' : ` ${minutes} min`}`
}

/** Age for a table: "now", "14 min", "5 h", "yesterday", "3 days", then the date. */
export function formatAge(iso: string, nowMs: number): string {
  const then = new Date(iso)
  const seconds = (nowMs - then.getTime()) / 1000
  if (Number.isNaN(seconds)) return 'unknown'
  if (seconds < MINUTE) return 'now'
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`
  if (seconds < 2 * DAY) return 'yesterday'
  if (seconds < 30 * DAY) return `${Math.floor(seconds / DAY)} days`
  return then.toLocaleDateString(undefined, { year: 'numeric', month: 'short', day: 'numeric' })
}

const instant = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** The instant in full, for the hover. */
export function formatInstant(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? 'unknown' : instant.format(date)
}
