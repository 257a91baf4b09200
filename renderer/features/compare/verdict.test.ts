// Verdicts of single comparisons.
import { describe, expect, it } from 'vitest'
import { comparison } from './fixture.test-data'
import { judge, tally } from './verdict'

describe('judge', () => {
  it('follows the goal where the interval excludes 1', () => {
    expect(judge(comparison('m', 'v', 0.8, [0.7, 0.9], true), 'min')).toBe('better')
    expect(judge(comparison('m', 'v', 0.8, [0.7, 0.9], true), 'max')).toBe('worse')
    expect(judge(comparison('m', 'v', 1.2, [1.1, 1.3], true), 'max')).toBe('better')
    expect(judge(comparison('m', 'v', 1.2, [1.1, 1.3], true), 'none')).toBe('changed')
  })

  it('is unclear where the interval holds 1, whatever the goal', () => {
    expect(judge(comparison('m', 'v', 0.8, [0.5, 1.1], false), 'min')).toBe('unclear')
    expect(judge(comparison('m', 'v', 0.8, [0.5, 1.1], false), 'none')).toBe('unclear')
  })

  it('tells equality in every seed from an unclear difference', () => {
    expect(judge(comparison('m', 'v', 1, [1, 1], false), 'min')).toBe('same')
    expect(judge(comparison('m', 'v', 1, [0.9, 1.1], false), 'min')).toBe('unclear')
  })

  it('follows the test where the interval has no bounds', () => {
    expect(judge(comparison('m', 'v', 0.3, null, true), 'min')).toBe('better')
    expect(judge(comparison('m', 'v', 3, null, true), 'min')).toBe('worse')
    expect(judge(comparison('m', 'v', 3, null, false), 'min')).toBe('unclear')
    // The means are the same, but not the seeds.
    expect(judge(comparison('m', 'v', 1, null, false), 'min')).toBe('unclear')
  })

  it('knows the direction away from a baseline of 0', () => {
    expect(judge(comparison('m', 'v', null, null, true), 'min', true)).toBe('worse')
    expect(judge(comparison('m', 'v', null, null, true), 'max', true)).toBe('better')
    expect(judge(comparison('m', 'v', null, null, false), 'min', true)).toBe('unclear')
    expect(judge(comparison('m', 'v', null, null, null), 'min', true)).toBe('single')
  })

  it('gives no verdict on one pair, and none without a ratio', () => {
    expect(judge(comparison('m', 'v', 0.5, null, null), 'min')).toBe('single')
    expect(judge(comparison('m', 'v', null, null, null), 'min')).toBe('none')
    expect(judge(comparison('m', 'v', Number.NaN, null, null), 'min')).toBe('none')
    expect(judge(undefined, 'min')).toBe('none')
  })
})

it('tally counts each kind', () => {
  expect(tally(['better', 'better', 'worse', 'unclear', 'same', 'single', 'none', 'changed'])).toEqual({
    better: 2,
    worse: 1,
    unclear: 1,
    same: 1,
  })
})
