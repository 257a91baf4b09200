// What a scheduling policy is to the engine.
export type PolicyFactory = () => unknown
