// Whose runs are orphans: those of a dead process, never those of a living one.
import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { getExperiment } from './experiment-reads'
import { beat, deadSessions, endSession, HEARTBEAT_LIMIT_MS } from './sessions'
import { openTestLibrary, saveExperiment } from './library.test-data'

const NOW = 1_800_000_000_000

function addSession(
  library: ReturnType<typeof openTestLibrary>,
  row: Partial<Record<string, string | number | null>>,
) {
  const full = { id: 'ses_x', pid: process.pid, host: hostname(), start: null, beat: NOW, ...row }
  library.db.run(
    'INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)',
    full.id,
    full.pid,
    full.host,
    full.start,
    'test',
    NOW,
    full.beat,
  )
}

function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}

test('the own session lives', () => {
  const library = openTestLibrary()
  expect(deadSessions(library.db, NOW * 2)).toEqual([])
})

test.each([
  ['a pid that is gone, however fresh its heartbeat', () => ({ pid: deadPid() }), true],
  ['a pid that another process got since', () => ({ start: '1' }), true],
  ['a pid without start mark and with a fresh heartbeat', () => ({}), false],
  ['a pid without start mark and with an old heartbeat', () => ({ beat: NOW - HEARTBEAT_LIMIT_MS }), true],
  ['another host with a fresh heartbeat', () => ({ host: 'elsewhere', pid: 1 }), false],
  ['another host with an old heartbeat', () => ({ host: 'elsewhere', beat: NOW - HEARTBEAT_LIMIT_MS }), true],
])('%s', (_, row, isDead) => {
  const library = openTestLibrary()
  addSession(library, row())
  expect(deadSessions(library.db, NOW)).toEqual(isDead ? ['ses_x'] : [])
})

test('a heartbeat revives a session that was taken for dead', () => {
  const library = openTestLibrary()
  endSession(library.db, library.session())
  beat(library.db, library.session(), NOW)
  expect(library.db.get('SELECT heartbeat_at FROM sessions')).toEqual({ heartbeat_at: NOW })
})

test('experiments of a dead process become interrupted, those of a living one do not', () => {
  const library = openTestLibrary()
  const mine = saveExperiment(library, 1)
  const orphan = saveExperiment(library, 2)
  addSession(library, { pid: deadPid() })
  library.db.run('UPDATE experiments SET session_id = ? WHERE id = ?', 'ses_x', orphan)
  expect(library.adoptOrphans(NOW)).toEqual([orphan])
  expect(getExperiment(library.db, orphan).state).toBe('interrupted')
  expect(getExperiment(library.db, mine).state).toBe('queued')
  expect(library.adoptOrphans(NOW)).toEqual([])
})

test('an experiment whose process ended cleanly but left it open is an orphan too', () => {
  const library = openTestLibrary()
  const other = openTestLibrary(library.db.path)
  const id = saveExperiment(other, 1)
  other.close()
  expect(library.adoptOrphans(NOW)).toEqual([id])
})
