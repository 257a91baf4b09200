// Machines in a few words.

/** "Celeron N4000, 2 CPUs"; a title that tells the CPUs itself stays alone. */
export function formatMachine(machine: { readonly title: string; readonly cpus: number }): string {
  if (/\bCPUs?\b/.test(machine.title)) return machine.title
  return `${machine.title}, ${machine.cpus} ${machine.cpus === 1 ? 'CPU' : 'CPUs'}`
}
