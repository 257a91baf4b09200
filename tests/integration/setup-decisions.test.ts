// What the set-up decides, and in which words: apt or not, network or not, stale or not, and how tests are counted.
import { describe, expect, test } from 'vitest'
import { countTests, summarise } from '../../scripts/setup/checks.mjs'
import { installedMatches } from '../../scripts/setup/dependencies.mjs'
import { networkReason } from '../../scripts/setup/electron.mjs'
import { sandboxObstacle } from '../../scripts/setup/launch.mjs'
import { decide } from '../../scripts/setup/system-packages.mjs'
import { alignTable } from '../../scripts/align-table.mjs'
import { markedBlocks } from '../../scripts/readme-commands.mjs'

describe('a missing system package', () => {
  const missing = [{ kind: 'screen' as const, needs: [{ name: 'Xvfb', packages: ['xvfb'] }] }]

  test('is installed as root on Debian, after saying so', () => {
    const decision = decide(missing, { debian: true, superuser: true, declined: false })
    expect(decision.install).toBe(true)
    expect(decision.message).toMatch(/^Missing on this system: Xvfb \(there is no display/)
    expect(decision.message).toContain('VLAG_NO_APT=1')
  })

  test.each([
    [
      { debian: true, superuser: true, declined: true },
      /^Install them with:\n {2}apt-get update && apt-get install .* xvfb$/,
    ],
    [
      { debian: true, superuser: false, declined: false },
      /^Install them with:\n {2}sudo apt-get update && sudo apt-get install .* xvfb$/,
    ],
    [{ debian: false, superuser: true, declined: false }, /package manager of this system/],
  ])('is only named with %o', (system, remedy) => {
    const decision = decide(missing, system)
    expect(decision.install).toBe(false)
    if (!decision.install) expect(decision.remedy(['xvfb'])).toMatch(remedy)
  })
})

describe('a failed download of Electron', () => {
  test.each([
    ['TypeError: fetch failed\n at x', 'fetch failed'],
    ['RequestError: getaddrinfo ENOTFOUND example.org', 'ENOTFOUND'],
    ['HTTPError: Response code 404 (Not Found)', 'HTTPError'],
    ['connect ECONNREFUSED 127.0.0.1:443', 'ECONNREFUSED'],
  ])('is the network in %o', (stderr, reason) => {
    expect(networkReason({ code: 1, stderr })).toBe(reason)
  })

  test('that was ended for taking too long is the network', () => {
    expect(networkReason({ code: 143, stderr: '' })).toMatch(/too long/)
  })

  test.each([
    'Error: Generated checksum for "electron.zip" did not match expected checksum; fetch failed',
    'Error: ENOSPC: no space left on device, write',
    "Error: EACCES: permission denied, mkdir '/x'",
    'SyntaxError: Unexpected token',
  ])('is not the network in %o', (stderr) => {
    expect(networkReason({ code: 1, stderr })).toBeNull()
  })
})

describe('node_modules', () => {
  const locked = { packages: { '': {}, a: { version: '1.0.0' }, b: { version: '2.0.0', optional: true } } }

  test.each([
    ['the same', { a: { version: '1.0.0' }, b: { version: '2.0.0' } }, true],
    ['without an optional package', { a: { version: '1.0.0' } }, true],
    ['without a package', { b: { version: '2.0.0' } }, false],
    ['with another version', { a: { version: '1.0.1' } }, false],
    [
      'with another version of an optional package',
      { a: { version: '1.0.0' }, b: { version: '2.0.1' } },
      false,
    ],
  ])('%s', (_, packages, matches) => {
    expect(installedMatches(locked, { packages })).toBe(matches)
  })
})

describe('the count of tests', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
  }

  test('is the report', () => {
    expect(countTests(report, 0)).toEqual({ passed: 5, failed: 0, skipped: 1 })
  })
  test('counts a file that could not be loaded as a failure', () => {
    const broken = {
      ...report,
      testResults: [...report.testResults, { status: 'failed', assertionResults: [] }],
    }
    expect(countTests(broken, 1).failed).toBe(1)
  })
  test('does not count the file of a failed test twice', () => {
    const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }]
    expect(countTests({ ...report, numFailedTests: 1, testResults }, 1).failed).toBe(1)
  })
  test('counts an error outside of tests, and a run without a report', () => {
    expect(countTests(report, 1).failed).toBe(1)
    expect(countTests(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
  test('counts a run without any test as a failure', () => {
    expect(countTests({ ...report, numPassedTests: 0, numPendingTests: 0, testResults: [] }, 0).failed).toBe(
      1,
    )
  })

  test('ends with the plain line', () => {
    const part = { passed: 2, failed: 0, skipped: 0, took: '1.0 s' }
    const one = summarise([
      { title: 'a', ...part },
      { title: 'b', ...part, failed: 1 },
    ])
    expect(one.lines.at(-1)).toBe('4 passed, 1 failed')
    expect(one.failed).toBe(1)
    // What was skipped is told, but not on the last line.
    const { lines } = summarise([{ title: 'a', ...part, skipped: 3 }])
    expect(lines[0]).toContain('3 skipped')
    expect(lines.at(-1)).toBe('2 passed, 0 failed')
  })
})

test('the blocks of a README that are run are the marked ones', () => {
  const markdown = [
    'text',
    '```sh',
    'npm start',
    '```',
    '```sh ci',
    'a',
    'b',
    '```',
    '',
    '```sh ci',
    'c',
    '```',
  ].join('\n')
  expect(markedBlocks(markdown)).toEqual([
    { line: 6, commands: 'a\nb' },
    { line: 11, commands: 'c' },
  ])
})

test('a Markdown table is aligned for the terminal, an escaped bar is no border', () => {
  const aligned = alignTable('**x**\n\n| A | B |\n| --- | ---: |\n| a\\|b | 10 ms |\n')
  expect(aligned.split('\n')).toEqual([
    '**x**',
    '',
    '| A    |     B |',
    '| ---- | ----: |',
    '| a\\|b | 10 ms |',
  ])
})

describe.runIf(process.platform === 'linux')("Chromium's sandbox", () => {
  const user = (settings: Record<string, string>) => ({
    superuser: false,
    readSetting: (path: string) => settings[path] ?? null,
  })

  test('is not there for root', () => {
    expect(sandboxObstacle('/no/electron', { ...user({}), superuser: true })).toMatch(/root/)
  })
  test('is there where user namespaces are', () => {
    expect(sandboxObstacle('/no/electron', user({}))).toBeNull()
    expect(
      sandboxObstacle('/no/electron', user({ '/proc/sys/user/max_user_namespaces': '96364' })),
    ).toBeNull()
  })
  test.each([
    ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
    ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
    ['/proc/sys/user/max_user_namespaces', '0'],
  ])('is not there with %s = %s', (path, value) => {
    const obstacle = sandboxObstacle('/no/electron', user({ [path]: value }))
    expect(obstacle).toContain('chmod 4755 "/no/chrome-sandbox"')
  })
})
