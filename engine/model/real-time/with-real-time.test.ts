// The real-time class is there where a run can need it, and only there.
import { expect, test } from 'vitest'
import { hog, taskOf } from '../../../tests/support/run-specs'
import type { PolicyFactory } from '../../core/policy'
import type { Step } from '../run-spec'
import { canBeRealTime, withRealTime } from './with-real-time'

test.each<[string, boolean, Step[]]>([
  ['a policy of its own', true, [{ op: 'setPolicy', policy: 'rr' }]],
  ['a loop', true, [{ op: 'loop', count: 2, body: [{ op: 'setPolicy', policy: 'fifo' }] }]],
  ['a forked child', true, [{ op: 'fork', child: hog({ policy: 'fifo' }) }]],
  [
    'a child of a child',
    true,
    [{ op: 'fork', child: taskOf({ program: [{ op: 'fork', child: hog({ policy: 'rr' }) }] }) }],
  ],
  [
    'other policies',
    false,
    [
      { op: 'setPolicy', policy: 'batch' },
      { op: 'fork', child: hog() },
    ],
  ],
])('real-time by %s: %s', (_, expected, program) => {
  expect(canBeRealTime([hog(), taskOf({ program })])).toBe(expected)
})

test('a policy stays itself where no task can be real-time', () => {
  const refuse: PolicyFactory = () => {
    throw new Error('created')
  }
  expect(withRealTime(refuse, [hog()])).toBe(refuse)
  expect(withRealTime(refuse, [hog({ policy: 'fifo' })])).not.toBe(refuse)
})
