// The engine's public face.
export { ENGINE_VERSION } from './version'
export { simulate } from './simulate'
export type { SimulateOptions } from './simulate'
export { canBeRealTime } from './model/real-time/with-real-time'
export { policies, workloads, machines, metrics } from './catalog'
export type * from './model/run-spec'
export type * from './model/run-result'
export type * from './model/define'
