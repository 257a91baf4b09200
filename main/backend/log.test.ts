// The log: one line per message, moved away at its limit, silent where it cannot be written.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from './log'

function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'vlag-log-'))
  onTestFinished(() => {
    rmSync(home, { recursive: true, force: true })
  })
  return home
}

test('a message is one line with time, process and topic', () => {
  const home = temporaryHome()
  createLog(home).write('pool', 'first\n  second')
  const text = readFileSync(join(home, 'logs', 'vlag.log'), 'utf8')
  expect(text).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z \d+ pool: first \| second\n$/)
})

test('a long log is moved away, once', () => {
  const home = temporaryHome()
  const log = createLog(home)
  log.write('a', 'made')
  writeFileSync(join(home, 'logs', 'vlag.log'), 'x'.repeat(1_000_001))
  log.write('a', 'after')
  expect(readFileSync(join(home, 'logs', 'vlag.1.log'), 'utf8')).toHaveLength(1_000_001)
  expect(readFileSync(join(home, 'logs', 'vlag.log'), 'utf8')).toContain('after')
})

test('a place that takes no file is no failure', () => {
  createLog('/proc/no-such').write('a', 'b')
  expect(existsSync('/proc/no-such')).toBe(false)
})
