// CPU lists as the kernel's tools write them: "0", "0-3,5", "all". Used by parameters that pin tasks.

export type CpuListResult =
  | { readonly ok: true; readonly cpus: readonly number[] | null }
  /** A sentence without a full stop. */
  | { readonly ok: false; readonly message: string }

/** Reads `text` for a machine of `cpus` CPUs; null means all. Ascending, each CPU once. */
export function parseCpuList(text: string, cpus: number): CpuListResult {
  const bad = (message: string): CpuListResult => ({ ok: false, message })
  const trimmed = text.trim()
  if (trimmed === 'all') return { ok: true, cpus: null }
  const example = 'write a list such as "0", "0-3,5" or "all"'
  if (!/^\d/.test(trimmed)) return bad(`it is no list of CPUs; ${example}`)
  const found = new Set<number>()
  for (const part of trimmed.split(',')) {
    const match = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(part)
    if (match === null) return bad(`"${part.trim().slice(0, 40)}" is no CPU and no range of CPUs; ${example}`)
    const first = Number(match[1])
    const last = match[2] === undefined ? first : Number(match[2])
    if (last < first) return bad(`the range ${first}-${last} runs backwards`)
    if (last >= cpus) {
      const has = cpus === 1 ? 'only CPU 0' : `CPUs 0 to ${cpus - 1}`
      return bad(`CPU ${last} is not there: the machine has ${has}`)
    }
    for (let cpu = first; cpu <= last; cpu++) found.add(cpu)
  }
  return { ok: true, cpus: [...found].sort((a, b) => a - b) }
}

/** As `parseCpuList`, for a text that was checked before. */
export function checkedCpuList(text: string, cpus: number): readonly number[] | null {
  const result = parseCpuList(text, cpus)
  if (!result.ok) throw new Error(result.message)
  return result.cpus
}
