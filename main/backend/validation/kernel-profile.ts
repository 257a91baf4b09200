// Which policy and which of its kernels stands for a recorded kernel, by its version (`uname -r`).
import { listWords, quote } from '../../../formats/wording/wording'

export interface KernelProfile {
  readonly policy: 'cfs' | 'eevdf'
  /** Value of the policy's parameter `kernel`; null where it has none. */
  readonly kernel: string | null
  /** Set where the kernel is none of those that are modelled, and this is the nearest. */
  readonly note: string | null
}

/** From this update on, or as Debian builds it, 6.12 has taken over parts of later kernels. */
const STABLE_612_FROM = 100

/** First version of each profile, newest first. */
const eevdfKernels: readonly (readonly [major: number, minor: number, kernel: string])[] = [
  [6, 19, '7.0'],
  [6, 17, '6.18'],
  [6, 15, '6.15'],
  [6, 12, '6.12'],
  [6, 8, '6.8'],
  [6, 6, '6.6'],
]
const NEWEST = [7, 0] as const
const OLDEST_CFS = [6, 0] as const

type Version = readonly [major: number, minor: number]
const isBefore = ([a, b]: Version, [c, d]: Version): boolean => a < c || (a === c && b < d)

/** Null where `release` begins with no version. `distribution`: who built it, where that is known. */
export function kernelProfileOf(release: string, distribution?: string): KernelProfile | null {
  const match = /^(\d+)\.(\d+)(?:\.(\d+))?(?:.*?-rc(\d+))?/.exec(release.trim())
  if (match === null) return null
  const version: Version = [Number(match[1]), Number(match[2])]
  const update = Number(match[3] ?? 0)
  const candidate = match[4] === undefined ? null : Number(match[4])
  const nearest = (kernel: string): string => `Linux ${release} is not modelled; ${kernel} stands for it`
  const found = eevdfKernels.find(([major, minor]) => !isBefore(version, [major, minor]))
  if (found === undefined) {
    const note = isBefore(version, OLDEST_CFS) ? nearest('CFS of 6.5') : null
    return { policy: 'cfs', kernel: null, note }
  }
  const [, , kernel] = found
  const eevdf = (name: string, note: string | null = null): KernelProfile => ({
    policy: 'eevdf',
    kernel: name,
    note,
  })
  if (version[0] === 6 && version[1] === 6 && candidate !== null && candidate <= 5) return eevdf('6.6-rc')
  if (version[0] === 6 && version[1] === 12) {
    if (update >= STABLE_612_FROM || distribution?.toLowerCase() === 'debian') return eevdf('6.12-stable')
    if (update === 0) return eevdf('6.12')
    const later = 'later updates of that series have taken over parts of 6.15, which is kernel 6.12-stable'
    return eevdf('6.12', `Linux ${release} is taken for 6.12; ${later}`)
  }
  return eevdf(kernel, isBefore(NEWEST, version) ? nearest(kernel) : null)
}

/** What a version looks like, for a message. */
export const unknownKernel = (release: string): readonly [message: string, remedy: string] => [
  `"kernel" is ${quote(release)}, which begins with no version.`,
  `Give what uname -r says, such as ${listWords(['"6.18.44"', '"6.12.117"', '"6.1.192"'])}.`,
]
