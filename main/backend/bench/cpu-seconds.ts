// The clock of the bench: CPU time of this process. Others who use the machine slow wall time, not this.
import process from 'node:process'

/** CPU time so far, user and system, all threads; s. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
