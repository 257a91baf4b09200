// The page reaches a file only after a person pointed at that very file.
import { expect, it } from 'vitest'
import { createGrantedPaths } from './granted-paths'

const path = '/home/ada/experiment.json'

it('refuses a path that nobody pointed at, and says what to do', () => {
  const paths = createGrantedPaths()
  expect(() => paths.check({ kind: 'path', path })).toThrow(
    expect.objectContaining({ code: 'usage', remedy: expect.stringContaining('Open it') as string }),
  )
})
it('lets a granted path pass again and again, but neither its folder nor what lies beside it', () => {
  const paths = createGrantedPaths()
  paths.grant(path)
  paths.check({ kind: 'path', path })
  paths.check({ kind: 'path', path })
  for (const other of ['/home/ada', '/home/ada/other.json', `${path}/../other.json`, '/etc/passwd'])
    expect(() => paths.check({ kind: 'path', path: other })).toThrow('was not opened')
})
it('has no say in examples and text', () => {
  const paths = createGrantedPaths()
  paths.check({ kind: 'example', id: 'two-hogs-nice' })
  paths.check({ kind: 'text', name: 'pasted', text: '{}' })
})
