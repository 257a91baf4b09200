// Which model stands for a recorded kernel.
import { expect, test } from 'vitest'
import { policies } from '../../../engine'
import { kernelProfileOf } from './kernel-profile'

test.each([
  ['6.1.192', 'cfs', null],
  ['6.5.0-14-generic', 'cfs', null],
  ['6.6-rc3', 'eevdf', '6.6-rc'],
  ['6.6.0-rc5+', 'eevdf', '6.6-rc'],
  ['6.6.0-rc6', 'eevdf', '6.6'],
  ['6.7.4', 'eevdf', '6.6'],
  ['6.8.0-45-generic', 'eevdf', '6.8'],
  ['6.11', 'eevdf', '6.8'],
  ['6.12.0', 'eevdf', '6.12'],
  ['6.12.117', 'eevdf', '6.12-stable'],
  ['6.13.2', 'eevdf', '6.12'],
  ['6.14.11', 'eevdf', '6.12'],
  ['6.16.3', 'eevdf', '6.15'],
  ['6.17.1', 'eevdf', '6.18'],
  ['6.18.44', 'eevdf', '6.18'],
  ['6.19.2', 'eevdf', '7.0'],
  ['7.0.1-arch1', 'eevdf', '7.0'],
])('%s is %s %s', (release, policy, kernel) => {
  expect(kernelProfileOf(release)).toEqual({ policy, kernel, note: null })
  const choices = policies
    .find(({ id }) => id === policy)
    ?.params.find(({ name }) => name === 'kernel')?.choices
  if (kernel !== null) expect(choices).toContain(kernel)
})

test.each([
  ['5.15.0', 'cfs', null],
  ['7.4.1', 'eevdf', '7.0'],
  ['6.12.30', 'eevdf', '6.12'],
])('%s is taken for %s %s, which is said', (release, policy, kernel) => {
  const profile = kernelProfileOf(release)
  expect(profile).toMatchObject({ policy, kernel })
  expect(profile?.note).toContain(release)
})

test('6.12 as Debian builds it has the later parts', () => {
  expect(kernelProfileOf('6.12.43', 'Debian')).toMatchObject({ kernel: '6.12-stable', note: null })
})

test('what is no version stands for nothing', () => {
  expect(kernelProfileOf('linux')).toBeNull()
})
