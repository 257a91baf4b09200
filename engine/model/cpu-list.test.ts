// CPU lists: what is read, and why the rest is refused.
import { describe, expect, it } from 'vitest'
import { checkedCpuList, parseCpuList } from './cpu-list'

describe('parseCpuList', () => {
  it.each([
    ['all', null],
    ['0', [0]],
    ['0-3,5', [0, 1, 2, 3, 5]],
    [' 5 , 1 - 2, 1 ', [1, 2, 5]],
  ])('%s', (text, cpus) => expect(parseCpuList(text, 8)).toEqual({ ok: true, cpus }))

  it.each([
    ['', 'no list of CPUs'],
    ['a', 'no list of CPUs'],
    ['-1', 'no list of CPUs'],
    ['0,', '"" is no CPU'],
    ['0;1', '"0;1" is no CPU'],
    ['3-1', 'runs backwards'],
    ['8', 'CPU 8 is not there: the machine has CPUs 0 to 7'],
    ['0-99999999', 'CPU 99999999 is not there'],
    ['1.5', 'is no CPU'],
  ])('refuses %j', (text, words) => {
    const result = parseCpuList(text, 8)
    expect(result.ok ? '' : result.message).toContain(words)
  })

  it('speaks of one CPU', () => {
    const result = parseCpuList('1', 1)
    expect(result.ok ? '' : result.message).toContain('only CPU 0')
  })
})

it('checkedCpuList throws what parseCpuList refuses', () => {
  expect(() => checkedCpuList('9', 2)).toThrow('CPU 9 is not there')
  expect(checkedCpuList('1', 2)).toEqual([1])
})
