// Folders are made with their parents, and a place that takes none is an error in no time.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder'
import { temporaryFolder } from './library.test-data'

test('makes a folder and those above it, and is content with one that is there', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c')
  makeFolder(folder)
  makeFolder(folder)
  expect(statSync(folder).isDirectory()).toBe(true)
})

test.runIf(process.platform === 'linux')('gives up at once where the file system makes no folders', () => {
  expect(() => {
    makeFolder('/proc/no-such/folder')
  }).toThrow('ENOENT')
})
