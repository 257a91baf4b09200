// What the parameters of the fair class refuse.
import { expect, test } from 'vitest'
import { policies, type ParamValue } from '../../index'

const problem = (policy: string, name: string, value: ParamValue, kernel?: string): string | null => {
  const descriptor = policies.find(({ id }) => id === policy)!.params.find((param) => param.name === name)!
  return descriptor.check!(value, { cpus: 1, params: kernel === undefined ? {} : { kernel } })
}

test('lazy preemption is refused where the kernel is older than 6.13', () => {
  expect(problem('cfs', 'preempt', 'none')).toBeNull()
  expect(problem('cfs', 'preempt', 'lazy')).toBe(
    'lazy preemption came with Linux 6.13; only kernels of EEVDF have it',
  )
  for (const kernel of ['6.6-rc', '6.6', '6.8', '6.12-stable'])
    expect(problem('eevdf', 'preempt', 'lazy', kernel)).toContain(
      'only kernels 6.12, 6.15, 6.18, 7.0 have it',
    )
  for (const kernel of ['6.12', '6.15', '6.18', '7.0'])
    expect(problem('eevdf', 'preempt', 'lazy', kernel)).toBeNull()
})
