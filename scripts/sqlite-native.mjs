// Makes better-sqlite3 loadable in this Node and in the Electron that is there (see setup/native.mjs).
//   node scripts/sqlite-native.mjs
import { ensureNative } from './setup/native.mjs'
import { findElectron } from './setup/electron.mjs'
import { runScript } from './setup/report.mjs'

await runScript(async () => {
  const electron = findElectron()
  await ensureNative(electron === null ? [process.execPath] : [process.execPath, electron.exe])
  return 0
})
