// Raised with every change that alters any result; part of every run's key.
export const ENGINE_VERSION = '0.2.0'
