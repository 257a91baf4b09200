// Who has the library open, so that the runs of a process that died become resumable while those of a living one are
// left alone. Alive: same host, pid there, and the pid's start mark as recorded; where one of these cannot be told
// (another host, no /proc), a recent heartbeat.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Sqlite } from './driver'

export interface Session {
  readonly id: string
  readonly pid: number
  readonly host: string
  readonly processStart: string | null
  /** 'app' or 'cli', to tell people who holds something. */
  readonly program: string
}

interface SessionRow {
  readonly id: string
  readonly pid: number
  readonly host: string
  readonly process_start: string | null
  readonly heartbeat_at: number
}

/** Without a sign of life for this long a process counts as gone where nothing better is known. */
export const HEARTBEAT_LIMIT_MS = 60_000

/** The kernel's start time of a process in clock ticks since boot (field 22 of /proc/pid/stat); null elsewhere. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in field 2 may hold spaces and parentheses: count from the last one.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null // no /proc, or the process is gone: the caller asks for that itself
  }
}

function isPidThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isAlive(row: SessionRow, nowMs: number): boolean {
  const hasHeartbeat = nowMs - row.heartbeat_at < HEARTBEAT_LIMIT_MS
  if (row.host !== hostname()) return hasHeartbeat
  if (!isPidThere(row.pid)) return false
  const start = processStart(row.pid)
  if (start === null || row.process_start === null) return hasHeartbeat
  return start === row.process_start
}

export function beginSession(db: Sqlite, program: string, nowMs: number): Session {
  const session: Session = {
    id: `ses_${randomBytes(8).toString('hex')}`,
    pid: process.pid,
    host: hostname(),
    processStart: processStart(process.pid),
    program,
  }
  db.run(
    'INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)',
    session.id,
    session.pid,
    session.host,
    session.processStart,
    program,
    nowMs,
    nowMs,
  )
  return session
}

/** A missing row is one that another process took for dead: it is made again. */
export function beat(db: Sqlite, session: Session, nowMs: number): void {
  db.run(
    `INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at`,
    session.id,
    session.pid,
    session.host,
    session.processStart,
    session.program,
    nowMs,
    nowMs,
  )
}

/** The clean end: nothing of this process is left to look after. */
export function endSession(db: Sqlite, session: Session): void {
  db.run('DELETE FROM sessions WHERE id = ?', session.id)
}

/** Ids of sessions whose process is gone without a clean end. */
export function deadSessions(db: Sqlite, nowMs: number): string[] {
  return db
    .all<SessionRow>('SELECT id, pid, host, process_start, heartbeat_at FROM sessions')
    .filter((row) => !isAlive(row, nowMs))
    .map((row) => row.id)
}
