// Files on the command line, in a checkout and packaged.
import { expect, it } from 'vitest'
import { filesFromArguments } from './arguments'

it('takes what follows the app in a checkout, relative to the folder', () => {
  const argv = ['/usr/bin/electron', '--no-sandbox', '/src/vlag', '--flag', 'a.json', '/b.json']
  expect(filesFromArguments(argv, '/home/ada', '/src/vlag')).toEqual(['/home/ada/a.json', '/b.json'])
})
it('takes every file of a packaged app', () => {
  expect(filesFromArguments(['/opt/vlag', 'a.json'], '/home/ada', '/opt/resources/app.asar')).toEqual([
    '/home/ada/a.json',
  ])
})
it('finds the app when its folder is written as a dot, and no file then', () => {
  expect(filesFromArguments(['/usr/bin/electron', '.'], '/src/vlag', '/src/vlag')).toEqual([])
})
