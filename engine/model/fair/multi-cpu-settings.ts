// What placement and balancing can be told: tunables and features of section "many CPUs" of both policies.

export interface MultiCpuSettings {
  /** A task that ran within this time is cache hot, ns; 0: never, Infinity: always. */
  readonly migrationCostNs: number
  /** Most tasks looked at in one balance attempt. */
  readonly nrMigrate: number
  /** Searches for an idle CPU look at fewer CPUs the busier the cache's CPUs are. */
  readonly sisUtil: boolean
  /** wake_affine by idleness, by load, and with a bias for the previous CPU. */
  readonly waIdle: boolean
  readonly waWeight: boolean
  readonly waBias: boolean
  /** New-idle balance tries a level with the probability of its recent success. */
  readonly niRandom: boolean
  readonly utilEst: boolean
  /** The next buddy stays on a CPU while the taker has tasks. */
  readonly cacheHotBuddy: boolean
}

export const defaultMultiCpuSettings: MultiCpuSettings = {
  migrationCostNs: 500_000,
  nrMigrate: 32,
  sisUtil: true,
  waIdle: true,
  waWeight: true,
  waBias: true,
  niRandom: false,
  utilEst: true,
  cacheHotBuddy: true,
}
