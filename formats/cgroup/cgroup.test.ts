// The words of cgroup v2: cpu.max both ways, and paths of groups.
import { describe, expect, it } from 'vitest'
import { faultOfGroupName, formatCpuMax, parseCpuMax, parseGroupPath } from './cgroup'

const MS = 1_000_000

describe('cpu.max', () => {
  it.each([
    ['50ms/100ms', 50 * MS, 100 * MS],
    ['50ms', 50 * MS, 100 * MS],
    ['1ms/1ms', MS, MS],
    [' 1.5 ms / 1 s ', 1.5 * MS, 1000 * MS],
    ['4s/1s', 4000 * MS, 1000 * MS],
  ])('%s', (text, quotaNs, periodNs) => {
    const result = parseCpuMax(text)
    expect(result).toEqual({ ok: true, value: { quotaNs, periodNs } })
    expect(parseCpuMax(formatCpuMax({ quotaNs, periodNs }))).toEqual(result)
  })

  it.each([
    ['', 'is "", and its quota is empty'],
    ['max', 'and its quota is "max"'],
    ['50ms/', 'and its period is empty'],
    ['50000 100000', 'and its quota is'],
    ['-5ms', 'below zero'],
    ['0.999ms', 'no quota below 1ms'],
    ['1ms/0.999ms', 'periods of 1ms to 1s only'],
    ['1ms/1.001s', 'periods of 1ms to 1s only'],
    ['1ms/2ms/3ms', 'is "1ms/2ms/3ms"'],
  ])('refuses %j', (text, words) => {
    const result = parseCpuMax(text)
    expect(result.ok ? '' : result.message).toContain(words)
    expect(result.ok ? '' : result.remedy).toContain('"50ms/100ms"')
  })
})

describe('a path', () => {
  it.each([
    ['/', []],
    ['/a', ['a']],
    ['//user.slice/a b/', ['user.slice', 'a b']],
  ])('%s', (text, value) => {
    expect(parseGroupPath(text)).toEqual({ ok: true, value })
  })

  it.each([
    ['', 'does not begin'],
    ['a', 'does not begin'],
    ['/a/./b', 'means another folder'],
    [`/${'x'.repeat(256)}`, 'is too long'],
    ['/1/2/3/4/5/6/7/8/9', 'has 9 groups inside one another'],
  ])('refuses %.30j', (text, words) => {
    const result = parseGroupPath(text)
    expect(result.ok ? '' : result.message).toContain(words)
  })
})

it('names of groups are names of folders', () => {
  expect(['build', 'a.slice', '...', 'ü'].map(faultOfGroupName)).toEqual([null, null, null, null])
  expect(['', '.', '..', 'a/b', 'a\nb', 'a\0'].map(faultOfGroupName)).not.toContain(null)
})
