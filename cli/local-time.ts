// Instants as people read them, in the zone of the machine.

/** 2026-12-01 14:05 */
export function formatLocalTime(iso: string): string {
  const date = new Date(iso)
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
