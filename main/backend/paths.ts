// Where the library lives: one place for app and command line, as each platform has it for application data.
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Of `$VLAG_HOME`, else the platform's data folder. `env` and `platform` are parameters for tests. */
export function homeFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  user: string = homedir(),
): string {
  const given = env['VLAG_HOME']
  if (given !== undefined && given !== '') return given
  if (platform === 'win32') return join(env['APPDATA'] ?? join(user, 'AppData', 'Roaming'), 'Vlag')
  if (platform === 'darwin') return join(user, 'Library', 'Application Support', 'Vlag')
  const data = env['XDG_DATA_HOME']
  // The XDG specification: a path that is not absolute is to be ignored.
  return join(data?.startsWith('/') === true ? data : join(user, '.local', 'share'), 'vlag')
}

export function databasePath(home: string): string {
  return join(home, 'library.sqlite')
}
